import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#platform/database/db.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { METRIC_KINDS } from '#schema/analytics.ts'
import { type PageView, storeViews } from '../testing/page-view.ts'
import { findOverview, findTraffic } from './analytics.server.ts'
import { allViews, dailyMetrics } from './daily-metrics.server.ts'
import { rollUpNewViews } from './incremental-roll-up.server.ts'
import { rollUpViews } from './roll-up-views.server.ts'
import { createViewQueue } from './view-queue.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(() => emptyTables(pool, 'page_views', 'view_metrics', 'visitor_salts'))

const now = new Date('2026-06-15T22:30:00Z')
const STORY = '/article/7f3f1a52-7a3c-4b5e-9a75-0d9f5d8f4e11'
const COLUMNS = sql`day::text, kind, name, views, visitors, sessions, bounces, seconds::int, reads, depth::int, bookmarks, shares`

const seen = {
  kind: 'view',
  path: '/',
  referrer: '',
  source: '',
  campaign: '',
  userAgent: 'Mozilla/5.0',
  device: 'desktop',
  country: '',
} as const

async function running() {
  const { rows } = await db.execute(sql`
    select ${COLUMNS} from (select *, start as day from view_metrics where span = 'running' and views > 0) as stored
    order by day, kind, name`)
  return rows
}

async function fromScratch() {
  const days = { from: sql`'2026-06-14'::date`, to: sql`'2026-06-15'::date` }
  const { rows } = await db.execute(sql`
    select ${COLUMNS} from (${dailyMetrics(allViews(days), METRIC_KINDS)}) as metrics order by day, kind, name`)
  return rows
}

/** Deterministic (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state += 0x6d2b79f5
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function oneOf<T>(next: () => number, values: readonly T[]): T {
  return values[Math.floor(next() * values.length)] as T
}

/** Returning visitors on two days, in random order. */
function someViews(next: () => number): PageView[] {
  return Array.from({ length: 1 + Math.floor(next() * 8) }, () => ({
    at: new Date(Date.parse('2026-06-14T12:00:00Z') + Math.floor(next() * 34 * 60) * 60_000).toISOString(),
    visitor: 1 + Math.floor(next() * 6),
    path: oneOf(next, ['/', '/sport', STORY]),
    referrer: oneOf(next, ['', 'a.example', 'b.example']),
    campaign: oneOf(next, ['', 'autumn']),
    country: oneOf(next, ['', 'GB']),
  }))
}

function sendLeaves(next: () => number) {
  return pool.query(
    `update page_views set seconds = greatest(seconds, $1), depth = greatest(depth, $2), bookmarks = bookmarks + 1
     where ('x' || right(id::text, 2))::bit(8)::int % 4 = $3`,
    [Math.floor(next() * 90), Math.floor(next() * 101), Math.floor(next() * 4)],
  )
}

describe('the incremental roll-up', () => {
  it.each([1, 2, 3, 4, 5])(
    'has the same result as a full roll-up, in any order of steps (%i)',
    async (seed) => {
      const next = random(seed)
      for (let step = 0; step < 30; step += 1) {
        const what = next()
        if (what < 0.4) await storeViews(pool, someViews(next))
        else if (what < 0.7) await sendLeaves(next)
        else {
          const options = { period: '7d', now } as const
          const before = [await findOverview(db, options), await findTraffic(db, options)]
          await rollUpNewViews(db)
          expect(await running()).toEqual(await fromScratch())
          expect([await findOverview(db, options), await findTraffic(db, options)]).toEqual(before)
        }
      }
    },
  )

  it('counts nothing twice with concurrent runs and after an interruption', async () => {
    const next = random(6)
    for (let step = 0; step < 5; step += 1) {
      await storeViews(pool, someViews(next))
      await sendLeaves(next)
      await Promise.all([rollUpNewViews(db), rollUpNewViews(db)])
      await storeViews(pool, someViews(next))
      const ended = db.transaction(async (tx: Db) => {
        await rollUpNewViews(tx)
        throw new Error('ended')
      })
      await expect(ended).rejects.toThrow('ended')
    }
    await rollUpNewViews(db)
    expect(await running()).toEqual(await fromScratch())
  })

  it('is exact while beacons arrive', async () => {
    const errors: unknown[] = []
    const at = now.getTime()
    const queue = createViewQueue({
      db,
      site: () => 'https://paper.example',
      onError: (error) => errors.push(error),
      now: () => at,
    })
    const ids = Array.from({ length: 60 }, (_, view) => view.toString(16).padStart(32, '0'))
    let isDone = false
    const sendBeacons = async () => {
      for (let round = 1; round <= 20; round += 1) {
        for (const [view, id] of ids.entries()) {
          if (round === 1) queue.add({ ...seen, id, at, address: `192.0.2.${view % 20}` })
          else queue.add({ kind: 'leave', id, seconds: round, depth: round * 4, at })
        }
        ids.reverse()
        await queue.flush()
      }
      isDone = true
    }
    const count = async () => {
      while (!isDone) await rollUpNewViews(db)
    }
    await Promise.all([sendBeacons(), count()])
    await rollUpNewViews(db)
    expect(errors).toEqual([])
    expect(await running()).toEqual(await fromScratch())
    expect(await running()).toContainEqual(
      expect.objectContaining({ kind: 'all', views: 60, visitors: 20, seconds: 1200, depth: 4800 }),
    )
  })

  it('ends with the day, and a rebuild includes manual changes', async () => {
    await storeViews(pool, [
      { at: '2026-06-14T10:00:00Z' },
      { at: '2026-06-15T10:00:00Z', visitor: 2 },
      { at: '2026-06-15T11:00:00Z', visitor: 3 },
    ])
    await rollUpNewViews(db)
    expect(await running()).toContainEqual(
      expect.objectContaining({ day: '2026-06-14', kind: 'all', views: 1 }),
    )
    await pool.query("delete from page_views where visitor::text like '%3'")
    await rollUpViews(db, now)
    const all = (await running()).filter(({ kind }) => kind === 'all')
    expect(all).toMatchObject([{ day: '2026-06-15', views: 1, visitors: 1 }])
    const { points } = await findTraffic(db, { period: '7d', now })
    expect(points.map(({ views }) => views)).toEqual([0, 0, 0, 0, 0, 1, 1])
  })
})
