import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '#kernel/time/durations.ts'
import { setDatabase } from '#platform/database/db.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'
import { createMaintenanceGate } from '#platform/server/maintenance-gate.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'
import {
  composeConfirmation,
  composeReturn,
  handleConfirm,
  handleUnsubscribe,
  showConfirmPage,
  showUnsubscribePage,
} from './link-handlers.server.ts'
import { openLinkSigner } from './link-page.server.ts'

/** RFC 8058 §3.2. */
const ONE_CLICK = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
}

const database = await createTestDatabase()
const { db, pool } = database
let site: TestSite
let isUnderMaintenance = false

async function handle(request: Request): Promise<Response> {
  const [, , page, token = ''] = new URL(request.url).pathname.split('/')
  const [get, post] =
    page === 'confirm' ? [showConfirmPage, handleConfirm] : [showUnsubscribePage, handleUnsubscribe]
  return (request.method === 'POST' ? post : get)({ params: { token } })
}

beforeAll(() => setSiteOrigin({ SITE_URL: 'https://paper.example' }, 0))
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
  setDatabase(database)
  isUnderMaintenance = false
  await emptyTables(pool, 'newsletter_subscribers', 'account_attempts')
  site = await startTestSite(handle, {
    maintenance: createMaintenanceGate({
      state: () => ({ isUnderMaintenance, siteName: 'The Courier' }),
      hasAdminAccess: async () => false,
    }),
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await site.close()
  expect(site.errors).toEqual([])
})
afterAll(async () => {
  setDatabase(undefined)
  await database.drop()
})

const confirmLink = async (fullName: string | null, until: number) => {
  const token = (await openLinkSigner(db)).sign(
    'confirm',
    JSON.stringify(['ada@example.org', fullName, until]),
  )
  return `/newsletter/confirm/${token}`
}
const subscribed = async () => {
  const { rows } = await pool.query(
    "insert into newsletter_subscribers (email) values ('ada@example.org') returning id",
  )
  return `/newsletter/unsubscribe/${(await openLinkSigner(db)).sign('unsubscribe', rows[0].id)}`
}
const stored = async () =>
  (await pool.query('select email, full_name, is_active, inactive_reason from newsletter_subscribers')).rows

describe('the confirmation link', () => {
  it('is valid until it expires', async () => {
    const link = await confirmLink('Ada', Date.now() + 7 * DAY_MS)
    vi.setSystemTime(Date.now() + 7 * DAY_MS)
    for (const method of ['GET', 'POST']) {
      const { status, body } = await site.send(link, { method })
      expect([status, body.toString().includes('This link does not work')]).toEqual([404, true])
    }
    expect(await stored()).toEqual([])
    vi.setSystemTime(Date.now() - 1)
    const shown = await site.send(link)
    expect([shown.status, shown.body.toString().includes('ada@example.org')]).toEqual([200, true])
    expect(await stored()).toEqual([])
    for (const _ of ['first', 'again']) expect((await site.send(link, { method: 'POST' })).status).toBe(200)
    expect(await stored()).toEqual([
      { email: 'ada@example.org', full_name: 'Ada', is_active: true, inactive_reason: null },
    ])
  })

  it('works once, so that it does not subscribe a reader again who has unsubscribed', async () => {
    const link = await confirmLink(null, Date.now() + DAY_MS)
    expect((await site.send(link, { method: 'POST' })).status).toBe(200)
    await pool.query("update newsletter_subscribers set is_active = false, inactive_reason = 'Unsubscribed'")
    for (const variant of [link, `${link}=`]) {
      const { status, body } = await site.send(variant, { method: 'POST' })
      expect([status, body.toString().includes('This link does not work')]).toEqual([404, true])
    }
    expect(await stored()).toMatchObject([{ is_active: false }])
    const later = await confirmLink(null, Date.now() + DAY_MS + 1)
    expect((await site.send(later, { method: 'POST' })).status).toBe(200)
    expect(await stored()).toMatchObject([{ is_active: true }])
  })

  it.each([
    ['reactivates a reader who unsubscribed', "'Unsubscribed'", true],
    ['does not reactivate a subscriber that an administrator deactivated', 'null', false],
  ])('%s', async (_, reason, isActive) => {
    await pool.query(
      `insert into newsletter_subscribers (email, is_active, inactive_reason) values ('ADA@example.org', false, ${reason})`,
    )
    const { status, body } = await site.send(await confirmLink(null, Date.now() + DAY_MS), { method: 'POST' })
    expect(await stored()).toMatchObject([{ email: 'ADA@example.org', is_active: isActive }])
    expect([status, body.toString().includes('This address cannot be subscribed')]).toEqual(
      isActive ? [200, false] : [403, true],
    )
  })

  it('starts the subscription of a reader who comes back anew', async () => {
    await pool.query(`insert into newsletter_subscribers (email, is_active, inactive_reason, return_requested_at, subscribed_at)
      values ('ada@example.org', false, 'Rejected: 550', now(), '2020-01-01')`)
    await site.send(await confirmLink(null, Date.now() + DAY_MS), { method: 'POST' })
    const { rows } = await pool.query(
      "select is_active, inactive_reason, return_requested_at, subscribed_at > '2025-01-01' as new from newsletter_subscribers",
    )
    expect(rows).toEqual([{ is_active: true, inactive_reason: null, return_requested_at: null, new: true }])
  })

  it.each(['unsubscribe', 'confirm'])(
    'rejects tokens for another purpose and invalid tokens at %s',
    async (page) => {
      const confirm = (await confirmLink(null, Date.now() + DAY_MS)).split('/').at(-1) ?? ''
      const unsubscribe = (await subscribed()).split('/').at(-1) ?? ''
      const wrong = page === 'confirm' ? unsubscribe : confirm
      for (const token of [wrong, wrong.slice(0, -1), 'a.b.c', '%20'])
        expect((await site.send(`/newsletter/${page}/${token}`, { method: 'POST' })).status).toBe(404)
      expect(await stored()).toMatchObject([{ is_active: true }])
    },
  )
})

it('the unsubscribe link of a test email explains that it has no effect', async () => {
  for (const method of ['GET', 'POST']) {
    const { status, body } = await site.send('/newsletter/unsubscribe/test', { method })
    expect([status, body.toString().includes('This is a test email')]).toEqual([200, true])
  }
})

it.each([
  ['confirming', () => confirmLink('Ada', Date.now() + DAY_MS), 'Failed to confirm the subscription'],
  ['unsubscribing', subscribed, 'Unsubscribing failed'],
])('a failure of %s is shown as a page', async (_, link, text) => {
  const path = await link()
  await pool.query('alter table newsletter_subscribers rename to other_table')
  try {
    const { status, headers, body } = await site.send(path, { method: 'POST' })
    expect(status).toBe(500)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body.toString()).toContain(`${text}. Please try again in a few minutes.`)
  } finally {
    await pool.query('alter table other_table rename to newsletter_subscribers')
  }
})

describe('under maintenance', () => {
  it('one-click unsubscribe works without cookie and origin', async () => {
    const link = await subscribed()
    isUnderMaintenance = true
    expect((await site.send(link)).body.toString()).toContain('Unsubscribe?')
    expect(await stored()).toMatchObject([{ is_active: true }])
    for (const _ of ['first', 'again']) expect((await site.send(link, ONE_CLICK)).status).toBe(200)
    expect(await stored()).toMatchObject([{ is_active: false, inactive_reason: 'Unsubscribed' }])
  })

  it('confirming a subscription works, the other newsletter pages do not', async () => {
    const link = await confirmLink(null, Date.now() + DAY_MS)
    isUnderMaintenance = true
    expect((await site.send(link)).body.toString()).toContain('Confirm your subscription')
    expect(await stored()).toEqual([])
    for (const _ of ['first', 'again']) expect((await site.send(link, { method: 'POST' })).status).toBe(200)
    expect(await stored()).toMatchObject([{ email: 'ada@example.org', is_active: true }])
    expect((await site.send('/newsletter')).status).toBe(503)
  })
})

const compose = (email: string) => composeConfirmation(db, { email, fullName: null }, new Date())

describe('the confirmation email', () => {
  it('is sent to a mailbox at most three times a day, from any client', async () => {
    const spellings = ['ada@example.org', 'ADA@Example.org', 'ada+news@example.org', 'ada+x+y@example.org']
    const attempts = Array.from({ length: 100 }, (_, index) => spellings[index % 4] ?? '')
    const emails = await Promise.all(attempts.map(compose))
    expect(emails.filter((email) => email !== undefined)).toHaveLength(3)
    expect(await compose('grace@example.org')).toBeDefined()
  })

  it('contains the link for an unknown address', async () => {
    const email = await compose('ada@example.org')
    expect(email?.subject).toMatch(/^Confirm your subscription to /)
    expect(email?.text).toContain('https://paper.example/newsletter/confirm/')
  })

  it('informs a subscriber, without a link, and counts towards the limit', async () => {
    await pool.query("insert into newsletter_subscribers (email) values ('Ada@example.org')")
    const emails = await Promise.all(Array.from({ length: 5 }, () => compose('ada@example.org')))
    const sent = emails.filter((email) => email !== undefined)
    expect(sent).toHaveLength(3)
    expect(sent[0]?.subject).toMatch(/^You are already subscribed to /)
    expect(sent[0]?.text).toContain('This email is already subscribed to the newsletter of')
    expect(sent[0]?.text).not.toContain('/newsletter/confirm/')
  })

  it.each([
    ['a reader who unsubscribed', "'Unsubscribed'", /^Confirm your subscription to /],
    ['somebody who was imported as inactive', "'Inactive when imported'", /^Confirm your subscription to /],
    ['a subscriber whom an administrator deactivated', 'null', /^Your subscription to /],
  ])('for %s who uses the form again', async (_, reason, subject) => {
    await pool.query(
      `insert into newsletter_subscribers (email, is_active, inactive_reason) values ('ADA@example.org', false, ${reason})`,
    )
    const email = await composeReturn(db, { email: 'ada@example.org', fullName: null }, new Date())
    expect(email?.subject).toMatch(subject)
    expect(email?.text.includes('/newsletter/confirm/')).toBe(reason !== 'null')
  })

  it('is not sent by the form to active and unknown readers without double opt-in', async () => {
    await pool.query("insert into newsletter_subscribers (email) values ('ada@example.org')")
    for (const email of ['ada@example.org', 'grace@example.org'])
      expect(await composeReturn(db, { email, fullName: null }, new Date())).toBeUndefined()
  })
})
