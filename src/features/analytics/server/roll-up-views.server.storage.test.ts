import { afterAll, beforeEach, expect, it } from 'vitest'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { parseBeacon } from '../rules/beacon.ts'
import { storeViews } from '../testing/page-view.ts'
import { MAX_TOTAL_VIEWS_PER_DAY } from './beacon-handler.server.ts'
import { rollUpNewViews } from './incremental-roll-up.server.ts'
import { rollUpViews } from './roll-up-views.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(() => emptyTables(pool, 'page_views', 'view_metrics', 'visitor_salts'))

const MEGABYTE = 1_000_000
const AT = '2026-06-15T08:00:00Z'
const NEXT_DAY = new Date('2026-06-16T01:15:00Z')

/** A view with names as long as a beacon can make them, different from all others and hard to compress. */
function longestView(index: number) {
  const random = () => Array.from({ length: 8 }, () => crypto.randomUUID()).join('')
  const host = `${random().slice(0, 96)}.io`
  const beacon = parseBeacon(
    JSON.stringify({
      kind: 'view',
      id: 'a'.repeat(32),
      path: `/article/${crypto.randomUUID()}`,
      referrer: host.slice(-100),
      utm: [random(), random(), random()],
    }),
  )
  if (beacon?.kind !== 'view') throw new Error('The beacon is invalid.')
  const { path, referrer, source, campaign } = beacon
  return { at: AT, visitor: index + 1, path, referrer, source, campaign, country: 'GB' }
}

async function bytesOf(table: string): Promise<number> {
  const { rows } = await pool.query('select pg_total_relation_size($1::regclass)::int as bytes', [table])
  return rows[0].bytes
}

it('hostile beacons of a whole day take less than 400 MB for thirty days', async () => {
  const count = 2_000
  const before = await bytesOf('page_views')
  await storeViews(
    pool,
    Array.from({ length: count }, (_, index) => longestView(index)),
  )
  const bytesPerView = ((await bytesOf('page_views')) - before) / count
  expect(bytesPerView).toBeGreaterThan(400)
  expect(bytesPerView * MAX_TOTAL_VIEWS_PER_DAY).toBeLessThan(400 * MEGABYTE)
})

it('a day of hostile beacons leaves less than 4 MB for good, with the most frequent names', async () => {
  const views = Array.from({ length: 5_200 }, (_, index) => longestView(index))
  const popular = {
    at: AT,
    visitor: 10_001,
    path: '/',
    referrer: 'news.example',
    source: 'x',
    campaign: 'autumn',
  }
  await storeViews(pool, [...views, popular, { ...popular, visitor: 10_002 }])
  await rollUpViews(db, NEXT_DAY)
  const { rows } = await pool.query(`
    select kind, count(*)::int as names, sum(views)::int as views, bool_or(name = '(other)') as "hasOther",
      bool_or(name in ('/', 'news.example', 'x', 'autumn') and views = 2) as "hasPopular"
    from view_metrics where span = 'day' and kind in ('path', 'source', 'referrer', 'campaign')
    group by kind order by kind`)
  const merged = { views: 5_202, hasOther: true, hasPopular: true }
  expect(rows).toEqual([
    { kind: 'campaign', names: 501, ...merged },
    { kind: 'path', names: 5_001, ...merged },
    { kind: 'referrer', names: 501, ...merged },
    { kind: 'source', names: 501, ...merged },
  ])
  const month = await pool.query(
    "select kind, count(*)::int as names from view_metrics where span = 'month' group by 1",
  )
  expect(Math.max(...month.rows.map(({ names }) => names))).toBe(5_001)
  await pool.query("delete from view_metrics where span <> 'day'")
  await pool.query('vacuum full view_metrics')
  expect(await bytesOf('view_metrics')).toBeLessThan(4 * MEGABYTE)
})

it('the running totals of a day contain a limited number of names, known ones and the most frequent', async () => {
  const named = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...longestView(from + index), path: '/' }))
  const popular = { at: AT, path: '/', referrer: 'news.example', source: 'x', campaign: 'autumn' }
  await storeViews(pool, [...named(0, 1_500), { ...popular, visitor: 10_001 }])
  await rollUpNewViews(db)
  await storeViews(pool, [
    ...named(2_000, 1_500),
    { ...popular, visitor: 10_002 },
    ...[10_003, 10_004].map((visitor) => ({ ...popular, visitor, campaign: 'zebra' })),
  ])
  await rollUpNewViews(db)
  await storeViews(pool, named(4_000, 10))
  await rollUpNewViews(db)
  const { rows } = await pool.query(`
    select kind, count(*)::int as names, sum(views)::int as views,
      sum(views) filter (where name in ('autumn', 'news.example', 'x'))::int as popular,
      sum(views) filter (where name = 'zebra')::int as later
    from view_metrics where span = 'running' and kind in ('source', 'referrer', 'campaign') group by kind order by kind`)
  const views = 3_014
  expect(rows).toEqual([
    { kind: 'campaign', names: 2_001, views, popular: 2, later: 2 },
    { kind: 'referrer', names: 2_001, views, popular: 4, later: null },
    { kind: 'source', names: 2_001, views, popular: 4, later: null },
  ])
})
