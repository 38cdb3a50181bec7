import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import type { Figure } from '../rules/approximate-count.ts'

/** Counted exactly up to these: an index gives them in a few milliseconds. */
const MOST_ARTICLES_COUNTED = 50_000
const MOST_LATEST_COUNTED = 10_000

const DAY_MS = 24 * 60 * 60 * 1000

/** What the dashboard's cards show. */
export type Figures = {
  articles: Figure
  /** Published within the last 24 hours (spec §9). */
  lastDay: Figure
  breaking: Figure
  users: number
  administrators: number
  subscribers: number
  activeSubscribers: number
}

/** Counts for the dashboard at `now`, within milliseconds however many articles there are. */
export async function countDashboardMetrics(db: Db, now: Date): Promise<Figures> {
  const [articles, lastDay, breaking, people] = await Promise.all([
    countArticles(db),
    countLastDay(db, now),
    countBreaking(db),
    countPeople(db),
  ])
  return { articles, lastDay, breaking, ...people }
}

async function countArticles(db: Db): Promise<Figure> {
  const counted = await bounded(
    db,
    MOST_ARTICLES_COUNTED,
    sql`select from articles limit ${MOST_ARTICLES_COUNTED + 1}`,
  )
  if (counted.accuracy === 'exact') return counted
  return { count: Math.max(counted.count, await estimateArticles(db)), accuracy: 'about' }
}

/** The density of the table as it was last analysed, over the size that it has now. */
async function estimateArticles(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select (reltuples / greatest(relpages, 1)
      * (pg_relation_size(oid) / current_setting('block_size')::int))::float8 as count
    from pg_class where oid = 'articles'::regclass`)
  return Math.round(rows[0]?.count ?? 0)
}

/** What is to be published later is not among them. */
function countLastDay(db: Db, now: Date): Promise<Figure> {
  const from = new Date(now.getTime() - DAY_MS).toISOString()
  return bounded(
    db,
    MOST_LATEST_COUNTED,
    sql`select from articles where published_at > ${from}::timestamptz
      and published_at <= ${now.toISOString()}::timestamptz limit ${MOST_LATEST_COUNTED + 1}`,
  )
}

function countBreaking(db: Db): Promise<Figure> {
  return bounded(
    db,
    MOST_LATEST_COUNTED,
    sql`select from articles where is_breaking limit ${MOST_LATEST_COUNTED + 1}`,
  )
}

/** @param rows a query for one row more than `most`, where there are as many */
async function bounded(db: Db, most: number, rows: ReturnType<typeof sql>): Promise<Figure> {
  const answer = await db.execute<{ count: number }>(sql`select count(*)::int from (${rows}) as counted`)
  const count = answer.rows[0]?.count ?? 0
  return { count: Math.min(count, most), accuracy: count > most ? 'at-least' : 'exact' }
}

async function countPeople(
  db: Db,
): Promise<Pick<Figures, 'users' | 'administrators' | 'subscribers' | 'activeSubscribers'>> {
  const { rows } = await db.execute<
    Record<'users' | 'administrators' | 'subscribers' | 'active', number>
  >(sql`
    select users, administrators, subscribers, active
    from (select count(*)::int as users, count(*) filter (where role = 'admin')::int as administrators from users),
      (select count(*)::int as subscribers, count(*) filter (where is_active)::int as active
       from newsletter_subscribers)`)
  const { users = 0, administrators = 0, subscribers = 0, active = 0 } = rows[0] ?? {}
  return { users, administrators, subscribers, activeSubscribers: active }
}
