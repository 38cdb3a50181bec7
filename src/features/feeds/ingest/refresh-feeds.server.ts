import { eq } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { feeds } from '#schema/feeds.ts'
import type { NewsFetcher } from './fetch-news.server.ts'
import type { FetchReport } from './refresh-message.ts'

/** One or all enabled ones, with an audit entry. */
export async function refreshFeeds(
  db: Db,
  fetcher: Pick<NewsFetcher, 'refresh'>,
  by: Account,
  feedId?: string,
): Promise<FetchReport> {
  const report = await fetcher.refresh(feedId === undefined ? 'all' : { feedId })
  const { errors: _, ...counts } = report
  const changes = Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, { from: null, to: count }]),
  )
  await recordAudit(db, {
    by,
    action: 'feed.refresh',
    subjectId: feedId,
    subject: await nameOf(db, feedId),
    changes,
  })
  return report
}

async function nameOf(db: Db, feedId: string | undefined): Promise<string> {
  if (feedId === undefined) return 'All feeds'
  const [feed] = await db
    .select({ title: feeds.title, url: feeds.url })
    .from(feeds)
    .where(eq(feeds.id, feedId))
  return feed?.title || feed?.url || feedId
}
