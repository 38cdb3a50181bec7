import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { allViews, dayFigures, isWithin, prepareToCount, uncountedViews } from './day-figures.server.ts'
import { FIGURE_KINDS } from './schema.ts'

/** The days whose views are not rolled up for good. */
const RUNNING_DAYS = {
  from: sql`coalesce(
    (select max(start) + 1 from view_figures where kind = 'all' and span = 'day'), '-infinity'::date)`,
  to: sql`'infinity'::date`,
}

/**
 * Takes into the running figures what came since they were made. One statement does it: it sees the views of one moment, and marks
 * as counted just what it counts. So nothing is counted twice, whatever ends it; what it has not counted is added by who reads.
 */
export async function countRunningDays(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.rollUpViews})`)
    await prepareToCount(tx)
    await countViews(tx, uncountedViews(RUNNING_DAYS))
  })
}

/**
 * Makes the running figures from scratch: those of days that are over by now go, and where views were changed or deleted by hand,
 * figures are theirs again. For whoever holds the lock of rolling up.
 */
export async function recountRunningDays(tx: Db): Promise<void> {
  await tx.execute(sql`delete from view_figures where span = 'running'`)
  await countViews(tx, allViews(RUNNING_DAYS))
}

/** @param views what the running figures lack */
async function countViews(tx: Db, views: SQL): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.changeViews})`)
  await tx.execute(sql`
    with uncounted as materialized (
      select id, array[seconds, depth, bookmarks, shares] as told from page_views
      where ${isWithin(RUNNING_DAYS)} and not is_counted
    ), figures as (
      ${dayFigures(views, FIGURE_KINDS)}
    ), added as (
      insert into view_figures as kept
        (span, start, kind, name, views, visitors, sessions, bounces, seconds, reads, depth, bookmarks, shares)
      select 'running', day, kind, name, views, visitors, sessions, bounces, seconds, reads, depth, bookmarks, shares
      from figures
      on conflict (kind, span, start, name) do update set
        views = kept.views + excluded.views, visitors = kept.visitors + excluded.visitors,
        sessions = kept.sessions + excluded.sessions, bounces = kept.bounces + excluded.bounces,
        seconds = kept.seconds + excluded.seconds, reads = kept.reads + excluded.reads,
        depth = kept.depth + excluded.depth, bookmarks = kept.bookmarks + excluded.bookmarks,
        shares = kept.shares + excluded.shares
    )
    update page_views as view set counted = uncounted.told from uncounted where view.id = uncounted.id`)
}
