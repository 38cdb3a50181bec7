import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { type DayRange, planRange } from '../rules/analytics-period.ts'
import type { Totals } from '../rules/view-totals.ts'
import {
  dailyMetrics,
  METRIC_COLUMNS,
  type MetricKind,
  prepareToCount,
  uncountedViews,
} from './daily-metrics.server.ts'

/** The figures of one part of the site, or of a day. */
export type Figure = Totals & { name: string }
export type Figures = {
  /** The first day that anything was counted; null where nothing was. */
  since: string | null
  /** Each day on which somebody came, the whole site's; those of the period before as well. */
  days: Figure[]
  /** The most seen parts, by what they are parts by. */
  parts: Partial<Record<MetricKind, Figure[]>>
}

/** How many parts are told of each kind. */
const MOST_PARTS = 10
const SUMS = sql`sum(views)::float8 as views, sum(visitors)::float8 as visitors, sum(sessions)::float8 as sessions,
  sum(bounces)::float8 as bounces, sum(seconds::float8) as seconds, sum(reads)::float8 as reads,
  sum(depth::float8) as depth, sum(bookmarks)::float8 as bookmarks, sum(shares)::float8 as shares`

/**
 * The figures of a period and the totals of the one before: what is kept of days and months that are over, the running figures of
 * days that are not, and what came since those were made. So they are exact, whenever views were counted.
 *
 * @param options.paths only these, for the kind "path"; an SQL pattern, or a list
 */
export async function findMetrics(
  db: Db,
  range: DayRange & { before: DayRange },
  kinds: readonly MetricKind[],
  { paths = '%' }: { paths?: string | readonly string[] } = {},
): Promise<Figures> {
  const wanted = [...new Set<MetricKind>(['all', ...kinds])]
  const { since, rows } = await atOneMoment(db, async (tx) => {
    const { since, rolledTo } = await findExtent(tx)
    const statement = figuresOf(range, planRange(range, rolledTo), { wanted, paths })
    const { rows } = await tx.execute<Figure & { kind: MetricKind }>(statement)
    return { since, rows }
  })
  const figures: Figures = { since, days: [], parts: {} }
  for (const { kind, ...figure } of rows) {
    if (kind === 'all') figures.days.push(figure)
    else figures.parts[kind] = [...(figures.parts[kind] ?? []), figure]
  }
  return figures
}

/** What is rolled up meanwhile is read either as running or as kept. */
function atOneMoment<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      await prepareToCount(tx)
      return read(tx)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** The most seen parts, and as "all" each day's figures, which may be told in two rows. */
function figuresOf(
  { before, to }: DayRange & { before: DayRange },
  { months, days, raw }: ReturnType<typeof planRange>,
  { wanted, paths }: { wanted: readonly MetricKind[]; paths: string | readonly string[] },
): SQL {
  const isWanted = sql`kind = any (${sql.param(wanted)}::text[])`
  const isPath =
    typeof paths === 'string'
      ? sql`(kind <> 'path' or name like ${paths})`
      : sql`(kind <> 'path' or name = any (${sql.param(paths)}::text[]))`
  const kept = (span: 'running' | 'day' | 'month', { from, to }: DayRange) => sql`
    select start as day, kind, name, ${METRIC_COLUMNS} from view_figures
    where ${isWanted} and span = ${span} and start between ${from}::date and ${to}::date and ${isPath}`
  // Without a day that is not rolled up, an empty one.
  const running = raw ?? { from: '2000-01-01', to: '1999-12-31' }
  const uncounted = uncountedViews({ from: sql`${running.from}`, to: sql`${running.to}` })
  const parts: SQL[] = [
    sql`select * from running`,
    ...(months ? [kept('month', months)] : []),
    ...days.map((days) => kept('day', days)),
  ]
  return sql`
    with running as materialized (
      ${kept('running', running)}
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
      limit ${MOST_PARTS}
    ) as most
    union all
    select 'all', day::text, ${METRIC_COLUMNS} from running where kind = 'all'
    union all
    select 'all', start::text, ${METRIC_COLUMNS} from view_figures
    where kind = 'all' and span = 'day' and start between ${before.from}::date and ${to}::date`
}

async function findExtent(db: Db): Promise<{ since: string | null; rolledTo: string | null }> {
  const { rows } = await db.execute<{ since: string | null; rolledTo: string | null }>(sql`
    select least(
        min(start),
        (select (min(at) at time zone 'Europe/London')::date from page_views)
      )::text as since,
      max(start)::text as "rolledTo"
    from view_figures where kind = 'all' and span = 'day'`)
  return rows[0] ?? { since: null, rolledTo: null }
}
