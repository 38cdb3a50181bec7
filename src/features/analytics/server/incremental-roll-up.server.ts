import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { METRIC_KINDS } from '#schema/analytics.ts'
import {
  allViews,
  dailyMetrics,
  isWithin,
  METRIC_COLUMNS,
  prepareToCount,
  theirViews,
  uncountedViews,
  uncountedVisitors,
} from './daily-metrics.server.ts'

/** The days whose views are not rolled up for good. */
const RUNNING_DAYS = {
  from: sql`coalesce(
    (select max(start) + 1 from view_figures where kind = 'all' and span = 'day'), '-infinity'::date)`,
  to: sql`'infinity'::date`,
}

/** What pages tell waits while views are counted, so that is done of so many visitors at a time. */
const MOST_VISITORS = 2_000

/**
 * Takes into the running figures what came since they were made. One statement sees the views of one moment, and marks as
 * counted just what it counts. So nothing is counted twice, whatever ends it; what it has not counted is added by who reads. Where nothing
 * came, nothing is locked.
 *
 * @param most of how many visitors at a time
 */
export async function rollUpNewViews(db: Db, most = MOST_VISITORS): Promise<void> {
  const { rows } = await db.execute(sql`${uncountedVisitors(RUNNING_DAYS)} limit 1`)
  let counted = rows.length * most
  while (counted >= most) {
    counted = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.rollUpViews})`)
      await prepareToCount(tx)
      return trackPageViews(tx, {
        visitors: sql`${uncountedVisitors(RUNNING_DAYS)} limit ${most}`,
        views: uncountedViews(RUNNING_DAYS, sql`visitors`),
      })
    })
  }
}

/**
 * Makes the running figures from scratch: those of days that are over by now go, and where views were changed or deleted by hand,
 * figures are theirs again. For whoever holds the lock of rolling up.
 */
export async function rebuildIncrementalRollUp(tx: Db): Promise<void> {
  await tx.execute(sql`delete from view_figures where span = 'running'`)
  await trackPageViews(tx, { visitors: uncountedVisitors(RUNNING_DAYS), views: allViews(RUNNING_DAYS) })
}

/**
 * @param visitors whose views are marked as counted
 * @param views what the running figures lack
 * @returns how many visitors that were
 */
async function trackPageViews(tx: Db, { visitors, views }: { visitors: SQL; views: SQL }): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.changeViews})`)
  const { rows } = await tx.execute<{ counted: number }>(sql`
    with visitors as materialized (
      ${visitors}
    ), uncounted as materialized (
      select id, array[seconds, depth, bookmarks, shares] as told from visitors ${theirViews(sql`visitors`)}
      where ${isWithin(RUNNING_DAYS)} and not is_counted
    ), figures as (
      ${dailyMetrics(views, METRIC_KINDS)}
    ), added as (
      insert into view_figures as kept
        (span, start, kind, name, ${METRIC_COLUMNS})
      select 'running', day, kind, name, ${METRIC_COLUMNS} from figures
      on conflict (kind, span, start, name) do update set
        views = kept.views + excluded.views, visitors = kept.visitors + excluded.visitors,
        sessions = kept.sessions + excluded.sessions, bounces = kept.bounces + excluded.bounces,
        seconds = kept.seconds + excluded.seconds, reads = kept.reads + excluded.reads,
        depth = kept.depth + excluded.depth, bookmarks = kept.bookmarks + excluded.bookmarks,
        shares = kept.shares + excluded.shares
    ), marked_as_counted as (
      update page_views as view set counted = uncounted.told from uncounted where view.id = uncounted.id
    )
    select count(*)::int as counted from visitors`)
  return rows[0]?.counted ?? 0
}
