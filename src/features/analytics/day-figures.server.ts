import { type SQL, sql } from 'drizzle-orm'
import type { viewFigures } from './schema.ts'

/** After so long without another view, a visitor who comes again begins another session. */
const SESSION_GAP = sql`interval '30 minutes'`

export type FigureKind = (typeof viewFigures.$inferSelect)['kind']

/** When a day begins in Europe/London. @param day an SQL date */
export function startOf(day: SQL): SQL {
  return sql`((${day})::date::timestamp at time zone 'Europe/London')`
}

/**
 * The figures of whole days, straight from their page views: rows of (day, kind, name, views, visitors, sessions, bounces, seconds,
 * reads, depth, bookmarks, shares). A visitor is counted by being a row: to count
 * distinct ones PostgreSQL would sort them. A path's sessions are those that began there. What a session came from is what its first view
 * came from. This is what the daily roll-up keeps, and what is shown of a day that has not been rolled up.
 *
 * @param from the first day, as an SQL date; with `to`, the last
 * @param kinds which are wanted
 */
export function dayFigures(from: SQL, to: SQL, kinds: readonly FigureKind[]): SQL {
  const wanted = sql`${sql.param(kinds)}::text[]`
  return sql`
    with marked as materialized (
      select *, (at at time zone 'Europe/London')::date as day,
        coalesce(at - lag(at) over (
          partition by (at at time zone 'Europe/London')::date, visitor order by at, id
        ) > ${SESSION_GAP}, true) as is_first
      from page_views where at >= ${startOf(from)} and at < ${startOf(sql`(${to})::date + 1`)}
    ), numbered as (
      select *, count(*) filter (where is_first) over (partition by day, visitor order by at, id) as session
      from marked
      where ${wanted} && '{all,source,referrer,campaign,device,country}'::text[]
    ), sessions as (
      select day, visitor, session, count(*) as views, sum(seconds) as seconds,
        count(*) filter (where seconds > 0 or depth > 0) as reads, sum(depth) as depth,
        sum(bookmarks) as bookmarks, sum(shares) as shares,
        max(referrer) filter (where is_first) as referrer, max(source) filter (where is_first) as source,
        max(campaign) filter (where is_first) as campaign, max(device) as device, max(country) as country
      from numbered group by day, visitor, session
    )
    select day, kind, name, sum(views)::int as views, count(*)::int as visitors, sum(sessions)::int as sessions,
      sum(bounces)::int as bounces, sum(seconds)::bigint as seconds, sum(reads)::int as reads,
      sum(depth)::bigint as depth, sum(bookmarks)::int as bookmarks, sum(shares)::int as shares
    from (
      select day, kind, name, visitor, sum(views) as views, count(*) as sessions,
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
      group by day, kind, name, visitor
      union all
      select day, kind, name, visitor, count(*), count(*) filter (where is_first), 0, sum(seconds),
        count(*) filter (where seconds > 0 or depth > 0), sum(depth), sum(bookmarks), sum(shares)
      from marked cross join lateral (values
        ('path', path),
        ('depth', case when path like '/article/%' and (seconds > 0 or depth > 0)
          then (greatest(1, ceil(depth / 25.0)) * 25)::int::text end)
      ) as part (kind, name)
      where kind = any (${wanted}) and name is not null
      group by day, kind, name, visitor
    ) as visitors
    group by day, kind, name`
}
