import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { storeViews } from '../testing/page-view.ts'
import { isRollUpDue, rollUpViews } from './roll-up-views.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(() => emptyTables(pool, 'page_views', 'view_metrics', 'visitor_salts'))

const STORY = '/article/7f3f1a52-7a3c-4b5e-9a75-0d9f5d8f4e11'

async function metrics(where: string) {
  const { rows } = await pool.query(
    `select start::text, kind, name, views, visitors, sessions, bounces, seconds::int, reads, depth::int, bookmarks, shares
     from view_metrics where ${where} order by start, kind, name, span`,
  )
  return rows
}

async function all() {
  return metrics('true')
}

describe('daily metrics', () => {
  it('of a busy day, which is aggregated in parts, are those of all its views', async () => {
    const views = Array.from({ length: 40 }, (_, index) => ({
      at: `2026-06-15T${String(8 + (index % 9)).padStart(2, '0')}:00:00Z`,
      visitor: 1 + (index % 7),
      path: index % 3 ? STORY : '/',
      referrer: index % 2 ? 'a.example' : 'b.example',
      seconds: index,
      depth: index,
    }))
    await storeViews(pool, views)
    const now = new Date('2026-06-16T01:15:00Z')
    await rollUpViews(db, now)
    const atOnce = await all()
    const query = vi.spyOn(DatabaseClient.prototype, 'query')
    await rollUpViews(db, now, 10)
    const parts = query.mock.calls.filter(([first]) =>
      JSON.stringify(first).includes('insert into part_metrics'),
    )
    query.mockRestore()
    expect(parts).toHaveLength(4)
    expect(await all()).toEqual(atOnce)
    expect(atOnce).toContainEqual(expect.objectContaining({ kind: 'all', views: 40, visitors: 7 }))
  })

  it('split sessions after half an hour without a view, with the source of the first view', async () => {
    await storeViews(pool, [
      { at: '2026-06-15T08:00:00Z', visitor: 1, referrer: 'a.example', seconds: 30, depth: 100 },
      { at: '2026-06-15T08:30:00Z', visitor: 1, path: STORY, seconds: 90, depth: 60, shares: 1 },
      { at: '2026-06-15T09:00:01Z', visitor: 1, path: STORY, campaign: 'autumn', source: 'letter' },
      { at: '2026-06-15T09:05:00Z', visitor: 2, device: 'phone', country: 'GB', seconds: 4, bookmarks: 1 },
    ])
    expect(await rollUpViews(db, new Date('2026-06-16T01:15:00Z'))).toEqual(['2026-06-15'])
    const rows = (await metrics("span = 'day'")).map(({ start: _, ...row }) => row)
    const none = { bookmarks: 0, shares: 0, depth: 0, seconds: 0, reads: 0, bounces: 0 }
    expect(rows).toEqual([
      {
        kind: 'all',
        name: '',
        views: 4,
        visitors: 2,
        sessions: 3,
        bounces: 2,
        seconds: 124,
        reads: 3,
        depth: 160,
        bookmarks: 1,
        shares: 1,
      },
      { ...none, kind: 'campaign', name: 'autumn', views: 1, visitors: 1, sessions: 1, bounces: 1 },
      {
        ...none,
        kind: 'country',
        name: 'GB',
        views: 1,
        visitors: 1,
        sessions: 1,
        bounces: 1,
        seconds: 4,
        reads: 1,
        bookmarks: 1,
      },
      {
        ...none,
        kind: 'depth',
        name: '75',
        views: 1,
        visitors: 1,
        sessions: 0,
        seconds: 90,
        reads: 1,
        depth: 60,
        shares: 1,
      },
      {
        ...none,
        kind: 'device',
        name: 'desktop',
        views: 3,
        visitors: 1,
        sessions: 2,
        bounces: 1,
        seconds: 120,
        reads: 2,
        depth: 160,
        shares: 1,
      },
      {
        ...none,
        kind: 'device',
        name: 'phone',
        views: 1,
        visitors: 1,
        sessions: 1,
        bounces: 1,
        seconds: 4,
        reads: 1,
        bookmarks: 1,
      },
      {
        ...none,
        kind: 'path',
        name: '/',
        views: 2,
        visitors: 2,
        sessions: 2,
        seconds: 34,
        reads: 2,
        depth: 100,
        bookmarks: 1,
      },
      {
        ...none,
        kind: 'path',
        name: STORY,
        views: 2,
        visitors: 1,
        sessions: 1,
        seconds: 90,
        reads: 1,
        depth: 60,
        shares: 1,
      },
      {
        ...none,
        kind: 'referrer',
        name: 'a.example',
        views: 2,
        visitors: 1,
        sessions: 1,
        seconds: 120,
        reads: 2,
        depth: 160,
        shares: 1,
      },
      {
        ...none,
        kind: 'source',
        name: '',
        views: 1,
        visitors: 1,
        sessions: 1,
        bounces: 1,
        seconds: 4,
        reads: 1,
        bookmarks: 1,
      },
      {
        ...none,
        kind: 'source',
        name: 'a.example',
        views: 2,
        visitors: 1,
        sessions: 1,
        seconds: 120,
        reads: 2,
        depth: 160,
        shares: 1,
      },
      { ...none, kind: 'source', name: 'letter', views: 1, visitors: 1, sessions: 1, bounces: 1 },
    ])
  })

  it('use days in London, which start at 23:00 UTC in summer', async () => {
    await storeViews(pool, [{ at: '2026-06-14T22:59:59Z' }, { at: '2026-06-14T23:00:00Z' }])
    await rollUpViews(db, new Date('2026-06-16T01:15:00Z'))
    expect(await metrics("kind = 'all' and span = 'day'")).toMatchObject([
      { start: '2026-06-14', views: 1 },
      { start: '2026-06-15', views: 1 },
    ])
  })
})

describe('rollUpViews', () => {
  it('has the same result when repeated, concurrent or late', async () => {
    await storeViews(pool, [
      { at: '2026-05-30T10:00:00Z' },
      { at: '2026-06-01T10:00:00Z', visitor: 2 },
      { at: '2026-06-01T10:10:00Z', visitor: 2 },
    ])
    const now = new Date('2026-06-03T01:15:00Z')
    await Promise.all([rollUpViews(db, now), rollUpViews(db, now)])
    const once = await all()
    expect(await rollUpViews(db, now)).toEqual(['2026-06-02'])
    expect(await all()).toEqual(once)
    expect(await metrics("kind = 'all'")).toMatchObject([
      { start: '2026-05-01', views: 1 },
      { start: '2026-05-30', views: 1 },
      { start: '2026-05-31', views: 0 },
      { start: '2026-06-01', views: 2 },
      { start: '2026-06-01', views: 2 },
      { start: '2026-06-02', views: 0 },
    ])
  })

  it('includes beacons that arrive after the roll-up of their day', async () => {
    await storeViews(pool, [{ at: '2026-06-01T22:50:00Z' }])
    await rollUpViews(db, new Date('2026-06-02T01:15:00Z'))
    await pool.query('update page_views set seconds = 50')
    await rollUpViews(db, new Date('2026-06-03T01:15:00Z'))
    expect(await metrics("kind = 'all' and span = 'month'")).toMatchObject([{ seconds: 50, views: 1 }])
  })

  it('skips today, deletes views after thirty days and keeps their metrics', async () => {
    await storeViews(pool, [
      { at: '2026-04-30T10:00:00Z' },
      { at: '2026-05-01T10:00:00Z' },
      { at: '2026-05-31T10:00:00Z' },
    ])
    const now = new Date('2026-05-31T12:00:00Z')
    await rollUpViews(db, now)
    await rollUpViews(db, now)
    const { rows } = await pool.query('select at::date::text as day from page_views order by at')
    expect(rows).toEqual([{ day: '2026-05-01' }, { day: '2026-05-31' }])
    expect(await metrics("kind = 'all' and span = 'day' and views > 0")).toMatchObject([
      { start: '2026-04-30' },
      { start: '2026-05-01' },
    ])
    await rollUpViews(db, new Date('2026-07-20T12:00:00Z'))
    expect(await metrics("kind = 'all' and span = 'day' and views > 0")).toHaveLength(3)
    expect((await pool.query('select 1 from page_views')).rowCount).toBe(0)
  })

  it('deletes the salts of finished days', async () => {
    await pool.query("insert into visitor_salts values ('2026-06-14', '\\x00'), ('2026-06-15', '\\x01')")
    await rollUpViews(db, new Date('2026-06-14T23:15:00Z'))
    expect((await pool.query('select day::text from visitor_salts')).rows).toEqual([{ day: '2026-06-15' }])
  })

  it('does nothing without views', async () => {
    expect(await rollUpViews(db, new Date('2026-06-15T12:00:00Z'))).toEqual([])
  })
})

describe('in New York', () => {
  beforeEach(() => applyPlace({ ...DEFAULT_PLACE, timeZone: 'America/New_York' }))
  afterEach(() => applyPlace(DEFAULT_PLACE))

  it('a day starts and ends at midnight there', async () => {
    await storeViews(pool, [
      { at: '2026-06-15T03:59:59Z', visitor: 1 },
      { at: '2026-06-15T04:00:00Z', visitor: 2 },
      { at: '2026-06-16T03:59:59Z', visitor: 3 },
      { at: '2026-06-16T04:00:00Z', visitor: 4 },
    ])
    expect(await rollUpViews(db, new Date('2026-06-16T05:15:00Z'))).toEqual(['2026-06-14', '2026-06-15'])
    expect(await metrics("kind = 'all' and span = 'day'")).toMatchObject([{ views: 1 }, { views: 2 }])
  })

  it('a roll-up is due after midnight there, and an hour later again', async () => {
    await storeViews(pool, [{ at: '2026-06-15T12:00:00Z', visitor: 1 }])
    const isDue = (time: string) => isRollUpDue(db, new Date(`2026-06-16T${time}Z`))
    expect(await isDue('04:15:00')).toBe(true)
    await rollUpViews(db, new Date('2026-06-16T04:15:00Z'))
    expect([await isDue('04:45:00'), await isDue('05:15:00'), await isDue('06:15:00')]).toEqual([
      false,
      true,
      false,
    ])
  })
})
