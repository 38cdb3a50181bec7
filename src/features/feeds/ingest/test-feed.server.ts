import { isSupportedImage, resizeImage } from '#features/media/server/resize-image.server.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import type { FeedFormat } from '../parse/parse-feed.ts'
import type { DiscoveredFeed } from '../parse/read-page-head.ts'
import type { FeedReader } from './feed-reader.server.ts'
import { createPublisherDetector } from './publisher.server.ts'
import { fetchDocument } from './request-feed.server.ts'

export type FeedTestItem = {
  title: string
  /** Plain text; may be empty. */
  summary: string
  publishedAt: Date
  /** False without a date; `publishedAt` is then what a fetch would use. */
  isDated: boolean
  author: string
  topics: string[]
  /** The page of the article. */
  link: string | null
  /** `thumbnail`: a data: URL, or null for a broken image. */
  image: { thumbnail: string | null } | null
}

/** `page` links to feeds; `address` is normalised; `reason` is a sentence. */
export type FeedTest =
  | {
      kind: 'feed'
      address: string
      title: string
      publisher: string
      format: FeedFormat
      /** Null if well-formed. */
      damage: string | null
      count: number
      /** Items with only a summary. */
      summaries: number
      newest: FeedTestItem[]
    }
  | { kind: 'page'; feeds: DiscoveredFeed[] }
  | { kind: 'failed'; reason: string }

const SHOWN_ITEMS = 5
const THUMBNAIL = { ratio: '1:1', width: 160, format: 'webp' } as const
const MAX_IMAGE_BYTES = 15_000_000
/** For all images. */
const IMAGES_TIMEOUT_MS = 5_000

type Dependencies = { outbound: Outbound; reader: FeedReader; now: Date; signal: AbortSignal }

/** Applies the limits of an ingest, and stores nothing. */
export async function testFeed(
  text: string,
  { outbound, reader, now, signal }: Dependencies,
): Promise<FeedTest> {
  const document = await fetchDocument(outbound, text, signal)
  if ('error' in document) return { kind: 'failed', reason: document.error }
  const { address, url } = document
  const content = await reader.read({ ...document, now })
  if (content.kind === 'invalid') {
    const { discovered, reason } = content
    return discovered.length > 0 ? { kind: 'page', feeds: discovered } : { kind: 'failed', reason }
  }
  const newest = content.items
    .toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
    .slice(0, SHOWN_ITEMS)
  const siteUrl = content.siteUrl ?? new URL('/', url).href
  const detectPublisher = createPublisherDetector({ outbound, reader, signal })
  const named = detectPublisher({ title: content.title, siteUrl })
  const imageSignal = AbortSignal.any([signal, AbortSignal.timeout(IMAGES_TIMEOUT_MS)])
  return {
    kind: 'feed',
    address,
    title: content.title,
    publisher: await named,
    format: content.format,
    damage: content.damage,
    count: content.items.length,
    summaries: content.items.filter(({ isSummary }) => isSummary).length,
    newest: await Promise.all(
      newest.map(
        async ({ title, summary, publishedAt, datedBySource, author, topics, sourceUrl, imageUrl }) => ({
          title,
          summary: htmlToText(summary),
          publishedAt,
          isDated: datedBySource,
          author,
          topics,
          link: sourceUrl,
          image:
            imageUrl === null ? null : { thumbnail: await createThumbnail(imageUrl, outbound, imageSignal) },
        }),
      ),
    ),
  }
}

/** The admin area loads no external images. */
async function createThumbnail(
  imageUrl: string,
  outbound: Outbound,
  signal: AbortSignal,
): Promise<string | null> {
  const outcome = await outbound.get(imageUrl, { accept: 'image/*', maxBytes: MAX_IMAGE_BYTES, signal })
  if (outcome.kind !== 'ok' || !(await isSupportedImage(outcome.bytes))) return null
  const small = await resizeImage(outcome.bytes, THUMBNAIL)
  return small && `data:image/webp;base64,${small.toString('base64')}`
}
