import { createHash } from 'node:crypto'
import type { NormalisedItem } from '../parse/normalise-feed.ts'

/**
 * `hash` is the digest of `fingerprintItem`, `mark` that of `markItem`. `movedKeys` are those under which an item was stored
 * before its publisher moved to another host; they are only looked up, never stored.
 */
export type ItemWithHash = NormalisedItem & { hash: string; mark: string; movedKeys?: string[] }

export function hashItem(item: NormalisedItem): ItemWithHash {
  return { ...item, hash: sha256(fingerprintItem(item)), mark: hashMark(item) }
}

/**
 * Returns the text whose change counts as an update of the item. Leaves out what differs with each fetch (estimated dates,
 * volatile parts of addresses), and alternative texts, whose change alone is no update.
 */
export function fingerprintItem(item: NormalisedItem): string {
  const { title, summary, content, author, imageUrl, sourceUrl, statedDate } = item
  const addresses = [imageUrl, sourceUrl].map((address) => address && removeVolatile(address))
  return JSON.stringify([
    title,
    summary,
    withoutVolatile(content),
    author,
    ...addresses,
    statedDate?.toISOString() ?? null,
  ])
}

/** Text of the headline and date, which distinguishes items with the same address. Without a date, the summary does. */
function markItem({
  title,
  summary,
  publishedAt,
  datedBySource,
}: Pick<NormalisedItem, 'title' | 'summary' | 'publishedAt' | 'datedBySource'>): string {
  return JSON.stringify([title, datedBySource ? publishedAt.toISOString() : summary])
}

/** Signatures, sessions and cache busters. */
const VOLATILE =
  /^(?:x-(?:amz|goog)-.*|awsaccesskeyid|signature|sig|sign|hmac|hdnts|hdnea|policy|key-pair-id|expires?|exp|token|auth|access_token|hash|nonce|phpsessid|jsessionid|session(?:_?id)?|sid|s_?id|cfid|cftoken|ts|timestamp|time|t|cb|cache(?:bust(?:er)?)?|rand(?:om)?|rnd|_|utm_.*)$/i

const SESSION_PATH = /;(?:jsessionid|phpsessid|sid)=[^/?#]*/gi

/** Removes what servers vary from request to request from an address. */
function removeVolatile(address: string): string {
  const url = URL.parse(address)
  if (url === null) return address
  const kept = [...url.searchParams].filter(([name]) => !VOLATILE.test(name))
  url.search = new URLSearchParams(kept).toString()
  url.pathname = url.pathname.replace(SESSION_PATH, '')
  return url.href
}

/** Elements without text: images, of which some are counters, and embedded content. */
const NO_TEXT =
  /<\/?(?:img|source|picture|iframe|embed|object|param|script|ins|amp-img|amp-pixel)(?:\s[^<>]*)?\/?>/gi
const HREF = /(?<=\shref=")[^"<>]*(?=")/gi

/** Reduces HTML to what changes only if its publisher changes it. */
function withoutVolatile(html: string): string {
  return html
    .replace(NO_TEXT, '')
    .replace(HREF, (address) => removeVolatile(address.replaceAll('&amp;', '&')))
}

/** In characters. Short, because a mark is stored with each address. */
const MARK_LENGTH = 16

export function hashMark(item: Parameters<typeof markItem>[0]): string {
  return sha256(markItem(item)).slice(0, MARK_LENGTH)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
