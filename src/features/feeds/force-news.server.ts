import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { listDueFeeds } from './feeds.server.ts'
import type { FetchReport, NewsFetcher } from './fetch-news.server.ts'

/** Not even an administrator has a publisher asked twice in this time. */
const LEAST_PAUSE_SECONDS = 60

/**
 * Gathers all enabled feeds now, due or not: what only an administrator may ask for. A feed that was asked a moment ago is left
 * out, and so is one that failed: its wait is the publisher's own wish, or doubles until it answers.
 *
 * @throws when the database is away
 */
export async function forceNews(
  db: Db,
  fetcher: Pick<NewsFetcher, 'fetchNews'>,
  now: Date,
): Promise<FetchReport> {
  const time = sql`${now.toISOString()}::timestamptz`
  await db.execute(sql`
    update feeds set next_check_at = ${time}
    where enabled and failure_count = 0 and next_check_at > ${time}
      and (last_checked_at is null or last_checked_at < ${time} - ${LEAST_PAUSE_SECONDS} * interval '1 second')`)
  const report = await fetcher.fetchNews()
  // A run that was under way had chosen its feeds before these became due.
  const left = await listDueFeeds(db, now)
  return left.length > 0 ? together(report, await fetcher.fetchNews()) : report
}

function together(one: FetchReport, other: FetchReport): FetchReport {
  return {
    feeds: one.feeds + other.feeds,
    notModified: one.notModified + other.notModified,
    failed: one.failed + other.failed,
    created: one.created + other.created,
    updated: one.updated + other.updated,
    duplicates: one.duplicates + other.duplicates,
    errors: [...one.errors, ...other.errors],
  }
}
