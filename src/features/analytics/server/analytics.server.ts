import { desc, inArray, sql } from 'drizzle-orm'
import { readingMinutes } from '#kernel/text/reading-time.ts'
import { addDays } from '#kernel/time/calendar-days.ts'
import { localDay } from '#kernel/time/zoned-time.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import { type DayRange, type Period, periodDays } from '../rules/analytics-params.ts'
import { addTotals, NO_VIEWS, type Totals } from '../rules/view-totals.ts'
import { findMetrics, type Metrics } from './find-metrics.server.ts'

type Options = { period: Period; now: Date }

const PAGES_SHOWN = 5
const ARTICLES_SHOWN = 5
const ACTIVE_MINUTES = 5

export async function findOverview(db: Db, { period, now }: Options) {
  const days = daysOf(period, now)
  const metrics = await findMetrics(db, days, ['path', 'source'])
  return {
    ...totalsOf(metrics, days),
    since: metrics.since,
    pages: await withTitles(db, (metrics.breakdowns.path ?? []).slice(0, PAGES_SHOWN)),
    sources: metrics.breakdowns.source ?? [],
  }
}

export async function findContent(db: Db, { period, now }: Options) {
  const newest = await db
    .select({ id: articles.id, title: articles.title, publishedAt: articles.publishedAt })
    .from(articles)
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(ARTICLES_SHOWN)
  const paths = newest.map(({ id }) => pathOf(id))
  const { breakdowns } = await findMetrics(db, daysOf(period, now), ['path'], { paths })
  return newest.map(({ publishedAt, ...article }, place) => ({
    ...article,
    publishedAt: publishedAt.toISOString(),
    totals: breakdowns.path?.find(({ name }) => name === paths[place]) ?? NO_VIEWS,
  }))
}

export async function findTraffic(db: Db, { period, now }: Options) {
  const days = daysOf(period, now)
  const metrics = await findMetrics(db, days, ['referrer', 'campaign', 'device', 'country'])
  const { referrer = [], campaign = [], device = [], country = [] } = metrics.breakdowns
  return {
    points: period === '12m' ? pointsByMonth(metrics, days) : pointsByDay(metrics, days),
    isCompared: isMeasured(metrics, days.before),
    referrers: referrer,
    campaigns: campaign,
    devices: device,
    countries: country,
  }
}

export async function findEngagement(db: Db, { period, now }: Options) {
  const days = daysOf(period, now)
  const metrics = await findMetrics(db, days, ['depth', 'path'], { paths: '/article/%' })
  const read = (metrics.breakdowns.path ?? []).flatMap((totals) => idOf(totals.name) ?? [])
  const known =
    read.length === 0
      ? []
      : await db
          .select({
            id: articles.id,
            title: articles.title,
            content: articles.content,
            summary: articles.summary,
          })
          .from(articles)
          .where(inArray(articles.id, read))
  const depths = metrics.breakdowns.depth ?? []
  return {
    ...totalsOf(metrics, days),
    articles: depths.reduce(addTotals, NO_VIEWS),
    depths: ['25', '50', '75', '100'].map((upTo) => ({
      upTo: Number(upTo),
      reads: depths.find(({ name }) => name === upTo)?.reads ?? 0,
    })),
    read: (metrics.breakdowns.path ?? []).flatMap((totals) => {
      const article = known.find(({ id }) => pathOf(id) === totals.name)
      if (!article) return []
      const minutes = readingMinutes(article.content || article.summary)
      return [{ ...totals, title: article.title, minutes }]
    }),
  }
}

export async function findVisitorsNow(db: Db, now: Date) {
  const { rows } = await db.execute<{ path: string; visitors: number; total: number }>(sql`
    with latest as (
      select distinct on (visitor) visitor, path from page_views
      where at > ${now.toISOString()}::timestamptz - make_interval(mins => ${ACTIVE_MINUTES})
        and at <= ${now.toISOString()}::timestamptz
      order by visitor, at desc
    )
    select path, count(*)::int as visitors, (sum(count(*)) over ())::int as total
    from latest group by path order by 2 desc, path limit ${PAGES_SHOWN}`)
  const pages = await withTitles(
    db,
    rows.map(({ path, visitors }) => ({ name: path, visitors })),
  )
  return { visitors: rows[0]?.total ?? 0, pages, minutes: ACTIVE_MINUTES }
}

function daysOf(period: Period, now: Date) {
  return periodDays(period, localDay(now.toISOString()))
}

function totalsOf(
  metrics: Metrics,
  { from, to, before }: DayRange & { before: DayRange },
): { totals: Totals; before: Totals | null } {
  return {
    totals: sumOf(metrics, { from, to }),
    before: isMeasured(metrics, before) ? sumOf(metrics, before) : null,
  }
}

function sumOf({ days }: Metrics, { from, to }: DayRange): Totals {
  return days
    .filter(({ name }) => name >= from && name <= to)
    .map(({ name: _, ...totals }) => totals)
    .reduce(addTotals, NO_VIEWS)
}

function isMeasured({ since }: Metrics, { from }: DayRange): boolean {
  return since !== null && since <= from
}

type Point = { start: string; views: number; visitors: number; viewsBefore: number }

function pointsByDay(metrics: Metrics, { from, to, before }: DayRange & { before: DayRange }): Point[] {
  const points: Point[] = []
  for (let day = from, earlier = before.from; day <= to; day = addDays(day, 1), earlier = addDays(earlier, 1))
    points.push(pointOf(metrics, day, { from: day, to: day }, { from: earlier, to: earlier }))
  return points
}

function pointsByMonth(metrics: Metrics, { from, to, before }: DayRange & { before: DayRange }): Point[] {
  return Array.from({ length: 12 }, (_, place) => {
    const month = (range: DayRange) => {
      const [year = 0, number = 1] = range.from.split('-').map(Number)
      const first = new Date(Date.UTC(year, number - 1 + place, 1)).toISOString().slice(0, 10)
      const last = new Date(Date.UTC(year, number + place, 0)).toISOString().slice(0, 10)
      const isInProgress = last > range.to
      return { from: first, to: isInProgress ? range.to : last }
    }
    const now = month({ from, to })
    return pointOf(metrics, now.from, now, month(before))
  })
}

function pointOf(metrics: Metrics, start: string, range: DayRange, earlier: DayRange): Point {
  const { views, visitors } = sumOf(metrics, range)
  return { start, views, visitors, viewsBefore: sumOf(metrics, earlier).views }
}

function pathOf(id: string): string {
  return `/article/${id}`
}

function idOf(path: string): string | undefined {
  const id = path.slice('/article/'.length)
  return isUuid(id) ? id : undefined
}

async function withTitles<Page extends { name: string }>(
  db: Db,
  pages: readonly Page[],
): Promise<(Page & { title: string | null })[]> {
  const ids = pages.flatMap(({ name }) => idOf(name) ?? [])
  const known =
    ids.length === 0
      ? []
      : await db
          .select({ id: articles.id, title: articles.title })
          .from(articles)
          .where(inArray(articles.id, ids))
  return pages.map((page) => ({
    ...page,
    title: known.find(({ id }) => pathOf(id) === page.name)?.title ?? null,
  }))
}
