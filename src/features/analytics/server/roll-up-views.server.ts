import { type SQL, sql } from 'drizzle-orm'
import { hourAndWeekday, localDay } from '#kernel/time/zoned-time.ts'
import type { Db } from '#platform/database/db.server.ts'
import { dayOf, startOfDay } from '#platform/database/local-day.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { METRIC_KINDS } from '#schema/analytics.ts'
import { OTHER_NAMES } from '../rules/beacon.ts'
import {
  allViews,
  dailyMetrics,
  MAX_NAMES,
  METRIC_COLUMNS,
  METRIC_SUMS,
  tuneForAggregation,
} from './daily-metrics.server.ts'
import { rebuildIncrementalRollUp } from './incremental-roll-up.server.ts'
import { deleteSalts } from './visitor-salt.server.ts'

export const VIEW_RETENTION_DAYS = 30
const VIEWS_PER_PART = 50_000

/**
 * Rolls up finished days and deletes expired views and salts. Idempotent and safe to run concurrently.
 *
 * @returns the days, oldest first
 */
export async function rollUpViews(db: Db, now: Date, viewsPerPart = VIEWS_PER_PART): Promise<string[]> {
  const today = localDay(now.toISOString())
  await deleteSalts(db, today)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.rollUpViews})`)
    await tuneForAggregation(tx)
    const { rows } = await tx.execute<{ day: string }>(sql`
      with first as (
        select coalesce(
          (select case when max(start) < ${today}::date - ${VIEW_RETENTION_DAYS}::int then max(start) + 1 else max(start) end
            from view_metrics where kind = 'all' and span = 'day'),
          (select ${dayOf(sql`min(at)`)} from page_views)
        ) as day
      )
      select days.day::date::text as day
      from first, generate_series(first.day, ${today}::date - 1, '1 day') as days (day)`)
    const days = rows.map(({ day }) => day)
    if (days.length > 0) await rollUpDays(tx, days, viewsPerPart)
    for (const month of new Set(days.map((day) => `${day.slice(0, 7)}-01`))) await rollUpMonth(tx, month)
    await tx.execute(sql`
      delete from page_views
      where at < ${startOfDay(sql`${today}::date - ${VIEW_RETENTION_DAYS}::int`)}`)
    await rebuildIncrementalRollUp(tx)
    return days
  })
}

/** The hour in which the last day is rolled up again, since beacons may arrive after midnight. */
const REPEATED_HOUR = 1

/** Whether a day has ended that has no roll-up yet, or the last one is due again. */
export async function isRollUpDue(db: Db, now: Date): Promise<boolean> {
  if (hourAndWeekday(now).hour === REPEATED_HOUR) return true
  const { rows } = await db.execute<{ isDue: boolean }>(sql`
    select coalesce(max(start) < ${localDay(now.toISOString())}::date - 1, true) as "isDue"
    from view_metrics where kind = 'all' and span = 'day'`)
  return rows[0]?.isDue ?? true
}

function limitNames(metrics: SQL): SQL {
  return sql`
    select kind, case when place > ${MAX_NAMES} then ${OTHER_NAMES} else name end as name,
      ${METRIC_SUMS}
    from (
      select *, row_number() over (partition by kind order by name = ${OTHER_NAMES}, views desc, name) as place
      from (${metrics}) as metrics
    ) as ranked
    group by 1, 2`
}

/** A row without views marks a day as measured. */
async function rollUpDays(db: Db, days: readonly string[], viewsPerPart: number): Promise<void> {
  const [from, to] = [sql`${days[0]}::date`, sql`${days.at(-1)}::date`]
  await db.execute(sql`delete from view_metrics where span = 'day' and start between ${from} and ${to}`)
  await db.execute(sql`
    create temporary table part_metrics on commit drop as
    select kind, name, ${METRIC_COLUMNS} from view_metrics limit 0`)
  for (const text of days) {
    const day = sql`${text}::date`
    if (!(await aggregateInParts(db, allViews({ from: day, to: day }), viewsPerPart))) continue
    for (const kind of METRIC_KINDS)
      await db.execute(sql`
        insert into view_metrics (span, start, kind, name, ${METRIC_COLUMNS})
        select 'day', ${day}, kind, name, ${METRIC_COLUMNS} from (${limitNames(sql`
          select kind, name, ${METRIC_SUMS} from part_metrics where kind = ${kind} group by kind, name`)}) as limited`)
    await db.execute(sql`truncate part_metrics`)
  }
  await db.execute(sql`
    insert into view_metrics (span, start, kind, name, ${METRIC_COLUMNS})
    select 'day', day, 'all', '', 0, 0, 0, 0, 0, 0, 0, 0, 0 from generate_series(${from}, ${to}, '1 day') as day
    on conflict do nothing`)
}

/**
 * Aggregates views in parts by visitor, since a busy day may exceed the time limit of a statement.
 *
 * @returns whether there are any
 */
async function aggregateInParts(db: Db, views: SQL, viewsPerPart: number): Promise<boolean> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${views}) as views`,
  )
  const parts = Math.ceil((rows[0]?.count ?? 0) / viewsPerPart)
  for (let part = 0; part < parts; part++) {
    const viewsOfPart = sql`
      select * from (${views}) as views where mod(get_byte(uuid_send(visitor), 15), ${parts}::int) = ${part}::int`
    await db.execute(sql`
      insert into part_metrics
      select kind, name, ${METRIC_COLUMNS} from (${dailyMetrics(viewsOfPart, METRIC_KINDS)}) as metrics`)
  }
  return parts > 0
}

async function rollUpMonth(db: Db, month: string): Promise<void> {
  await db.execute(sql`delete from view_metrics where span = 'month' and start = ${month}::date`)
  await db.execute(sql`
    insert into view_metrics (span, start, kind, name, ${METRIC_COLUMNS})
    select 'month', ${month}::date, kind, name, ${METRIC_COLUMNS} from (${limitNames(sql`
      select kind, name, ${METRIC_SUMS}
      from view_metrics
      where span = 'day' and start >= ${month}::date and start < ${month}::date + interval '1 month'
      group by kind, name`)}) as limited`)
}
