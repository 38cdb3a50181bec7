import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import { withAdvisoryLock } from '#platform/database/advisory-lock.server.ts'
import type { Database } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { ForbiddenError } from '#platform/http/with-user-message.server.ts'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import { type Feed, listDueFeeds, listEnabledFeed, listFeedsToRefresh } from '../model/feeds.server.ts'
import { createPageBudgets } from './complete-items.server.ts'
import { createFeedReader, type FeedReader } from './feed-reader.server.ts'
import { ingestFeed } from './ingest-feed.server.ts'
import type { ItemDrafts } from './item-drafts.server.ts'
import { createPublisherDetector } from './publisher.server.ts'
import { recordRun } from './record-run.server.ts'
import type { FetchReport } from './refresh-message.ts'
import type { FeedResult } from './store-ingest.server.ts'
import { type FeedTest, testFeed } from './test-feed.server.ts'

/** Fetched even before they are due; see `listFeedsToRefresh`. */
type RefreshScope = 'all' | { feedId: string }

/** For people: NEWS_FETCH is `off`, so that nothing may start an ingest. */
export class NewsFetchOffError extends ForbiddenError {
  constructor() {
    super('This site does not fetch news: NEWS_FETCH is off.')
  }
}

export type NewsFetcher = {
  /** Joins the current run, if any. Rejects with NewsFetchOffError, and when the database is unavailable or its disk is low. */
  fetchNews(): Promise<FetchReport>
  /** Starts after the current run, or joins a refresh of the same scope. */
  refresh(scope: RefreshScope): Promise<FetchReport>
  /**
   * Records the result for clients that do not wait for it.
   *
   * @returns the id of the record
   */
  recordRun(run: Promise<FetchReport>, startedAt: Date): Promise<string>
  /** Stores nothing. */
  testFeed(address: string): Promise<FeedTest>
  /** Aborts runs and requests; stored articles stay. */
  stop(): Promise<void>
}

/** The outbound adapter allows two requests per host. */
const CONCURRENCY = 8

/** Event loop utilisation above which readers have priority. An ingest alone causes about 0.5. */
const MAX_UTILISATION = 0.6

export function createNewsFetcher(options: {
  database: Database
  outbound: Outbound
  drafts: ItemDrafts
  isOff?: boolean
  onFeed?(feed: Feed, result: FeedResult): void
  now?: () => Date
  random?: () => number
  openReader?: () => FeedReader
  /** Whether the process has been busy since the fetch of a feed began. */
  isBusy?: (before: EventLoopUtilization) => boolean
  requireSpace?: () => Promise<void>
}): NewsFetcher {
  const { database, outbound, drafts, onFeed, now = () => new Date(), random = Math.random } = options
  const { openReader = createFeedReader, isBusy = isEventLoopBusy, requireSpace = async () => {} } = options
  const stopping = new AbortController()
  const turns = createSemaphore(1)
  const runs = new Map<string, Promise<FetchReport>>()

  function start(name: string, list: () => Promise<Feed[]>): Promise<FetchReport> {
    if (options.isOff) return Promise.reject(new NewsFetchOffError())
    const running = runs.get(name)
    if (running) return running
    // One run per database, so that no host gets more requests than its limit.
    const started = withAdvisoryLock(database.directUrl, LOCK_KEYS.fetchNews, stopping.signal, (signal) =>
      run(signal, list),
    ).finally(() => runs.delete(name))
    runs.set(name, started)
    return started
  }

  async function run(signal: AbortSignal, list: () => Promise<Feed[]>): Promise<FetchReport> {
    const report: FetchReport = {
      feeds: 0,
      notModified: 0,
      failed: 0,
      created: 0,
      updated: 0,
      held: 0,
      duplicates: 0,
      errors: [],
    }
    const queue = await list()
    const reader = openReader()
    const context = {
      db: database.db,
      outbound,
      reader,
      drafts,
      detectPublisher: createPublisherDetector({ outbound, reader, signal }),
      budgets: createPageBudgets(),
      signal,
      turns,
      isBusy,
      now,
      random,
    }
    const work = async () => {
      for (let feed = queue.shift(); feed; feed = queue.shift()) {
        const result = await requireSpace()
          .then(() => ingestFeed(feed, context))
          .catch((error) => {
            // The other feeds remain due.
            queue.length = 0
            throw error
          })
        if (!result) return
        addResult(report, feed, result)
        onFeed?.(feed, result)
      }
    }
    const outcomes = await Promise.allSettled(Array.from({ length: CONCURRENCY }, work))
    await reader.close()
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    // The lock was lost.
    if (!stopping.signal.aborted) signal.throwIfAborted()
    return report
  }

  return {
    fetchNews: () => start('due', () => listDueFeeds(database.db, now())),
    refresh(scope) {
      if (scope === 'all') return start('all', () => listFeedsToRefresh(database.db, now()))
      return start(scope.feedId, () => listEnabledFeed(database.db, scope.feedId))
    },
    recordRun: (run, startedAt) => recordRun(database, { run, startedAt }, stopping.signal),
    async testFeed(address) {
      const reader = openReader()
      try {
        return await testFeed(address, { outbound, reader, now: now(), signal: stopping.signal })
      } finally {
        await reader.close()
      }
    },
    async stop() {
      stopping.abort()
      await Promise.allSettled(runs.values())
    },
  }
}

function addResult(report: FetchReport, feed: Feed, result: FeedResult): void {
  report.feeds += 1
  report.created += result.counts.created
  report.updated += result.counts.updated
  report.held += result.counts.held
  report.duplicates += result.counts.duplicates
  if (result.outcome === 'not-modified') report.notModified += 1
  if (result.outcome === 'failed') {
    report.failed += 1
    report.errors.push({ url: feed.url, title: feed.title, error: result.error })
  }
}

function isEventLoopBusy(before: EventLoopUtilization): boolean {
  return performance.eventLoopUtilization(before).utilization > MAX_UTILISATION
}

let current: NewsFetcher | undefined

export function setNewsFetcher(fetcher: NewsFetcher | undefined): void {
  current = fetcher
}

export function newsFetcher(): NewsFetcher {
  if (!current) throw new Error('No news fetcher is set')
  return current
}
