import type { Outbound, OutboundOutcome } from '#platform/outbound/outbound.server.ts'
import type { ItemWithHash } from '../rules/decide-items.ts'
import { cacheLifetime, nextCheck, parseRetryAfter } from '../rules/next-check.ts'
import type { FeedReader } from './feed-reader.server.ts'
import type { Feed } from './feeds.server.ts'

/** What one request to a feed came to, and when the feed may next be asked. Nothing is stored yet. */
export type Gathered = { nextCheckAt: Date; etag: string | null; lastModified: string | null } & (
  | { kind: 'items'; title: string; items: ItemWithHash[] }
  | { kind: 'not-modified' }
  | { kind: 'failed'; reason: string }
)

const ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, application/xml;q=0.8, application/json;q=0.8, text/xml;q=0.7, */*;q=0.1'
/** Decoded bytes. */
const LARGEST_FEED = 10 * 1024 * 1024

type Circumstances = { now: () => Date; random: () => number }

type Means = { outbound: Outbound; reader: FeedReader; signal: AbortSignal }

/** Asks a feed with its validators (RFC 9110 §13.1) and makes items of the answer. Never throws for what a feed does. */
export async function gatherFeed(
  feed: Feed,
  { outbound, reader, signal, ...circumstances }: Circumstances & Means,
): Promise<Gathered> {
  const outcome = await askFeed(outbound, feed, signal)
  const now = circumstances.now()
  switch (outcome.kind) {
    case 'ok': {
      const { bytes, contentType, url } = outcome
      const content = await reader.read({ bytes, contentType, url, now })
      if (content.kind === 'invalid') return failedFeed(feed, content.reason, circumstances)
      const { title, items, ttlMinutes } = content
      return {
        kind: 'items',
        title,
        items,
        etag: outcome.etag,
        lastModified: outcome.lastModified,
        nextCheckAt: nextAfterSuccess(outcome, ttlMinutes, now),
      }
    }
    case 'not-modified':
      return {
        kind: 'not-modified',
        etag: outcome.etag ?? feed.etag,
        lastModified: outcome.lastModified ?? feed.lastModified,
        nextCheckAt: nextAfterSuccess(outcome, null, now),
      }
    case 'http-error':
      return failedFeed(feed, troubleOf(outcome), circumstances, outcome.retryAfter)
    default:
      return failedFeed(feed, troubleOf(outcome), circumstances)
  }
}

/** Asks for a feed's document, as large as one may be; with its validators only what is newer. */
export function askFeed(
  outbound: Outbound,
  { url, etag, lastModified }: Pick<Feed, 'url' | 'etag' | 'lastModified'>,
  signal: AbortSignal,
): Promise<OutboundOutcome> {
  return outbound.get(url, { etag, lastModified, accept: ACCEPT, maxBytes: LARGEST_FEED, signal })
}

/** Why a request brought nothing, as a sentence for an editor. */
export function troubleOf(outcome: Exclude<OutboundOutcome, { kind: 'ok' | 'not-modified' }>): string {
  return outcome.kind === 'http-error'
    ? `The server answered with status ${outcome.status}.`
    : `${outcome.reason}.`
}

/** One more failure of a feed, with the wait that it costs. It keeps its validators: nothing newer was taken in. */
export function failedFeed(
  { etag, lastModified, failureCount }: Feed,
  reason: string,
  circumstances: Circumstances,
  retryAfter: string | null = null,
): Gathered {
  const now = circumstances.now()
  const nextCheckAt = nextCheck({
    kind: 'failure',
    now,
    failureCount: failureCount + 1,
    retryAfterMs: parseRetryAfter(retryAfter, now),
    jitter: circumstances.random(),
  })
  return { kind: 'failed', reason, etag, lastModified, nextCheckAt }
}

function nextAfterSuccess(
  headers: Extract<OutboundOutcome, { kind: 'ok' | 'not-modified' }>,
  ttlMinutes: number | null,
  now: Date,
): Date {
  return nextCheck({ kind: 'success', now, ttlMinutes, cacheLifetimeMs: cacheLifetime(headers, now) })
}
