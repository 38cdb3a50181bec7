import { desc, inArray, sql } from 'drizzle-orm'
import { londonDay } from '#kernel/london-calendar.ts'
import { readingMinutes } from '#kernel/reading-time.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import { addDays, type DayRange, type Period, periodDays } from '../rules/analytics-period.ts'
import { addTotals, NO_VIEWS, type Totals } from '../rules/view-totals.ts'
import { type Figures, findMetrics } from './find-metrics.server.ts'

type Asked = { period: Period; now: Date }

const PAGES_SHOWN = 5
const ARTICLES_SHOWN = 5
/** Who was shown a page, or came to one, within this time counts as on the site. */
const NOW_MINUTES = 5

/** What the overview shows: the totals of a period and of the one before, its most seen pages and where visits came from. */
export async function findOverview(db: Db, { period, now }: Asked) {
  const days = daysOf(period, now)
  const figures = await findMetrics(db, days, ['path', 'source'])
  return {
    ...totalsOf(figures, days),
    since: figures.since,
    pages: await withTitles(db, (figures.parts.path ?? []).slice(0, PAGES_SHOWN)),
    sources: figures.parts.source ?? [],
  }
}

/** The five newest articles with what was counted of them in a period (spec §2, Analytics). */
export async function findContent(db: Db, { period, now }: Asked) {
  const newest = await db
    .select({ id: articles.id, title: articles.title, publishedAt: articles.publishedAt })
    .from(articles)
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(ARTICLES_SHOWN)
  const paths = newest.map(({ id }) => pathOf(id))
  const { parts } = await findMetrics(db, daysOf(period, now), ['path'], { paths })
  return newest.map(({ publishedAt, ...article }, place) => ({
    ...article,
    publishedAt: publishedAt.toISOString(),
    figures: parts.path?.find(({ name }) => name === paths[place]) ?? NO_VIEWS,
  }))
}

/** How views went over time, day by day, and what visits came from and on. */
export async function findTraffic(db: Db, { period, now }: Asked) {
  const days = daysOf(period, now)
  const figures = await findMetrics(db, days, ['referrer', 'campaign', 'device', 'country'])
  const { referrer = [], campaign = [], device = [], country = [] } = figures.parts
  return {
    points: period === '12m' ? pointsByMonth(figures, days) : pointsByDay(figures, days),
    isCompared: isCounted(figures, days.before),
    referrers: referrer,
    campaigns: campaign,
    devices: device,
    countries: country,
  }
}

/** How far and how long articles were read, beside the time that reading them is estimated to take, and what was kept and shared. */
export async function findEngagement(db: Db, { period, now }: Asked) {
  const days = daysOf(period, now)
  const figures = await findMetrics(db, days, ['depth', 'path'], { paths: '/article/%' })
  const read = (figures.parts.path ?? []).flatMap((figure) => idOf(figure.name) ?? [])
  // Of ten articles the text is needed: the estimate is made of it.
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
  const depths = figures.parts.depth ?? []
  return {
    ...totalsOf(figures, days),
    articles: depths.reduce(addTotals, NO_VIEWS),
    depths: ['25', '50', '75', '100'].map((upTo) => ({
      upTo: Number(upTo),
      reads: depths.find(({ name }) => name === upTo)?.reads ?? 0,
    })),
    read: (figures.parts.path ?? []).flatMap((figure) => {
      const article = known.find(({ id }) => pathOf(id) === figure.name)
      if (!article) return []
      const minutes = readingMinutes(article.content || article.summary)
      return [{ ...figure, title: article.title, minutes }]
    }),
  }
}

/** How many are on the site now, and which pages they look at. */
export async function findVisitorsNow(db: Db, now: Date) {
  const { rows } = await db.execute<{ path: string; visitors: number; together: number }>(sql`
    with latest as (
      select distinct on (visitor) visitor, path from page_views
      where at > ${now.toISOString()}::timestamptz - make_interval(mins => ${NOW_MINUTES})
        and at <= ${now.toISOString()}::timestamptz
      order by visitor, at desc
    )
    select path, count(*)::int as visitors, (sum(count(*)) over ())::int as together
    from latest group by path order by 2 desc, path limit ${PAGES_SHOWN}`)
  const pages = await withTitles(
    db,
    rows.map(({ path, visitors }) => ({ name: path, visitors })),
  )
  return { visitors: rows[0]?.together ?? 0, pages, minutes: NOW_MINUTES }
}

function daysOf(period: Period, now: Date) {
  return periodDays(period, londonDay(now.toISOString()))
}

function totalsOf(
  figures: Figures,
  { from, to, before }: DayRange & { before: DayRange },
): { totals: Totals; before: Totals | null } {
  return {
    totals: sumOf(figures, { from, to }),
    before: isCounted(figures, before) ? sumOf(figures, before) : null,
  }
}

function sumOf({ days }: Figures, { from, to }: DayRange): Totals {
  return days
    .filter(({ name }) => name >= from && name <= to)
    .map(({ name: _, ...totals }) => totals)
    .reduce(addTotals, NO_VIEWS)
}

/** Whether visitors were counted all through a time. */
function isCounted({ since }: Figures, { from }: DayRange): boolean {
  return since !== null && since <= from
}

type Point = { start: string; views: number; visitors: number; viewsBefore: number }

function pointsByDay(figures: Figures, { from, to, before }: DayRange & { before: DayRange }): Point[] {
  const points: Point[] = []
  for (let day = from, earlier = before.from; day <= to; day = addDays(day, 1), earlier = addDays(earlier, 1))
    points.push(pointOf(figures, day, { from: day, to: day }, { from: earlier, to: earlier }))
  return points
}

function pointsByMonth(figures: Figures, { from, to, before }: DayRange & { before: DayRange }): Point[] {
  return Array.from({ length: 12 }, (_, place) => {
    const month = (range: DayRange) => {
      const [year = 0, number = 1] = range.from.split('-').map(Number)
      const first = new Date(Date.UTC(year, number - 1 + place, 1)).toISOString().slice(0, 10)
      const last = new Date(Date.UTC(year, number + place, 0)).toISOString().slice(0, 10)
      const isUnderWay = last > range.to
      return { from: first, to: isUnderWay ? range.to : last }
    }
    const now = month({ from, to })
    return pointOf(figures, now.from, now, month(before))
  })
}

function pointOf(figures: Figures, start: string, range: DayRange, earlier: DayRange): Point {
  const { views, visitors } = sumOf(figures, range)
  return { start, views, visitors, viewsBefore: sumOf(figures, earlier).views }
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
