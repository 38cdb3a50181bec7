import { isImage, resizeImage } from '#features/media/server/resize-image.server.ts'
import { htmlToText } from '#kernel/text.ts'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import type { OfferedFeed } from '../rules/offered-feeds.ts'
import type { FeedReader } from './feed-reader.server.ts'
import { readFeedAddress } from './feeds.server.ts'
import { askFeed, troubleOf } from './gather-feed.server.ts'

/** An item that a feed would bring. */
export type TriedItem = {
  title: string
  /** Plain text; may be empty. */
  summary: string
  publishedAt: Date
  /** False where the feed gives no date: `publishedAt` is then the moment of the test. */
  isDated: boolean
  /** Null where it has none; else a small copy as a data: address, or null for one that cannot be shown. */
  image: { thumbnail: string | null } | null
}

/**
 * What an address turned out to be.
 * - feed: what it would bring, its newest items first; `address` is as it would be stored
 * - page: a web page that names feeds
 * - failed: with the reason in a sentence
 */
export type TriedFeed =
  | { kind: 'feed'; address: string; title: string; count: number; newest: TriedItem[] }
  | { kind: 'page'; offers: OfferedFeed[] }
  | { kind: 'failed'; reason: string }

const SHOWN = 5
const THUMBNAIL = { ratio: '1:1', width: 160, format: 'webp' } as const
const LARGEST_IMAGE = 15 * 1024 * 1024
/** Slow images do not hold up the test. */
const LONGEST_IMAGES_MS = 5_000

type Means = { outbound: Outbound; reader: FeedReader; now: Date; signal: AbortSignal }

/** Asks an address, under the guards of a gathering, what it would bring. Stores nothing, and never throws for what it does. */
export async function tryFeed(text: string, { outbound, reader, now, signal }: Means): Promise<TriedFeed> {
  const read = readFeedAddress(text)
  if ('reason' in read) return { kind: 'failed', reason: `${read.reason}.` }
  const { address } = read
  const outcome = await askFeed(outbound, { url: address, etag: null, lastModified: null }, signal)
  if (outcome.kind === 'not-modified') return { kind: 'failed', reason: 'The server sent nothing.' }
  if (outcome.kind !== 'ok') return { kind: 'failed', reason: troubleOf(outcome) }
  const { bytes, contentType, url } = outcome
  const content = await reader.read({ bytes, contentType, url, now })
  if (content.kind === 'invalid') {
    const { offers, reason } = content
    return offers.length > 0 ? { kind: 'page', offers } : { kind: 'failed', reason }
  }
  const newest = content.items
    .toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
    .slice(0, SHOWN)
  const giveUp = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_IMAGES_MS)])
  return {
    kind: 'feed',
    address,
    title: content.title,
    count: content.items.length,
    newest: await Promise.all(
      newest.map(async ({ title, summary, publishedAt, datedBySource, imageUrl }) => ({
        title,
        summary: htmlToText(summary),
        publishedAt,
        isDated: datedBySource,
        image: imageUrl === null ? null : { thumbnail: await thumbnailOf(imageUrl, outbound, giveUp) },
      })),
    ),
  }
}

/** Our own small copy, since the back office shows nothing of other hosts either. */
async function thumbnailOf(
  imageUrl: string,
  outbound: Outbound,
  signal: AbortSignal,
): Promise<string | null> {
  const outcome = await outbound.get(imageUrl, { accept: 'image/*', maxBytes: LARGEST_IMAGE, signal })
  if (outcome.kind !== 'ok' || !(await isImage(outcome.bytes))) return null
  const small = await resizeImage(outcome.bytes, THUMBNAIL)
  return small && `data:image/webp;base64,${small.toString('base64')}`
}
