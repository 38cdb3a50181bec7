import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { NO_VIEWS } from '../rules/view-totals.ts'
import { storeViews } from '../testing/page-view.ts'
import {
  findContent,
  findEngagement,
  findOverview,
  findTraffic,
  findVisitorsNow,
} from './analytics.server.ts'
import { rollUpViews } from './roll-up-views.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(() => emptyTables(pool, 'page_views', 'view_metrics', 'articles'))

const now = new Date('2026-06-15T12:00:00Z')

async function publish(title: string, content = '', publishedAt = '2026-06-14T12:00:00Z'): Promise<string> {
  const { rows } = await pool.query(
    'insert into articles (title, content, published_at) values ($1, $2, $3) returning id',
    [title, content, publishedAt],
  )
  return rows[0].id
}

async function playDays(...days: string[]) {
  const story = `/article/${await publish('The story', 'word '.repeat(450))}`
  for (const day of days) {
    await storeViews(pool, [
      { at: `${day}T08:00:00Z`, referrer: 'a.example', seconds: 10 },
      { at: `${day}T08:10:00Z`, path: story, seconds: 90, depth: 80, bookmarks: 1 },
      {
        at: `${day}T09:00:00Z`,
        visitor: 2,
        path: story,
        seconds: 30,
        depth: 20,
        campaign: 'autumn',
        device: 'phone',
      },
    ])
  }
  return story
}

const DAY = {
  views: 3,
  visitors: 2,
  sessions: 2,
  bounces: 1,
  seconds: 130,
  reads: 3,
  depth: 100,
  bookmarks: 1,
  shares: 0,
}
const times = (count: number) =>
  Object.fromEntries(Object.entries(DAY).map(([name, value]) => [name, value * count]))

describe('findOverview', () => {
  it('returns the same metrics before and after the roll-up', async () => {
    const story = await playDays('2026-06-08', '2026-06-09', '2026-06-14', '2026-06-15', '2026-06-01')
    const options = { period: '7d', now } as const
    const before = await findOverview(db, options)
    expect(before).toMatchObject({
      since: '2026-06-01',
      totals: times(3),
      pages: [
        { name: story, title: 'The story', views: 6 },
        { name: '/', title: null, views: 3 },
      ],
      sources: [
        { name: 'a.example', sessions: 3, views: 6 },
        { name: '', sessions: 3, views: 3, bounces: 3 },
      ],
    })
    await rollUpViews(db, now)
    expect(await findOverview(db, options)).toEqual({ ...before, before: expect.anything() })
  })

  it('compares with the previous period only when that is fully measured', async () => {
    await playDays('2026-06-01', '2026-06-15')
    await rollUpViews(db, now)
    const weeks = await findOverview(db, { period: '7d', now })
    expect([weeks.totals, weeks.before]).toEqual([DAY, times(0)])
    expect((await findOverview(db, { period: '30d', now })).before).toBeNull()
  })

  it('combines whole months and single days for a year', async () => {
    await playDays(
      '2024-07-01',
      '2025-06-15',
      '2025-07-01',
      '2025-12-31',
      '2026-05-31',
      '2026-06-01',
      '2026-06-15',
    )
    for (const at of ['2024-07-10', '2025-07-10', '2026-01-05', '2026-06-15'])
      await rollUpViews(db, new Date(at))
    const { totals, before, pages } = await findOverview(db, { period: '12m', now })
    expect(totals).toEqual(times(5))
    expect(before).toEqual(times(2))
    expect(pages).toMatchObject([{ views: 10 }, { views: 5 }])
  })

  it('returns zeros without visitors', async () => {
    expect(await findOverview(db, { period: '30d', now })).toEqual({
      since: null,
      totals: NO_VIEWS,
      before: null,
      pages: [],
      sources: [],
    })
  })
})

it('findContent returns the five newest articles, with or without views', async () => {
  const story = await playDays('2026-06-14', '2026-06-15')
  for (let hour = 10; hour < 15; hour += 1) await publish(`Newer ${hour}`, '', `2026-06-15T${hour}:00:00Z`)
  await rollUpViews(db, now)
  const newer = await findContent(db, { period: '7d', now })
  expect(newer.map(({ title }) => title)).toEqual([
    'Newer 14',
    'Newer 13',
    'Newer 12',
    'Newer 11',
    'Newer 10',
  ])
  expect(newer[0]?.totals).toEqual(NO_VIEWS)
  await pool.query("delete from articles where title = 'Newer 10'")
  const [last] = (await findContent(db, { period: '7d', now })).slice(-1)
  expect(last).toMatchObject({
    title: 'The story',
    totals: { name: story, views: 4, visitors: 4, seconds: 240, reads: 4, depth: 200, bookmarks: 2 },
  })
})

it('findTraffic returns each day with that of the previous period, and the breakdowns', async () => {
  await playDays('2026-06-02', '2026-06-08', '2026-06-15')
  await rollUpViews(db, now)
  const { points, isCompared, referrers, campaigns, devices, countries } = await findTraffic(db, {
    period: '7d',
    now,
  })
  expect(isCompared).toBe(true)
  expect(points.map(({ start }) => start)).toHaveLength(7)
  expect(points.at(0)).toEqual({ start: '2026-06-09', views: 0, visitors: 0, viewsBefore: 3 })
  expect(points.at(-2)).toMatchObject({ start: '2026-06-14', viewsBefore: 0 })
  expect(points.at(-1)).toEqual({ start: '2026-06-15', views: 3, visitors: 2, viewsBefore: 3 })
  expect([referrers, campaigns, devices, countries]).toMatchObject([
    [{ name: 'a.example', sessions: 1 }],
    [{ name: 'autumn', sessions: 1 }],
    [{ name: 'desktop' }, { name: 'phone' }],
    [],
  ])
  const year = await findTraffic(db, { period: '12m', now })
  expect(year.points).toHaveLength(12)
  expect(year.points.at(-1)).toMatchObject({ start: '2026-06-01', views: 9, visitors: 6 })
  expect(year.isCompared).toBe(false)
})

it('findEngagement returns scroll depth and reading time with the estimate', async () => {
  const story = await playDays('2026-06-14', '2026-06-15')
  await rollUpViews(db, now)
  const { totals, articles, depths, read } = await findEngagement(db, { period: '7d', now })
  expect(totals).toMatchObject({ bookmarks: 2, shares: 0 })
  expect(articles).toMatchObject({ reads: 4, depth: 200, seconds: 240 })
  expect(depths).toEqual([
    { upTo: 25, reads: 2 },
    { upTo: 50, reads: 0 },
    { upTo: 75, reads: 0 },
    { upTo: 100, reads: 2 },
  ])
  expect(read).toMatchObject([{ name: story, title: 'The story', minutes: 3, reads: 4, seconds: 240 }])
})

it('all metrics are the same before and after the roll-up', async () => {
  await playDays('2026-06-10', '2026-06-14', '2026-06-15')
  const options = { period: '7d', now } as const
  const read = () =>
    Promise.all([
      findContent(db, options),
      findTraffic(db, options),
      findEngagement(db, options),
      findOverview(db, options),
    ])
  const before = await read()
  expect(before[0][0]?.totals.views).toBe(6)
  await rollUpViews(db, now)
  await pool.query('truncate page_views')
  expect(await read()).toEqual(before)
})

it('findVisitorsNow counts each visitor by the latest page', async () => {
  await storeViews(pool, [
    { at: '2026-06-15T11:54:00Z', visitor: 3 },
    { at: '2026-06-15T11:56:00Z', visitor: 1 },
    { at: '2026-06-15T11:59:00Z', visitor: 1, path: '/sport' },
    { at: '2026-06-15T11:58:00Z', visitor: 2, path: '/sport' },
    { at: '2026-06-15T11:58:30Z', visitor: 4, path: '/tv' },
  ])
  expect(await findVisitorsNow(db, now)).toEqual({
    visitors: 3,
    minutes: 5,
    pages: [
      { name: '/sport', title: null, visitors: 2 },
      { name: '/tv', title: null, visitors: 1 },
    ],
  })
})
