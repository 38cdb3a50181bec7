import { parentPort } from 'node:worker_threads'
import { constants, gunzipSync } from 'node:zlib'
import { type ListedCategory, setCategories } from '#kernel/category.ts'
import { formatCount } from '#kernel/format-count.ts'
import { decodeDocument } from '../parse/decode-document.ts'
import type { ExpectedArticle } from '../parse/extract-article.ts'
import { type Deletion, normaliseFeed } from '../parse/normalise-feed.ts'
import { parseOpml } from '../parse/opml.ts'
import { type FeedFormat, parseFeed } from '../parse/parse-feed.ts'
import { type DiscoveredFeed, discoverFeeds, readPageHead } from '../parse/read-page-head.ts'
import { MAX_FEED_BYTES } from '../parse/xml-document.ts'
import { hashItem, type ItemWithHash } from './hash-item.server.ts'

/** `url` is the address after redirects. */
export type WebDocument = { bytes: Uint8Array; contentType: string | null; url: string }

/** `link` is the header, which may refer to feeds (RFC 8288). */
export type FeedDocument = WebDocument & { now: Date; link?: string | null }

export type ArticlePage = WebDocument & { item: ExpectedArticle }

export type ReaderTask =
  | ({ kind: 'feed' } & FeedDocument)
  /** A thread has no categories of its own. */
  | { kind: 'opml'; text: string; categories: readonly ListedCategory[] }
  | ({ kind: 'page-head' } & WebDocument)
  | ({ kind: 'article' } & ArticlePage)

/** `reason` is a sentence; `discovered` are linked in a page. */
export type FeedContent =
  | {
      kind: 'items'
      format: FeedFormat
      title: string
      publisher: string
      siteUrl: string | null
      ttlMinutes: number | null
      newUrl: string | null
      items: ItemWithHash[]
      deletions: Deletion[]
      /** Null if well-formed; else for example "damaged, 12 items read: line 40: unclosed tag: rss". */
      damage: string | null
    }
  | { kind: 'invalid'; reason: string; discovered: DiscoveredFeed[] }

parentPort?.on('message', async (task: ReaderTask) => parentPort?.postMessage(await perform(task)))
parentPort?.postMessage('ready')

async function perform(task: ReaderTask): Promise<unknown> {
  switch (task.kind) {
    case 'feed':
      return readFeed(task)
    case 'opml':
      setCategories(task.categories)
      return parseOpml(task.text)
    case 'page-head':
      return readPageHead(decodeDocument(task.bytes, task.contentType), task.url)
    case 'article': {
      // Most sites never need it.
      const { extractArticle } = await import('../parse/extract-article.ts')
      return extractArticle(decodeDocument(task.bytes, task.contentType), task.url, task.item)
    }
  }
}

/** Hostile documents take long: use a `FeedReader`. */
export function readFeed({ bytes, contentType, url, now, link = null }: FeedDocument): FeedContent {
  const text = decodeDocument(decompress(bytes), contentType)
  const parsed = parseFeed(text, url)
  if (parsed.kind === 'invalid') return { ...parsed, discovered: discoverFeeds(text, url, link) }
  const { items, ...feed } = normaliseFeed(parsed.feed, { feedUrl: url, now })
  return {
    kind: 'items',
    format: parsed.format,
    ...feed,
    damage: parsed.error && describeDamage(items.length, parsed.error),
    items: items.map(hashItem),
  }
}

/** Some servers send gzip files (RFC 1952) as they are. */
function decompress(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_FEED_BYTES, finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return bytes
  }
}

function describeDamage(count: number, error: string): string {
  return `damaged, ${formatCount(count, 'item')} read: ${error}`
}
