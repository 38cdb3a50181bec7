import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { dayOf } from '#platform/database/local-day.server.ts'
import { type DayRange, planRange } from '../rules/analytics-params.ts'
import type { Totals } from '../rules/view-totals.ts'
import {
  dailyMetrics,
  METRIC_COLUMNS,
  type MetricKind,
  tuneForAggregation,
  uncountedViews,
} from './daily-metrics.server.ts'

export type NamedTotals = Totals & { name: string }
export type Metrics = {
  /** First day with metrics. */
  since: string | null
  /** Days with visitors, including the previous period. */
  days: NamedTotals[]
  breakdowns: Partial<Record<MetricKind, NamedTotals[]>>
}

const MAX_BREAKDOWN_ROWS = 10
const SUMS = sql`sum(views)::float8 as views, sum(visitors)::float8 as visitors, sum(sessions)::float8 as sessions,
  sum(bounces)::float8 as bounces, sum(seconds::float8) as seconds, sum(reads)::float8 as reads,
  sum(depth::float8) as depth, sum(bookmarks)::float8 as bookmarks, sum(shares)::float8 as shares`

/**
 * Includes views that are not rolled up.
 *
 * @param options.paths an SQL pattern or a list, for the kind "path"
 */
export async function findMetrics(
  db: Db,
  range: DayRange & { before: DayRange },
  kinds: readonly MetricKind[],
  { paths = '%' }: { paths?: string | readonly string[] } = {},
): Promise<Metrics> {
  const wanted = [...new Set<MetricKind>(['all', ...kinds])]
  const { since, rows } = await withSnapshot(db, async (tx) => {
    const { since, rolledTo } = await findExtent(tx)
    const statement = metricsQuery(range, planRange(range, rolledTo), { wanted, paths })
    const { rows } = await tx.execute<NamedTotals & { kind: MetricKind }>(statement)
    return { since, rows }
  })
  const metrics: Metrics = { since, days: [], breakdowns: {} }
  for (const { kind, ...totals } of rows) {
    if (kind === 'all') metrics.days.push(totals)
    else metrics.breakdowns[kind] = [...(metrics.breakdowns[kind] ?? []), totals]
  }
  return metrics
}

/** Prevents counting a concurrent roll-up twice. */
function withSnapshot<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      await tuneForAggregation(tx)
      return read(tx)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** The kind of daily totals is "all"; a day may have two rows. */
function metricsQuery(
  { before, to }: DayRange & { before: DayRange },
  { months, days, raw }: ReturnType<typeof planRange>,
  { wanted, paths }: { wanted: readonly MetricKind[]; paths: string | readonly string[] },
): SQL {
  const isWanted = sql`kind = any (${sql.param(wanted)}::text[])`
  const isPath =
    typeof paths === 'string'
      ? sql`(kind <> 'path' or name like ${paths})`
      : sql`(kind <> 'path' or name = any (${sql.param(paths)}::text[]))`
  const stored = (span: 'running' | 'day' | 'month', { from, to }: DayRange) => sql`
    select start as day, kind, name, ${METRIC_COLUMNS} from view_metrics
    where ${isWanted} and span = ${span} and start between ${from}::date and ${to}::date and ${isPath}`
  // An empty range.
  const running = raw ?? { from: '2000-01-01', to: '1999-12-31' }
  const uncounted = uncountedViews({ from: sql`${running.from}`, to: sql`${running.to}` })
  const parts: SQL[] = [
    sql`select * from running`,
    ...(months ? [stored('month', months)] : []),
    ...days.map((days) => stored('day', days)),
  ]
  return sql`
    with running as materialized (
      ${stored('running', running)}
      union all
      select day, kind, name, ${METRIC_COLUMNS} from (${dailyMetrics(uncounted, wanted)}) as new where ${isPath}
    ), parts as materialized (
      select kind, name, ${SUMS} from (${sql.join(parts, sql` union all `)}) as part
      where kind <> 'all' group by kind, name
    )
    select kind, name, ${METRIC_COLUMNS}
    from unnest(${sql.param(wanted)}::text[]) as wanted (of)
    cross join lateral (
      select * from parts where kind = wanted.of and views > 0
      order by case kind when 'path' then views else sessions end desc, views desc, name
      limit ${MAX_BREAKDOWN_ROWS}
    ) as most
    union all
    select 'all', day::text, ${METRIC_COLUMNS} from running where kind = 'all'
    union all
    select 'all', start::text, ${METRIC_COLUMNS} from view_metrics
    where kind = 'all' and span = 'day' and start between ${before.from}::date and ${to}::date`
}

async function findExtent(db: Db): Promise<{ since: string | null; rolledTo: string | null }> {
  const { rows } = await db.execute<{ since: string | null; rolledTo: string | null }>(sql`
    select least(
        min(start),
        (select ${dayOf(sql`min(at)`)} from page_views)
      )::text as since,
      max(start)::text as "rolledTo"
    from view_metrics where kind = 'all' and span = 'day'`)
  return rows[0] ?? { since: null, rolledTo: null }
}
