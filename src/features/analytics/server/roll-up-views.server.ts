import { sql } from 'drizzle-orm'
import { londonDay } from '#kernel/london-calendar.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { METRIC_KINDS } from '#schema/analytics.ts'
import { allViews, dailyMetrics, METRIC_COLUMNS, tuneForAggregation } from './daily-metrics.server.ts'
import { rebuildIncrementalRollUp } from './incremental-roll-up.server.ts'
import { deleteSalts } from './visitor-salt.server.ts'

export const RETENTION_DAYS = 30

/**
 * Rolls up finished days (Europe/London) and deletes expired views and salts. Idempotent and safe to run concurrently.
 *
 * @returns the days, oldest first
 */
export async function rollUpViews(db: Db, now: Date): Promise<string[]> {
  const today = londonDay(now.toISOString())
  await deleteSalts(db, today)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.rollUpViews})`)
    await tuneForAggregation(tx)
    // Repeats the last day, since beacons may arrive after midnight.
    const { rows } = await tx.execute<{ day: string }>(sql`
      with first as (
        select coalesce(
          (select case when max(start) < ${today}::date - ${RETENTION_DAYS}::int then max(start) + 1 else max(start) end
            from view_figures where kind = 'all' and span = 'day'),
          (select (min(at) at time zone 'Europe/London')::date from page_views)
        ) as day
      )
      select days.day::date::text as day
      from first, generate_series(first.day, ${today}::date - 1, '1 day') as days (day)`)
    const days = rows.map(({ day }) => day)
    const [first, last] = [days[0], days.at(-1)]
    if (first && last) await rollUpDays(tx, first, last)
    for (const month of new Set(days.map((day) => `${day.slice(0, 7)}-01`))) await rollUpMonth(tx, month)
    await tx.execute(sql`
      delete from page_views
      where at < (${today}::date - ${RETENTION_DAYS}::int)::timestamp at time zone 'Europe/London'`)
    await rebuildIncrementalRollUp(tx)
    return days
  })
}

/** A row without views marks a day as measured. */
async function rollUpDays(db: Db, first: string, last: string): Promise<void> {
  const [from, to] = [sql`${first}::date`, sql`${last}::date`]
  await db.execute(sql`delete from view_figures where span = 'day' and start between ${from} and ${to}`)
  await db.execute(sql`
    insert into view_figures (span, start, kind, name, ${METRIC_COLUMNS})
    select 'day', day, kind, name, ${METRIC_COLUMNS} from (${dailyMetrics(allViews({ from, to }), METRIC_KINDS)}) as metrics`)
  await db.execute(sql`
    insert into view_figures (span, start, kind, name, ${METRIC_COLUMNS})
    select 'day', day, 'all', '', 0, 0, 0, 0, 0, 0, 0, 0, 0 from generate_series(${from}, ${to}, '1 day') as day
    on conflict do nothing`)
}

async function rollUpMonth(db: Db, month: string): Promise<void> {
  await db.execute(sql`delete from view_figures where span = 'month' and start = ${month}::date`)
  await db.execute(sql`
    insert into view_figures (span, start, kind, name, ${METRIC_COLUMNS})
    select 'month', ${month}::date, kind, name, sum(views), sum(visitors), sum(sessions), sum(bounces), sum(seconds),
      sum(reads), sum(depth), sum(bookmarks), sum(shares)
    from view_figures
    where span = 'day' and start >= ${month}::date and start < ${month}::date + interval '1 month'
    group by kind, name`)
}
