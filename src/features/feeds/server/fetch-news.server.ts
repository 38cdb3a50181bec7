import { withAdvisoryLock } from '#platform/database/advisory-lock.server.ts'
import type { Database } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import { createFeedReader, type FeedReader } from './feed-reader.server.ts'
import { type Feed, listDueFeeds, listEnabledFeed, listFeedsToRefresh } from './feeds.server.ts'
import { failedFeed, gatherFeed } from './gather-feed.server.ts'
import { type FeedResult, storeGathered } from './store-gathered.server.ts'
import { type TriedFeed, tryFeed } from './try-feed.server.ts'

/** What a run came to, as `POST /functions/v1/fetch-news` answers it. `feeds` counts those that were asked. */
export type FetchReport = {
  feeds: number
  notModified: number
  failed: number
  created: number
  updated: number
  duplicates: number
  errors: { url: string; title: string; error: string }[]
}

/** Which feeds are asked whether they are due or not: all that may be, or the one of an id if it is enabled. */
export type Forced = 'all' | { feedId: string }

export type NewsFetcher = {
  /** Gathers what is due. A call during a run joins it. Rejects when the database is away. */
  fetchNews(): Promise<FetchReport>
  /** Asks feeds that need not be due, for an administrator who cannot wait. A call joins one for the same under way. */
  refresh(which: Forced): Promise<FetchReport>
  /** Asks an address what it would bring, and stores nothing. */
  tryFeed(address: string): Promise<TriedFeed>
  /** Ends a run: requests under way are given up, what was stored stays. */
  stop(): Promise<void>
}

/** Feeds gathered side by side; the outbound adapter asks each host at most twice at once. */
const WORKERS = 8

/** Gathers news: every due feed is asked, and what comes of it is stored in one transaction a feed. */
export function createNewsFetcher(options: {
  database: Database
  outbound: Outbound
  onFeed?(feed: Feed, result: FeedResult): void
  now?: () => Date
  random?: () => number
  openReader?: () => FeedReader
}): NewsFetcher {
  const { database, outbound, onFeed, now = () => new Date(), random = Math.random } = options
  const { openReader = createFeedReader } = options
  const stopping = new AbortController()
  /** The runs under way, by what they ask. */
  const current = new Map<string, Promise<FetchReport>>()

  function start(name: string, list: () => Promise<Feed[]>): Promise<FetchReport> {
    const running = current.get(name)
    if (running) return running
    // One run at a time in all processes of a database, so that no feed is asked twice and hosts are asked politely.
    const started = withAdvisoryLock(database.url, LOCK_KEYS.fetchNews, stopping.signal, (signal) =>
      run(signal, list),
    ).finally(() => current.delete(name))
    current.set(name, started)
    return started
  }

  async function run(signal: AbortSignal, list: () => Promise<Feed[]>): Promise<FetchReport> {
    const report: FetchReport = {
      feeds: 0,
      notModified: 0,
      failed: 0,
      created: 0,
      updated: 0,
      duplicates: 0,
      errors: [],
    }
    const queue = await list()
    const reader = openReader()
    const work = async () => {
      for (let feed = queue.shift(); feed; feed = queue.shift()) {
        const result = await takeIn(feed, reader, signal).catch((error) => {
          // Not even the failure can be noted: the database is away, and what is left stays due.
          queue.length = 0
          throw error
        })
        if (!result) return
        addResult(report, feed, result)
        onFeed?.(feed, result)
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: WORKERS }, work))
    await reader.close()
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    // Ended by the lock's loss, not by us: that is no success.
    if (!stopping.signal.aborted) signal.throwIfAborted()
    return report
  }

  /** Null when it was given up in the middle: the feed was not at fault, so nothing is noted and it stays due. */
  async function takeIn(feed: Feed, reader: FeedReader, signal: AbortSignal): Promise<FeedResult | null> {
    try {
      const gathered = await gatherFeed(feed, { outbound, reader, now, random, signal })
      return signal.aborted ? null : await storeGathered(database.db, feed, gathered, now())
    } catch (error) {
      return noteTrouble(feed, error as Error)
    }
  }

  /** What nobody foresaw, such as a story that the database refuses, is this feed's trouble and not the run's. */
  function noteTrouble(feed: Feed, error: Error): Promise<FeedResult> {
    const { message } = error.cause instanceof Error ? error.cause : error
    const failed = failedFeed(feed, `Its stories could not be taken in: ${message}`, { now, random })
    return storeGathered(database.db, feed, failed, now())
  }

  return {
    fetchNews: () => start('due', () => listDueFeeds(database.db, now())),
    refresh(which) {
      if (which === 'all') return start('all', () => listFeedsToRefresh(database.db, now()))
      return start(which.feedId, () => listEnabledFeed(database.db, which.feedId))
    },
    async tryFeed(address) {
      const reader = openReader()
      try {
        return await tryFeed(address, { outbound, reader, now: now(), signal: stopping.signal })
      } finally {
        await reader.close()
      }
    },
    async stop() {
      stopping.abort()
      await Promise.allSettled(current.values())
    },
  }
}

function addResult(report: FetchReport, feed: Feed, result: FeedResult): void {
  report.feeds += 1
  report.created += result.counts.created
  report.updated += result.counts.updated
  report.duplicates += result.counts.duplicates
  if (result.outcome === 'not-modified') report.notModified += 1
  if (result.outcome === 'failed') {
    report.failed += 1
    report.errors.push({ url: feed.url, title: feed.title, error: result.error })
  }
}
