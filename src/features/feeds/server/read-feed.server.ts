import { createHash } from 'node:crypto'
import type { ItemWithHash } from '../rules/decide-items.ts'
import { decodeFeed } from '../rules/decode-feed.ts'
import { fingerprint } from '../rules/fingerprint.ts'
import { normaliseFeed } from '../rules/normalise-feed.ts'
import { type OfferedFeed, offeredFeeds } from '../rules/offered-feeds.ts'
import { parseFeed } from '../rules/parse-feed.ts'

/** A feed's document as it came; `url` is where it was found in the end. */
export type FeedDocument = { bytes: Uint8Array; contentType: string | null; url: string; now: Date }

/** What a document holds. `reason` is a sentence for an editor; `offers` are the feeds that a web page names instead. */
export type FeedContent =
  | { kind: 'items'; title: string; ttlMinutes: number | null; items: ItemWithHash[] }
  | { kind: 'invalid'; reason: string; offers: OfferedFeed[] }

/** Makes items of a document. How long that takes is in its author's hands: call it through a `FeedReader`. */
export function readFeed({ bytes, contentType, url, now }: FeedDocument): FeedContent {
  const text = decodeFeed(bytes, contentType)
  const parsed = parseFeed(text)
  if (parsed.kind === 'invalid') return { ...parsed, offers: offeredFeeds(text, url) }
  const { title, ttlMinutes, items } = normaliseFeed(parsed.feed, { feedUrl: url, now })
  return {
    kind: 'items',
    title,
    ttlMinutes,
    items: items.map((item) => ({ ...item, hash: sha256(fingerprint(item)) })),
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
