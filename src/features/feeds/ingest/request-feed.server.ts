import type { Outbound, OutboundOutcome } from '#platform/outbound/outbound.server.ts'
import { type Feed, parseFeedAddress } from '../model/feeds.server.ts'
import { MAX_FEED_BYTES } from '../parse/xml-document.ts'
import type { WebDocument } from './feed-reader-thread.server.ts'

const ACCEPT_FEED =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, application/xml;q=0.8, application/json;q=0.8, text/xml;q=0.7, */*;q=0.1'

/** Requests a feed with its stored validators (RFC 9110 §13.1). */
export function requestFeed(
  outbound: Outbound,
  { url, etag, lastModified }: Pick<Feed, 'url' | 'etag' | 'lastModified'>,
  signal: AbortSignal,
): Promise<OutboundOutcome> {
  return outbound.get(url, { etag, lastModified, accept: ACCEPT_FEED, maxBytes: MAX_FEED_BYTES, signal })
}

/** Fetches a document without a stored feed. `error` is a sentence. */
export async function fetchDocument(
  outbound: Outbound,
  text: string,
  signal: AbortSignal,
): Promise<(WebDocument & { address: string; link: string | null }) | { error: string }> {
  const read = parseFeedAddress(text)
  if ('reason' in read) return { error: `${read.reason}.` }
  const { address } = read
  const outcome = await requestFeed(outbound, { url: address, etag: null, lastModified: null }, signal)
  if (outcome.kind === 'not-modified') return { error: 'The server responded without a document.' }
  if (outcome.kind !== 'ok') return { error: failureReason(outcome) }
  const { bytes, contentType, url, link } = outcome
  return { bytes, contentType, url, link, address }
}

export function failureReason(outcome: Exclude<OutboundOutcome, { kind: 'ok' | 'not-modified' }>): string {
  return outcome.kind === 'http-error'
    ? `The server responded with status ${outcome.status}.`
    : `${outcome.reason}.`
}

const ACCEPT_PAGE = 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1'
/** Size of a decompressed page. */
const MAX_PAGE_BYTES = 5_000_000

/** Null for errors and other types of documents. */
export async function requestPage(
  address: string,
  { outbound, signal }: { outbound: Outbound; signal: AbortSignal },
): Promise<WebDocument | null> {
  const outcome = await outbound.get(address, { accept: ACCEPT_PAGE, maxBytes: MAX_PAGE_BYTES, signal })
  if (outcome.kind !== 'ok' || !isHtml(outcome.contentType)) return null
  const { bytes, contentType, url } = outcome
  return { bytes, contentType, url }
}

function isHtml(contentType: string | null): boolean {
  return contentType === null || /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType)
}
