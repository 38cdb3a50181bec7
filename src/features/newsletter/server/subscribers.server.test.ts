import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import { csvDownload } from '#platform/http/responses.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import {
  countSubscribers,
  engagementRate,
  listSubscribers,
  setSubscriberActive,
  subscriberLines,
} from './subscribers.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
let by: Account
beforeEach(async () => {
  await emptyTables(pool, 'newsletter_subscribers', 'audit_log', 'users')
  const { rows } = await pool.query(
    `insert into users (full_name, email, role) values ('Editor', 'editor@example.org', 'admin') returning id`,
  )
  by = { id: rows[0].id, email: 'editor@example.org', fullName: 'Editor', role: 'admin' }
})
afterAll(() => database.drop())

async function subscribe(email: string, more: { name?: string; isActive?: boolean; at?: string } = {}) {
  const { name = null, isActive = true, at = '2026-11-21T12:00:00Z' } = more
  const { rows } = await pool.query(
    `insert into newsletter_subscribers (email, full_name, is_active, subscribed_at) values ($1, $2, $3, $4) returning id`,
    [email, name, isActive, at],
  )
  return String(rows[0].id)
}

describe('listSubscribers', () => {
  it('lists subscribers newest first, with or without a name', async () => {
    const older = await subscribe('ada@example.org', { name: 'Ada', at: '2026-11-20T12:00:00Z' })
    const newer = await subscribe('Grace@Example.org', { isActive: false })
    const { subscribers, next } = await listSubscribers(db)
    expect(next).toBeNull()
    expect(subscribers).toEqual([
      {
        id: newer,
        email: 'Grace@Example.org',
        fullName: null,
        isActive: false,
        inactiveReason: null,
        subscribedAt: '2026-11-21T12:00:00.000Z',
      },
      {
        id: older,
        email: 'ada@example.org',
        fullName: 'Ada',
        isActive: true,
        inactiveReason: null,
        subscribedAt: '2026-11-20T12:00:00.000Z',
      },
    ])
  })

  it('continues after the previous page without duplicates', async () => {
    await pool.query(`insert into newsletter_subscribers (email, subscribed_at)
      select n || '@example.org', timestamptz '2026-11-21 12:00Z' + (n / 3) * interval '1 microsecond'
      from generate_series(1, 60) as n`)
    const first = await listSubscribers(db)
    const second = await listSubscribers(db, { before: first.next ?? undefined })
    const ids = [...first.subscribers, ...second.subscribers].map(({ id }) => id)
    expect([first.subscribers.length, second.subscribers.length, second.next]).toEqual([50, 10, null])
    expect(new Set(ids).size).toBe(60)
  })

  it.each([
    ['GRACE', ['Grace@Example.org']],
    ['penrose', ['ada@example.org']],
    ['100%', []],
    ['nobody', []],
  ])('searches email and name for %s', async (q, emails) => {
    await subscribe('ada@example.org', { name: 'Ada Penrose' })
    await subscribe('Grace@Example.org')
    expect((await listSubscribers(db, { q })).subscribers.map(({ email }) => email)).toEqual(emails)
  })
})

describe('countSubscribers', () => {
  it('counts active subscribers, and all by month', async () => {
    await subscribe('a@example.org', { at: '2026-10-02T12:00:00Z' })
    await subscribe('b@example.org', { at: '2026-11-02T12:00:00Z', isActive: false })
    expect(await countSubscribers(db, new Date('2026-11-21T12:00:00Z'))).toEqual({
      total: 2,
      active: 1,
      engagementRate: 50,
      beforeThisMonth: 1,
      lastMonth: 1,
    })
  })
})

it.each([
  { active: 0, total: 0, percent: 0 },
  { active: 0, total: 3, percent: 0 },
  { active: 2, total: 3, percent: 67 },
  { active: 1, total: 8, percent: 13 },
  { active: 3, total: 3, percent: 100 },
])('engagementRate: $active of $total is $percent%', ({ percent, ...counts }) => {
  expect(engagementRate(counts)).toBe(percent)
})

describe('setSubscriberActive', () => {
  const audit = async () =>
    (await pool.query('select action, subject, subject_id, changes from audit_log')).rows

  it('changes a subscriber and records it', async () => {
    const id = await subscribe('ada@example.org')
    expect(await setSubscriberActive(db, { by, id, isActive: false })).toEqual({ kind: 'done' })
    expect((await listSubscribers(db)).subscribers[0]?.isActive).toBe(false)
    expect(await audit()).toEqual([
      {
        action: 'subscriber.deactivate',
        subject: 'ada@example.org',
        subject_id: id,
        changes: { isActive: { from: true, to: false } },
      },
    ])
  })

  it('records nothing when nothing changes', async () => {
    const id = await subscribe('ada@example.org')
    expect(await setSubscriberActive(db, { by, id, isActive: true })).toEqual({ kind: 'done' })
    expect(await setSubscriberActive(db, { by, id: crypto.randomUUID(), isActive: true })).toEqual({
      kind: 'missing',
    })
    expect(await audit()).toEqual([])
  })

  it('changes nothing when the audit record fails', async () => {
    const id = await subscribe('ada@example.org')
    const stranger = { ...by, id: crypto.randomUUID() }
    await expect(setSubscriberActive(db, { by: stranger, id, isActive: false })).rejects.toThrow()
    expect((await listSubscribers(db)).subscribers[0]?.isActive).toBe(true)
  })
})

it('streams with backpressure, one page at a time', async () => {
  await pool.query(`insert into newsletter_subscribers (email, subscribed_at)
    select n || '@example.org', timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, 20000) as n`)
  const { body } = await csvDownload('subscribers.csv', subscriberLines(db))
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes('20000@example.org')) text += decoder.decode((await reader.read()).value)
  await pool.query("delete from newsletter_subscribers where subscribed_at < timestamptz '2026-01-01 04:00'")
  for (let part = await reader.read(); !part.done; part = await reader.read())
    text += decoder.decode(part.value)
  const lines = text.trimEnd().split('\r\n')
  expect(lines.length).toBeGreaterThan(5_000)
  expect(lines.length).toBeLessThan(12_000)
})
