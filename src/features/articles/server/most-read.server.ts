import { asc, eq, sql } from 'drizzle-orm'
import { tuneForAggregation } from '#features/analytics/server/daily-metrics.server.ts'
import type { ArticleCard } from '#kernel/article.ts'
import { readShared } from '#platform/cache/shared-reads.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { MOST_READ_HOURS, mostRead } from '#schema/analytics.ts'
import { articles } from '#schema/articles.ts'
import { writeMostReadList } from '../rules/article-aside.ts'
import { cardColumns, toCard } from './articles.server.ts'

type MostReadHours = (typeof MOST_READ_HOURS)[number]

/** More than lists show, since articles may be withdrawn before the next ranking. */
const RANKED = 20
const ARTICLE_PATH = '^/article/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/|$)'
/** Otherwise, a single visitor could decide the list of a quiet hour. */
const MIN_VISITORS = 2

/**
 * Lists the articles with the most visitors in the last hour or day, by our own counts, as of the latest ranking (newsroom
 * §5). Pages that show them are dropped when the ranking or a listed article changes.
 */
export async function listMostRead(db: Db, hours: MostReadHours): Promise<ArticleCard[]> {
  return readShared(`most-read:${hours}`, 'most-read', async () => {
    const rows = await db
      .select(cardColumns)
      .from(mostRead)
      .innerJoin(articles, eq(articles.id, mostRead.articleId))
      .where(eq(mostRead.hours, hours))
      .orderBy(asc(mostRead.place))
    return rows.map(toCard)
  })
}

/** Returns the HTML of the list beside an article. */
export async function findMostReadList(db: Db, articleId: string): Promise<string> {
  const [hour, day] = await Promise.all([listMostRead(db, 1), listMostRead(db, 24)])
  return writeMostReadList({ hour, day }, articleId)
}

/**
 * Stores the ranking, without sponsored articles, if it has changed, which triggers announce. Safe to run concurrently.
 * Visitors around midnight count twice, since their hashes change (`visitor_salts`).
 */
export async function rankMostRead(db: Db, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.rankMostRead})`)
    await tuneForAggregation(tx)
    const ranked = await rank(tx, now)
    const { hours, place, articleId } = mostRead
    const stored = await tx.select({ hours, place, articleId }).from(mostRead).orderBy(hours, place)
    if (JSON.stringify(ranked) === JSON.stringify(stored)) return
    await tx.delete(mostRead)
    if (ranked.length > 0) await tx.insert(mostRead).values(ranked)
  })
}

/** Reads the views of a day once, for both lists. */
async function rank(tx: Db, now: Date): Promise<(typeof mostRead.$inferSelect)[]> {
  const until = sql`${now.toISOString()}::timestamptz`
  const hoursAgo = (hours: number) => sql`${until} - make_interval(hours => ${hours})`
  const [hour, day] = MOST_READ_HOURS
  const { rows } = await tx.execute<typeof mostRead.$inferSelect>(sql`
    with visits as (
      select path, visitor, max(at) as at from page_views
      where at > ${hoursAgo(day)} and at <= ${until} and path ~ ${ARTICLE_PATH}
      group by path, visitor
    ), read as (
      select split_part(path, '/', 3) as id, count(*) as day, count(*) filter (where at > ${hoursAgo(hour)}) as hour
      from visits group by 1
    ), ranked as (
      select span.hours, articles.id, row_number() over (
        partition by span.hours order by span.visitors desc, articles.published_at desc, articles.id
      ) as place
      from read cross join lateral (values (${hour}::int, hour), (${day}::int, day)) as span (hours, visitors)
      join articles on articles.id = read.id::uuid
      where span.visitors >= ${MIN_VISITORS} and articles.sponsored_by is null
    )
    select hours, place::int as place, id as "articleId" from ranked where place <= ${RANKED} order by hours, place`)
  return rows
}
