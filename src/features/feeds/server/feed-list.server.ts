import { asc, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { feeds } from '#schema/feeds.ts'
import { type FeedHealth, feedHealth } from '../rules/feed-health.ts'
import { MAX_COUNTED_ARTICLES } from '../rules/feed-limits.ts'
import type { Feed } from './feeds.server.ts'

/** A feed as the back office lists it; `articles` counts no further than `MAX_COUNTED_ARTICLES`. */
export type ListedFeed = Omit<Feed, 'etag' | 'lastModified' | 'createdAt'> & {
  health: FeedHealth
  articles: number
}

/** All feeds by title, with how they are and how many articles are theirs. */
export async function listFeedsWithHealth(db: Db): Promise<ListedFeed[]> {
  const { etag: _, lastModified: __, createdAt: ___, ...columns } = getTableColumns(feeds)
  const rows = await db
    .select({
      ...columns,
      articles: sql<number>`(select count(*)::int from
        (select from articles where articles.feed_id = feeds.id limit ${MAX_COUNTED_ARTICLES}) as counted)`,
    })
    .from(feeds)
    .orderBy(asc(sql`lower(${feeds.title})`), asc(feeds.url))
  return rows.map((row) => ({ ...row, health: feedHealth(row) }))
}
