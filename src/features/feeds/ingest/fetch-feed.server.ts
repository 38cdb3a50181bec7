import type { Outbound, OutboundOutcome } from '#platform/outbound/outbound.server.ts'
import { type Feed, parseFeedAddress } from '../model/feeds.server.ts'
import { MAX_FEED_BYTES } from '../parse/feed-document.ts'
import type { Deletion } from '../parse/normalise-feed.ts'
import type { FeedReader } from './feed-reader.server.ts'
import type { WebDocument } from './feed-reader-thread.server.ts'
import type { ItemWithHash } from './known-article.ts'
import { cacheLifetime, nextCheck, parseRetryAfter } from './next-check.ts'
import type { DetectPublication } from './publication.server.ts'

/** `reason` is a sentence. */
export type IngestResult = { nextCheckAt: Date; etag: string | null; lastModified: string | null } & (
  | {
      kind: 'items'
      title: string
      /** According to the feed. Its items have this name. */
      publication: string
      /** According to its website, if that was requested. */
      detectedPublication: string | null
      items: ItemWithHash[]
      deletions: Deletion[]
      /** Null if well-formed. */
      damage: string | null
      /** According to the feed. */
      newUrl: string | null
      movedTo: string | null
    }
  | { kind: 'not-modified'; movedTo: string | null }
  /** `isGone`: no more fetches (RFC 9110 §15.5.11). */
  | { kind: 'failed'; reason: string; isGone?: boolean }
)

const ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, application/xml;q=0.8, application/json;q=0.8, text/xml;q=0.7, */*;q=0.1'
const GONE = 'The publisher has removed this feed (status 410). It is no longer fetched.'

type Clock = { now: () => Date; random: () => number }

type Dependencies = {
  outbound: Outbound
  reader: FeedReader
  detectPublication: DetectPublication
  signal: AbortSignal
}

/** Conditional (RFC 9110 §13.1). */
export async function fetchFeed(
  feed: Feed,
  { outbound, reader, detectPublication, signal, ...clock }: Clock & Dependencies,
): Promise<IngestResult> {
  const outcome = await requestFeed(outbound, feed, signal)
  const now = clock.now()
  switch (outcome.kind) {
    case 'ok': {
      const { bytes, contentType, url } = outcome
      const content = await reader.read({ bytes, contentType, url, now })
      if (content.kind === 'invalid') return failedFeed(feed, content.reason, clock)
      const { title, publication, items, deletions, damage, newUrl, ttlMinutes } = content
      const site = { title, siteUrl: content.siteUrl ?? new URL('/', url).href }
      const isDetected = feed.detectedPublication !== null
      return {
        kind: 'items',
        title,
        publication,
        detectedPublication: isDetected ? null : await detectPublication(site),
        items,
        deletions,
        damage,
        newUrl,
        movedTo: outcome.movedTo,
        etag: outcome.etag,
        lastModified: outcome.lastModified,
        nextCheckAt: nextAfterSuccess(outcome, ttlMinutes, now),
      }
    }
    case 'not-modified':
      return {
        kind: 'not-modified',
        movedTo: outcome.movedTo,
        etag: outcome.etag ?? feed.etag,
        lastModified: outcome.lastModified ?? feed.lastModified,
        nextCheckAt: nextAfterSuccess(outcome, null, now),
      }
    case 'http-error':
      // After a redirect, another address is gone.
      if (outcome.status === 410 && outcome.url === URL.parse(feed.url)?.href)
        return { ...failedFeed(feed, GONE, clock), isGone: true }
      return failedFeed(feed, failureReason(outcome), clock, outcome.retryAfter)
    default:
      return failedFeed(feed, failureReason(outcome), clock)
  }
}

function requestFeed(
  outbound: Outbound,
  { url, etag, lastModified }: Pick<Feed, 'url' | 'etag' | 'lastModified'>,
  signal: AbortSignal,
): Promise<OutboundOutcome> {
  return outbound.get(url, { etag, lastModified, accept: ACCEPT, maxBytes: MAX_FEED_BYTES, signal })
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

function failureReason(outcome: Exclude<OutboundOutcome, { kind: 'ok' | 'not-modified' }>): string {
  return outcome.kind === 'http-error'
    ? `The server responded with status ${outcome.status}.`
    : `${outcome.reason}.`
}

/** Backs off, but keeps the validators. */
export function failedFeed(
  { etag, lastModified, failureCount }: Feed,
  reason: string,
  clock: Clock,
  retryAfter: string | null = null,
): Extract<IngestResult, { kind: 'failed' }> {
  const now = clock.now()
  const nextCheckAt = nextCheck({
    kind: 'failure',
    now,
    failureCount: failureCount + 1,
    retryAfterMs: parseRetryAfter(retryAfter, now),
    jitter: clock.random(),
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
