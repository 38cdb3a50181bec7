import { asc, getTableColumns, sql } from 'drizzle-orm'
import { type FeedHealth, feedHealth } from '#domain/feeds/feed-health.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Feed } from './feeds.server.ts'
import { MOST_COUNTED } from './most-counted.ts'
import { feeds } from './schema.ts'

/** A feed as the back-office lists it; `articles` counts no further than `MOST_COUNTED`. */
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
        (select from articles where articles.feed_id = feeds.id limit ${MOST_COUNTED}) as counted)`,
    })
    .from(feeds)
    .orderBy(asc(sql`lower(${feeds.title})`), asc(feeds.url))
  return rows.map((row) => ({ ...row, health: feedHealth(row) }))
}
