import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { METRIC_KINDS } from '#schema/analytics.ts'
import { OTHER_NAMES } from '../rules/beacon.ts'
import {
  allViews,
  dailyMetrics,
  isWithin,
  joinViews,
  MAX_NAMES,
  METRIC_COLUMNS,
  METRIC_SUMS,
  tuneForAggregation,
  uncountedViews,
  uncountedVisitors,
} from './daily-metrics.server.ts'

const PENDING_DAYS = {
  from: sql`coalesce(
    (select max(start) + 1 from view_metrics where kind = 'all' and span = 'day'), '-infinity'::date)`,
  to: sql`'infinity'::date`,
}

/** Relative to a finished day, whose most frequent names are known. */
const RUNNING_NAMES = 4

/** Limits the time that beacons wait for the lock. */
const VISITORS_PER_BATCH = 2_000

/**
 * One statement aggregates views and marks them as counted, so that none is counted twice. Takes no lock without
 * new views.
 */
export async function rollUpNewViews(db: Db, visitorsPerBatch = VISITORS_PER_BATCH): Promise<void> {
  const { rows } = await db.execute(sql`${uncountedVisitors(PENDING_DAYS)} limit 1`)
  let counted = rows.length * visitorsPerBatch
  while (counted >= visitorsPerBatch) {
    counted = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.rollUpViews})`)
      await tuneForAggregation(tx)
      return addViews(tx, {
        visitors: sql`${uncountedVisitors(PENDING_DAYS)} limit ${visitorsPerBatch}`,
        views: uncountedViews(PENDING_DAYS, sql`visitors`),
      })
    })
  }
}

/** Includes views edited or deleted in the database. The caller must hold the roll-up lock. */
export async function rebuildIncrementalRollUp(tx: Db): Promise<void> {
  await tx.execute(sql`delete from view_metrics where span = 'running'`)
  await addViews(tx, { visitors: uncountedVisitors(PENDING_DAYS), views: allViews(PENDING_DAYS) })
}

/**
 * @param options.visitors whose views are marked as counted
 * @returns the number of visitors
 */
async function addViews(tx: Db, { visitors, views }: { visitors: SQL; views: SQL }): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.changeViews})`)
  const { rows } = await tx.execute<{ counted: number }>(sql`
    with visitors as materialized (
      ${visitors}
    ), uncounted as materialized (
      select id, array[seconds, depth, bookmarks, shares] as counted from visitors ${joinViews(sql`visitors`)}
      where ${isWithin(PENDING_DAYS)} and not is_counted
    ), metrics as (
      ${dailyMetrics(views, METRIC_KINDS)}
    ), stored_names as materialized (
      select kind, start, count(*)::int as names from view_metrics where span = 'running' group by kind, start
    ), ranked as (
      select metrics.*, stored.name is not null as is_stored, coalesce(names, 0) as names,
        row_number() over (
          partition by metrics.kind, day, stored.name is null order by metrics.views desc, metrics.name
        ) as place
      from metrics
      left join view_metrics as stored
        on stored.span = 'running' and stored.kind = metrics.kind and stored.start = day and stored.name = metrics.name
      left join stored_names on stored_names.kind = metrics.kind and stored_names.start = day
    ), limited as (
      select day, kind,
        case when not is_stored and place > ${RUNNING_NAMES} * ${MAX_NAMES} - names then ${OTHER_NAMES} else name end as name,
        ${METRIC_SUMS}
      from ranked group by 1, 2, 3
    ), added as (
      insert into view_metrics as stored
        (span, start, kind, name, ${METRIC_COLUMNS})
      select 'running', day, kind, name, ${METRIC_COLUMNS} from limited
      on conflict (kind, span, start, name) do update set
        views = stored.views + excluded.views, visitors = stored.visitors + excluded.visitors,
        sessions = stored.sessions + excluded.sessions, bounces = stored.bounces + excluded.bounces,
        seconds = stored.seconds + excluded.seconds, reads = stored.reads + excluded.reads,
        depth = stored.depth + excluded.depth, bookmarks = stored.bookmarks + excluded.bookmarks,
        shares = stored.shares + excluded.shares
    ), marked_as_counted as (
      update page_views as view set counted = uncounted.counted from uncounted where view.id = uncounted.id
    )
    select count(*)::int as counted from visitors`)
  return rows[0]?.counted ?? 0
}
