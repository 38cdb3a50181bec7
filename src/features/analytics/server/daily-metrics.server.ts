import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { dayOf, startOfDay } from '#platform/database/local-day.server.ts'
import type { viewMetrics } from '#schema/analytics.ts'

/** A longer gap starts a new session. */
const SESSION_GAP = sql`interval '30 minutes'`

export type MetricKind = (typeof viewMetrics.$inferSelect)['kind']

/** An SQL number by `kind`; null for those with few names. Further names are combined, since anybody can send names. */
export const MAX_NAMES = sql`case kind when 'path' then 5000 when 'source' then 500 when 'referrer' then 500
  when 'campaign' then 500 end`

/** SQL dates, both inclusive. */
type Days = { from: SQL; to: SQL }

export function allViews(days: Days): SQL {
  return sql`select *, 1 as sign from page_views where ${isWithin(days)}`
}

/**
 * Selects all views of visitors with new views: current values (sign 1) and counted ones (sign -1). `offset 0` prevents
 * a scan of the whole day.
 *
 * @param visitors an SQL table
 */
export function uncountedViews(days: Days, visitors = sql`(${uncountedVisitors(days)})`): SQL {
  return sql`
    select id, at, view.visitor, path, referrer, source, campaign, device, country, delta.*
    from ${visitors} as uncounted
    ${joinViews(sql`uncounted`)}
    cross join lateral (values
      (1, view.seconds, view.depth, view.bookmarks, view.shares),
      (-1, counted[1], counted[2], counted[3], counted[4])
    ) as delta (sign, seconds, depth, bookmarks, shares)
    where ${isWithin(days)} and delta.seconds is not null`
}

export function uncountedVisitors(days: Days): SQL {
  return sql`select distinct visitor from page_views where ${isWithin(days)} and not is_counted`
}

export function joinViews(visitors: SQL): SQL {
  return sql`cross join lateral (select * from page_views as own where own.visitor = ${visitors}.visitor offset 0) as view`
}

export function isWithin({ from, to }: Days): SQL {
  return sql`at >= ${startOfDay(from)} and at < ${startOfDay(sql`(${to})::date + 1`)}`
}

const METRICS = [
  'views',
  'visitors',
  'sessions',
  'bounces',
  'seconds',
  'reads',
  'depth',
  'bookmarks',
  'shares',
]
export const METRIC_COLUMNS = sql.raw(METRICS.join(', '))
export const METRIC_SUMS = sql.raw(METRICS.map((name) => `sum(${name}) as ${name}`).join(', '))

/**
 * Grouping by visitor is faster than `count(distinct)` and makes metrics of different visitors additive. Sessions
 * belong to the path and the source of their first view.
 *
 * @param views all views of each visitor and day; `sign` is 1, or -1 to subtract
 */
export function dailyMetrics(views: SQL, kinds: readonly MetricKind[]): SQL {
  const wanted = sql`${sql.param(kinds)}::text[]`
  return sql`
    with marked as materialized (
      select *, ${dayOf(sql`at`)} as day,
        coalesce(at - lag(at) over (
          partition by sign, ${dayOf(sql`at`)}, visitor order by at, id
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

/** Halves the time of the aggregation. */
export async function tuneForAggregation(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`)
}
