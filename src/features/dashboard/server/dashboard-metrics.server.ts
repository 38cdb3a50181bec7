import { sql } from 'drizzle-orm'
import type { ResultCount } from '#features/articles/rules/result-count.ts'
import { countArticles } from '#features/articles/server/article-counts.server.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import type { Db } from '#platform/database/db.server.ts'

/** Exact counts up to here take a few milliseconds from an index. */
const MAX_COUNTED_RECENT = 10_000

export type DashboardMetrics = {
  articles: number
  /** The last 24 hours (spec §9). */
  lastDay: ResultCount
  breaking: ResultCount
  /** All accounts. */
  users: number
  administrators: number
  /** Editors, authors and contributors. */
  staff: number
  subscribers: number
  activeSubscribers: number
}

export async function countDashboardMetrics(db: Db, now: Date): Promise<DashboardMetrics> {
  const [articles, lastDay, breaking, people] = await Promise.all([
    countArticles(db),
    countLastDay(db, now),
    countBreaking(db),
    countPeople(db),
  ])
  return { articles, lastDay, breaking, ...people }
}

/** Excludes articles with a future date. */
function countLastDay(db: Db, now: Date): Promise<ResultCount> {
  const from = new Date(now.getTime() - DAY_MS).toISOString()
  return countUpTo(
    db,
    MAX_COUNTED_RECENT,
    sql`select from articles where published_at > ${from}::timestamptz
      and published_at <= ${now.toISOString()}::timestamptz limit ${MAX_COUNTED_RECENT + 1}`,
  )
}

function countBreaking(db: Db): Promise<ResultCount> {
  return countUpTo(
    db,
    MAX_COUNTED_RECENT,
    sql`select from articles where is_breaking limit ${MAX_COUNTED_RECENT + 1}`,
  )
}

/** @param rows limited to `max` + 1 rows */
async function countUpTo(db: Db, max: number, rows: ReturnType<typeof sql>): Promise<ResultCount> {
  const result = await db.execute<{ count: number }>(sql`select count(*)::int from (${rows}) as counted`)
  const count = result.rows[0]?.count ?? 0
  return { count: Math.min(count, max), hasMore: count > max }
}

async function countPeople(
  db: Db,
): Promise<
  Pick<DashboardMetrics, 'users' | 'administrators' | 'staff' | 'subscribers' | 'activeSubscribers'>
> {
  const { rows } = await db.execute<
    Record<'users' | 'administrators' | 'staff' | 'subscribers' | 'active', number>
  >(sql`
    select users, administrators, staff, subscribers, active
    from (select count(*)::int as users, count(*) filter (where role = 'admin')::int as administrators,
        count(*) filter (where role not in ('admin', 'user'))::int as staff
        from users where removed_at is null),
      (select count(*)::int as subscribers, count(*) filter (where is_active)::int as active
       from newsletter_subscribers)`)
  const { users = 0, administrators = 0, staff = 0, subscribers = 0, active = 0 } = rows[0] ?? {}
  return { users, administrators, staff, subscribers, activeSubscribers: active }
}
