import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/database/db.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { startTcpProxy } from '#platform/testing/tcp-proxy.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { createViewQueue, type QueuedView } from './view-queue.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(() => emptyTables(pool, 'articles', 'page_views', 'visitor_salts'))

const NOON = Date.parse('2026-06-15T11:00:00Z')
let views = 0

function seen(more: Partial<QueuedView> = {}): QueuedView {
  views += 1
  return {
    kind: 'view',
    id: views.toString(16).padStart(32, '0'),
    path: '/',
    referrer: '',
    source: '',
    campaign: '',
    at: NOON,
    address: '192.0.2.1',
    userAgent: 'Mozilla/5.0',
    device: 'desktop',
    country: '',
    ...more,
  }
}

function open(more: Partial<Parameters<typeof createViewQueue>[0]> = {}) {
  const errors: unknown[] = []
  const queue = createViewQueue({
    db,
    site: () => 'https://paper.example',
    onError: (error) => errors.push(error),
    now: () => NOON,
    ...more,
  })
  return { queue, errors }
}

async function stored() {
  return (await pool.query('select * from page_views order by id')).rows
}

describe('storing', () => {
  it('combines each view with its later beacons', async () => {
    const { queue } = open()
    const [one, other] = [seen({ path: '/sport', referrer: 'a.example', country: 'GB' }), seen()]
    queue.add(one)
    queue.add(other)
    queue.add({ kind: 'leave', id: one.id, seconds: 5, depth: 40, at: NOON })
    await queue.flush()
    queue.add({ kind: 'leave', id: one.id, seconds: 9, depth: 30, at: NOON })
    queue.add({ kind: 'act', id: one.id, act: 'bookmark', at: NOON })
    queue.add({ kind: 'act', id: one.id, act: 'share', at: NOON })
    queue.add({ kind: 'act', id: one.id, act: 'share', at: NOON })
    queue.add({ kind: 'leave', id: 'f'.repeat(32), seconds: 9, depth: 30, at: NOON })
    await queue.flush()
    expect(await stored()).toMatchObject([
      {
        path: '/sport',
        referrer: 'a.example',
        country: 'GB',
        at: new Date(NOON),
        seconds: 9,
        depth: 40,
        bookmarks: 1,
        shares: 2,
      },
      { path: '/', seconds: 0, depth: 0, bookmarks: 0, shares: 0 },
    ])
  })

  it('counts articles, people and topics that do not exist as unknown pages', async () => {
    const id = crypto.randomUUID()
    await pool.query(`insert into articles (id, title) values ($1, 'Harbour reopens')`, [id])
    const { queue } = open()
    await pool.query(`insert into authors (id, slug, name) values ($1, 'ada', 'Ada')`, [crypto.randomUUID()])
    await pool.query(`insert into topics (id, slug, name) values ($1, '日本', '日本')`, [crypto.randomUUID()])
    const topic = `/topic/${encodeURIComponent('日本')}`
    const existing = [`/article/${id}`, '/author/ada', topic, '/sport']
    const missing = [`/article/${crypto.randomUUID()}`, '/author/ben', '/topic/ada']
    for (const path of [...existing, ...missing]) queue.add(seen({ path }))
    await queue.flush()
    expect((await stored()).map(({ path }) => path)).toEqual([...existing, ...missing.map(() => '/404')])
  })

  it('flushes after an interval, and at once when a batch is full', async () => {
    const { queue } = open({ flushMs: 10 })
    queue.add(seen())
    await expect.poll(stored).toHaveLength(1)
    const { queue: busy } = open({ flushMs: 60_000, batchSize: 3 })
    for (let view = 0; view < 3; view += 1) busy.add(seen())
    await expect.poll(stored).toHaveLength(4)
  })

  it('collects beacons that arrive during a flush in one batch', async () => {
    const held = await pool.connect()
    await held.query('begin; lock table page_views in exclusive mode')
    const { queue } = open({ flushMs: 60_000, batchSize: 3 })
    for (let view = 0; view < 5; view += 1) queue.add(seen())
    const flushed = queue.flush()
    await held.query('commit')
    held.release()
    await flushed
    expect(queue.counts.stored).toBe(3)
    await queue.flush()
    expect(await stored()).toHaveLength(5)
  })

  it('flushes in time after a slow flush', async () => {
    const flushMs = 1
    const held = await pool.connect()
    await held.query('begin; lock table page_views in exclusive mode')
    const { queue } = open({ flushMs })
    try {
      queue.add(seen())
      const waitsForIt = `select from pg_locks join pg_database as d on d.oid = database
        where datname = current_database() and not granted`
      await expect.poll(async () => (await pool.query(waitsForIt)).rowCount).toBe(1)
      queue.add(seen())
      // Timers of equal length fire in order, so the queue's timer has fired.
      await delay(flushMs)
    } finally {
      await held.query('commit')
      held.release()
    }
    await expect.poll(stored).toHaveLength(2)
  })

  it('stores no personal data', async () => {
    const { queue } = open()
    queue.add(seen({ address: '203.0.113.77', userAgent: 'Mozilla/5.0 Particular' }))
    await queue.flush()
    expect(JSON.stringify(await stored())).not.toMatch(/203\.0\.113\.77|Particular/)
  })
})

describe('the visitor hash', () => {
  it('is the same in all processes for a day, and depends on address and browser', async () => {
    const { queue } = open()
    const { queue: another } = open()
    queue.add(seen())
    queue.add(seen({ address: '192.0.2.2' }))
    queue.add(seen({ userAgent: 'Mozilla/5.0 Other' }))
    await queue.flush()
    another.add(seen())
    await another.flush()
    const visitors = (await stored()).map(({ visitor }) => visitor)
    expect(visitors[3]).toBe(visitors[0])
    expect(new Set(visitors).size).toBe(3)
  })

  it('changes with the next day in London, whose first view deletes the previous salt', async () => {
    let at = Date.parse('2026-06-15T22:59:00Z')
    const { queue } = open({ now: () => at })
    queue.add(seen({ at }))
    await queue.flush()
    const days = async () => (await pool.query('select day::text, salt from visitor_salts')).rows
    const [before] = await days()
    expect(before).toMatchObject({ day: '2026-06-15' })
    expect(before.salt).toHaveLength(32)
    at += 120_000
    queue.add(seen({ at }))
    await queue.flush()
    const after = await days()
    expect(after).toMatchObject([{ day: '2026-06-16' }])
    expect(after[0].salt).not.toEqual(before.salt)
    const [one, other] = await stored()
    expect(one.visitor).not.toBe(other.visitor)
  })
})

describe('while the database is unavailable', () => {
  it('buffers the latest views, reports one error, and stores them afterwards', async () => {
    await using proxy = await startTcpProxy(database.url)
    const behind = openDatabase(proxy.url, () => {})
    let at = NOON
    const { queue, errors } = open({ db: behind.db, now: () => at, maxAgeMs: 5_000, maxQueued: 3 })
    proxy.refuse()
    queue.add(seen({ at }))
    await queue.flush()
    at += 4_000
    const later = [seen({ at }), seen({ at }), seen({ at })]
    for (const view of later) queue.add(view)
    expect(queue.counts).toMatchObject({ received: 4, dropped: 1 })
    at += 3_000
    await queue.flush()
    expect(errors).toHaveLength(1)
    expect(queue.counts).toEqual({ received: 4, stored: 0, dropped: 2 })
    proxy.allow()
    await queue.close()
    expect((await stored()).map(({ id }) => id.replaceAll('-', ''))).toEqual([later[0]?.id, later[1]?.id])
    expect(queue.counts.stored).toBe(2)
    await behind.close()
  })

  it('stores waiting beacons on close', async () => {
    const { queue } = open({ flushMs: 60_000 })
    queue.add(seen())
    await queue.close()
    expect(await stored()).toHaveLength(1)
  })
})
