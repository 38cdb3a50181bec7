import { type SQL, sql } from 'drizzle-orm'
import { type DayRange, planRange } from '#domain/analytics-period.ts'
import type { Totals } from '#domain/view-totals.ts'
import type { Db } from '#platform/database/db.server.ts'
import { dayFigures, type FigureKind } from './day-figures.server.ts'

/** The figures of one part of the site, or of a day. */
export type Figure = Totals & { name: string }
export type Figures = {
  /** The first day that anything was counted; null where nothing was. */
  since: string | null
  /** Each day on which somebody came, the whole site's; those of the period before as well. */
  days: Figure[]
  /** The most seen parts, by what they are parts by. */
  parts: Partial<Record<FigureKind, Figure[]>>
}

/** How many parts are told of each kind. */
const MOST_PARTS = 10
const SUMS = sql`sum(views)::float8 as views, sum(visitors)::float8 as visitors, sum(sessions)::float8 as sessions,
  sum(bounces)::float8 as bounces, sum(seconds)::float8 as seconds, sum(reads)::float8 as reads,
  sum(depth)::float8 as depth, sum(bookmarks)::float8 as bookmarks, sum(shares)::float8 as shares`

/**
 * The figures of a period and the totals of the one before, in one statement besides the one that finds out what is rolled up.
 *
 * @param options.paths only these, for the kind "path"; an SQL pattern, or a list
 */
export async function findFigures(
  db: Db,
  range: DayRange & { before: DayRange },
  kinds: readonly FigureKind[],
  { paths = '%' }: { paths?: string | readonly string[] } = {},
): Promise<Figures> {
  const { since, rolledTo } = await findExtent(db)
  const { months, days, raw } = planRange(range, rolledTo)
  const wanted = sql`kind = any (${sql.param(kinds)}::text[])`
  const isPath =
    typeof paths === 'string'
      ? sql`(kind <> 'path' or name like ${paths})`
      : sql`(kind <> 'path' or name = any (${sql.param(paths)}::text[]))`
  const kept = (span: 'day' | 'month', { from, to }: DayRange) => sql`
    select kind, name, views, visitors, sessions, bounces, seconds, reads, depth, bookmarks, shares from view_figures
    where ${wanted} and span = ${span} and start between ${from}::date and ${to}::date and ${isPath}`
  const parts: SQL[] = [
    sql`select kind, name, views, visitors, sessions, bounces, seconds, reads, depth, bookmarks, shares
      from raw where ${isPath}`,
    ...(months ? [kept('month', months)] : []),
    ...days.map((days) => kept('day', days)),
  ]
  // Without a day that is not rolled up, an empty one.
  const rawDays = raw ?? { from: '2000-01-01', to: '1999-12-31' }
  const { rows } = await withMemory(
    db,
    sql`
    with raw as materialized (
      ${dayFigures(sql`${rawDays.from}`, sql`${rawDays.to}`, [...new Set<FigureKind>(['all', ...kinds])])}
    ), parts as (
      select kind, name, ${SUMS} from (${sql.join(parts, sql` union all `)}) as part
      where kind <> 'all' group by kind, name
    ), ranked as (
      select *, row_number() over (
        partition by kind order by case kind when 'path' then views else sessions end desc, views desc, name
      ) as rank from parts
    )
    select kind, name, views, visitors, sessions, bounces, seconds, reads, depth, bookmarks, shares
    from ranked where rank <= ${MOST_PARTS}
    union all
    select 'all', day::text, views, visitors, sessions, bounces, seconds, reads, depth, bookmarks, shares
    from raw where kind = 'all'
    union all
    select 'all', start::text, views, visitors, sessions, bounces, seconds, reads, depth, bookmarks, shares
    from view_figures
    where kind = 'all' and span = 'day' and start between ${range.before.from}::date and ${range.to}::date`,
  )
  const figures: Figures = { since, days: [], parts: {} }
  for (const { kind, ...figure } of rows) {
    if (kind === 'all') figures.days.push(figure)
    else figures.parts[kind] = [...(figures.parts[kind] ?? []), figure]
  }
  return figures
}

/** A day's views are sorted in memory: on disk it takes twice as long. */
function withMemory(db: Db, statement: SQL) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '64MB'`)
    return tx.execute<Figure & { kind: FigureKind }>(statement)
  })
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
