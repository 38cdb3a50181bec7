import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { fingerprintItem, type ItemWithHash } from '../rules/decide-items.ts'
import { decodeFeed } from '../rules/decode-feed.ts'
import { type DiscoveredFeed, discoverFeeds } from '../rules/discover-feeds.ts'
import { normaliseFeed } from '../rules/normalise-feed.ts'
import { parseOpml } from '../rules/opml.ts'
import { type FeedFormat, parseFeed } from '../rules/parse-feed.ts'

/** `url` is the address after redirects. */
export type FeedDocument = { bytes: Uint8Array; contentType: string | null; url: string; now: Date }

/** `reason` is a sentence; `discovered` are feeds linked in a page. */
export type FeedContent =
  | {
      kind: 'items'
      format: FeedFormat
      title: string
      ttlMinutes: number | null
      items: ItemWithHash[]
      /** Null if the document is well-formed; else for example "damaged, 12 items read: line 40: unclosed tag: rss". */
      damage: string | null
    }
  | { kind: 'invalid'; reason: string; discovered: DiscoveredFeed[] }

parentPort?.on('message', (message: FeedDocument | string) =>
  parentPort?.postMessage(typeof message === 'string' ? parseOpml(message) : readFeed(message)),
)

/** Hostile documents may take long: use a `FeedReader`. */
export function readFeed({ bytes, contentType, url, now }: FeedDocument): FeedContent {
  const text = decodeFeed(bytes, contentType)
  const parsed = parseFeed(text, url)
  if (parsed.kind === 'invalid') return { ...parsed, discovered: discoverFeeds(text, url) }
  const { title, ttlMinutes, items } = normaliseFeed(parsed.feed, { feedUrl: url, now })
  return {
    kind: 'items',
    format: parsed.format,
    title,
    ttlMinutes,
    damage: parsed.error && describeDamage(items.length, parsed.error),
    items: items.map((item) => ({ ...item, hash: sha256(fingerprintItem(item)) })),
  }
}

function describeDamage(count: number, error: string): string {
  return `damaged, ${count} ${count === 1 ? 'item' : 'items'} read: ${error}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
