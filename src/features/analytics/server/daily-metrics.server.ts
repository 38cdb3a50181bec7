import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import type { viewMetrics } from '#schema/analytics.ts'

/** After so long without another view, a visitor who comes again begins another session. */
const SESSION_GAP = sql`interval '30 minutes'`

export type MetricKind = (typeof viewMetrics.$inferSelect)['kind']

/** When a day begins in Europe/London. @param day an SQL date */
export function startOf(day: SQL): SQL {
  return sql`((${day})::date::timestamp at time zone 'Europe/London')`
}

/** The days from which views are wanted, as SQL dates, both included. */
type Days = { from: SQL; to: SQL }

/** All views of some days. */
export function allViews(days: Days): SQL {
  return sql`select *, 1 as sign from page_views where ${isWithin(days)}`
}

/**
 * What running figures have to be added to, to be those of now: of each visitor of whom something is new, all views as they are,
 * and, to be taken away, as they were counted. However many views a day has, only those visitors' are looked up: past `offset 0`
 * no plan has the day's others read for it, however little is known of the tables.
 *
 * @param visitors who of them, as a table of that name has them; without it, all
 */
export function uncountedViews(days: Days, visitors = sql`(${uncountedVisitors(days)})`): SQL {
  return sql`
    select id, at, view.visitor, path, referrer, source, campaign, device, country, told.*
    from ${visitors} as uncounted
    ${theirViews(sql`uncounted`)}
    cross join lateral (values
      (1, view.seconds, view.depth, view.bookmarks, view.shares),
      (-1, counted[1], counted[2], counted[3], counted[4])
    ) as told (sign, seconds, depth, bookmarks, shares)
    where ${isWithin(days)} and told.seconds is not null`
}

/** Of whom something is new. */
export function uncountedVisitors(days: Days): SQL {
  return sql`select distinct visitor from page_views where ${isWithin(days)} and not is_counted`
}

/** Joins to each row of a table of visitors their views. */
export function theirViews(visitors: SQL): SQL {
  return sql`cross join lateral (select * from page_views as own where own.visitor = ${visitors}.visitor offset 0) as view`
}

/** Which views are of some days. */
export function isWithin({ from, to }: Days): SQL {
  return sql`at >= ${startOf(from)} and at < ${startOf(sql`(${to})::date + 1`)}`
}

/** The columns of figures, in `view_figures` as in what `dailyMetrics` makes. */
export const METRIC_COLUMNS = sql`views, visitors, sessions, bounces, seconds, reads, depth, bookmarks, shares`

/**
 * The figures of views by their day: rows of day, kind, name and METRIC_COLUMNS. A visitor is counted by being a row: to count
 * distinct ones PostgreSQL would sort them. A path's sessions are those that began there. What a session came from is what
 * its first view came from. Since a visitor's figures are made of nobody else's views, those of all visitors add up, and can
 * be added and taken away by visitor.
 *
 * @param views the rows of page_views, of each visitor all of a day, with `sign`: 1, or -1 where they are to be taken away
 * @param kinds which are wanted
 */
export function dailyMetrics(views: SQL, kinds: readonly MetricKind[]): SQL {
  const wanted = sql`${sql.param(kinds)}::text[]`
  return sql`
    with marked as materialized (
      select *, (at at time zone 'Europe/London')::date as day,
        coalesce(at - lag(at) over (
          partition by sign, (at at time zone 'Europe/London')::date, visitor order by at, id
        ) > ${SESSION_GAP}, true) as is_first
      from (${views}) as views
    ), numbered as (
      select *, count(*) filter (where is_first) over (partition by sign, day, visitor order by at, id) as session
      from marked
      where ${wanted} && '{all,source,referrer,campaign,device,country}'::text[]
    ), sessions as (
      select sign, day, visitor, session, count(*) as views, sum(seconds) as seconds,
        count(*) filter (where seconds > 0 or depth > 0) as reads, sum(depth) as depth,
        sum(bookmarks) as bookmarks, sum(shares) as shares,
        max(referrer) filter (where is_first) as referrer, max(source) filter (where is_first) as source,
        max(campaign) filter (where is_first) as campaign, max(device) as device, max(country) as country
      from numbered group by sign, day, visitor, session
    )
    select day, kind, name, sum(sign * views)::int as views, sum(sign)::int as visitors,
      sum(sign * sessions)::int as sessions, sum(sign * bounces)::int as bounces, sum(sign * seconds)::bigint as seconds,
      sum(sign * reads)::int as reads, sum(sign * depth)::bigint as depth, sum(sign * bookmarks)::int as bookmarks,
      sum(sign * shares)::int as shares
    from (
      select sign, day, kind, name, visitor, sum(views) as views, count(*) as sessions,
        count(*) filter (where views = 1) as bounces, sum(seconds) as seconds, sum(reads) as reads,
        sum(depth) as depth, sum(bookmarks) as bookmarks, sum(shares) as shares
      from sessions cross join lateral (values
        ('all', ''),
        ('source', coalesce(nullif(source, ''), referrer)),
        ('referrer', nullif(referrer, '')),
        ('campaign', nullif(campaign, '')),
        ('device', device),
        ('country', nullif(country, ''))
      ) as part (kind, name)
      where kind = any (${wanted}) and name is not null
      group by sign, day, kind, name, visitor
      union all
      select sign, day, kind, name, visitor, count(*), count(*) filter (where is_first), 0, sum(seconds),
        count(*) filter (where seconds > 0 or depth > 0), sum(depth), sum(bookmarks), sum(shares)
      from marked cross join lateral (values
        ('path', path),
        ('depth', case when path like '/article/%' and (seconds > 0 or depth > 0)
          then (greatest(1, ceil(depth / 25.0)) * 25)::int::text end)
      ) as part (kind, name)
      where kind = any (${wanted}) and name is not null
      group by sign, day, kind, name, visitor
    ) as visitors
    group by day, kind, name`
}

/**
 * For the rest of a transaction: a day's views are sorted in memory, since on disk it takes twice as long, and statements are not
 * compiled, since that takes longer than they do.
 */
export async function prepareToCount(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`)
}
