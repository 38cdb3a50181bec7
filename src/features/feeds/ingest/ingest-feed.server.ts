import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Semaphore } from '#platform/concurrency/semaphore.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Outbound, OutboundOutcome } from '#platform/outbound/outbound.server.ts'
import { log } from '#platform/process/log.server.ts'
import type { Feed } from '../model/feeds.server.ts'
import { completeItems, type PageBudgets } from './complete-items.server.ts'
import type { FeedReader } from './feed-reader.server.ts'
import type { ItemDrafts } from './item-drafts.server.ts'
import { cacheLifetime, nextCheck, parseRetryAfter } from './next-check.ts'
import type { DetectPublisher } from './publisher.server.ts'
import { failureReason, requestFeed } from './request-feed.server.ts'
import { type FeedResult, type IngestResult, storeIngest } from './store-ingest.server.ts'

type Clock = { now: () => Date; random: () => number }

type IngestContext = Clock & {
  db: Db
  outbound: Outbound
  reader: FeedReader
  drafts: ItemDrafts
  detectPublisher: DetectPublisher
  budgets: PageBudgets
  signal: AbortSignal
  /** Stores one feed at a time while the process is busy. */
  turns: Semaphore
  /** Whether the process has been busy since the fetch of the feed began. */
  isBusy: (before: EventLoopUtilization) => boolean
}

const INGEST_FAILURE = "Its articles could not be ingested. The server's log states the cause."

/** Fetches a feed, parses it, and decides on and stores its items. An unexpected error fails only this feed. Null if aborted. */
export async function ingestFeed(feed: Feed, context: IngestContext): Promise<FeedResult | null> {
  const { db, drafts, now, signal } = context
  const before = performance.eventLoopUtilization()
  try {
    const response = await requestFeed(context.outbound, feed, signal)
    const result = await readResponse(feed, response, context)
    const store = () => storeIngest(db, feed, result, { drafts, now: now() })
    if (signal.aborted) return null
    const isHeavy = result.kind === 'items'
    return isHeavy && context.isBusy(before) ? await storeInTurn(store, context) : await store()
  } catch (error) {
    if (signal.aborted) return null
    const { cause } = error as Error
    log().error({ err: cause instanceof Error ? cause : error }, `${feed.url} could not be ingested`)
    return storeIngest(db, feed, failed(feed, INGEST_FAILURE, context), { drafts, now: now() })
  }
}

const GONE = 'The publisher has removed this feed (status 410). It is no longer fetched.'

async function readResponse(
  feed: Feed,
  response: OutboundOutcome,
  context: IngestContext,
): Promise<IngestResult> {
  const now = context.now()
  switch (response.kind) {
    case 'ok':
      return readDocument(feed, response, now, context)
    case 'not-modified':
      return {
        kind: 'not-modified',
        movedTo: response.movedTo,
        etag: response.etag ?? feed.etag,
        lastModified: response.lastModified ?? feed.lastModified,
        nextCheckAt: nextAfterSuccess(response, null, now),
      }
    case 'http-error':
      // After a redirect, another address is gone.
      if (response.status === 410 && response.url === URL.parse(feed.url)?.href)
        return { ...failed(feed, GONE, context), isGone: true }
      return failed(feed, failureReason(response), context, response.retryAfter)
    default:
      return failed(feed, failureReason(response), context)
  }
}

async function readDocument(
  feed: Feed,
  response: Extract<OutboundOutcome, { kind: 'ok' }>,
  now: Date,
  context: IngestContext,
): Promise<IngestResult> {
  const { bytes, contentType, url, movedTo, etag, lastModified } = response
  const content = await context.reader.read({ bytes, contentType, url, now })
  if (content.kind === 'invalid') return failed(feed, content.reason, context)
  const { title, publisher, items, deletions, damage, newUrl, siteUrl } = content
  const site = { title, siteUrl: siteUrl ?? new URL('/', url).href }
  const detectedPublisher = feed.detectedPublisher === null ? await context.detectPublisher(site) : null
  const complete = await completeItems(context.db, feed, items, context)
  // The next run needs the items, which a "not modified" response lacks.
  const validators = complete.isIncomplete ? { etag: null, lastModified: null } : { etag, lastModified }
  return {
    kind: 'items',
    title,
    publisher,
    detectedPublisher,
    items: complete.items,
    deletions,
    damage,
    newUrl,
    movedTo,
    ...validators,
    nextCheckAt: nextAfterSuccess(response, content.ttlMinutes, now),
  }
}

function nextAfterSuccess(
  headers: Extract<OutboundOutcome, { kind: 'ok' | 'not-modified' }>,
  ttlMinutes: number | null,
  now: Date,
): Date {
  return nextCheck({ kind: 'success', now, ttlMinutes, cacheLifetimeMs: cacheLifetime(headers, now) })
}

/** Backs off, but keeps the validators. */
function failed(
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

/** Between feeds while the process is busy: storing 1,000 then takes at least 3.5 minutes. */
const BUSY_INTERVAL_MS = 215

/** One feed at a time and at intervals, since storing competes with readers' requests for the processors. */
function storeInTurn(
  store: () => Promise<FeedResult>,
  { turns, signal }: Pick<IngestContext, 'turns' | 'signal'>,
): Promise<FeedResult> {
  return turns.run(async () => {
    const interval = delay(BUSY_INTERVAL_MS, undefined, { signal }).catch(() => {})
    const result = await store()
    await interval
    return result
  }, signal)
}
