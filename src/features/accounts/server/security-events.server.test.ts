import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { log } from '#platform/process/log.server.ts'
import { createAccountServer, EDITOR } from '../testing/account-server.ts'
import { totpOf } from '../testing/totp.ts'
import { authoriseRequest } from './current-session.server.ts'
import {
  deleteOldSecurityEvents,
  EVENT_RETENTION_DAYS,
  MAX_ENTRIES_PER_DAY,
  recordSecurityEvent,
} from './security-events.server.ts'

const server = await createAccountServer()
const { pool, db } = server.database
beforeEach(async () => {
  await server.reset()
  // Events are counted by day, and at noon no day ends during a test.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(12, 0, 0, 0) })
})
afterEach(() => void vi.useRealTimers())
afterAll(() => server[Symbol.asyncDispose]())

const WRONG = { ...EDITOR, password: 'another password' }

const from = (address: string) =>
  new Request('http://localhost:3000/', { headers: { 'x-forwarded-for': address } })

async function entries() {
  const { rows } = await pool.query(
    'select actor_email, action, subject, address, count from audit_log order by id',
  )
  return rows
}

describe('sign-ins', () => {
  it('are recorded with account and address, and failures are counted', async () => {
    const browser = server.openBrowser('198.51.100.4')
    await browser.post('sign-in/email', WRONG)
    await browser.post('sign-in/email', { ...WRONG, email: 'hunter2@example.org' })
    await browser.post('sign-in/email', EDITOR)
    const another = server.openBrowser('198.51.100.4')
    for (let time = 0; time < 3; time++) await another.post('sign-in/email', WRONG)
    const address = '198.51.100.4'
    expect(await entries()).toEqual([
      { actor_email: 'visitor', action: 'sign-in.fail', subject: EDITOR.email, address, count: 1 },
      { actor_email: 'visitor', action: 'sign-in.fail', subject: 'unknown account', address, count: 1 },
      { actor_email: EDITOR.email, action: 'sign-in.succeed', subject: EDITOR.email, address, count: 1 },
      { actor_email: 'visitor', action: 'sign-in.lock', subject: EDITOR.email, address, count: 3 },
    ])
  })

  it('write one log line each in the documented format', async () => {
    const lines = vi.spyOn(log(), 'warn')
    await server.openBrowser('198.51.100.5').post('sign-in/email', WRONG)
    await server.openBrowser('198.51.100.5').post('sign-in/email', { ...WRONG, email: 'a@example.org' })
    const texts = lines.mock.calls.map(([, text]) => String(text))
    expect(texts.filter((text) => text.startsWith('Security:'))).toEqual([
      'Security: sign-in.fail address=198.51.100.5 account=editor@example.org',
      'Security: sign-in.fail address=198.51.100.5 account=-',
    ])
    lines.mockRestore()
  })
})

describe('changes of the second factor', () => {
  it('are recorded and write a log line each, with account and address', async () => {
    const { password } = EDITOR
    const browser = server.openBrowser('198.51.100.7')
    await browser.post('sign-in/email', EDITOR)
    await pool.query('delete from audit_log')
    const lines = vi.spyOn(log(), 'info')
    const { body } = await browser.post('two-factor/enable', { password })
    const secret = new URL(String(body.totpURI)).searchParams.get('secret') ?? ''
    await browser.post('two-factor/verify-totp', { code: totpOf(secret) })
    await browser.post('two-factor/generate-backup-codes', { password })
    await browser.post('two-factor/disable', { password })
    const texts = lines.mock.calls.map(([, text]) => String(text))
    lines.mockRestore()
    const actions = ['second-factor.enable', 'backup-codes.renew', 'second-factor.disable']
    expect(texts.filter((text) => text.startsWith('Security:'))).toEqual(
      actions.map((action) => `Security: ${action} address=198.51.100.7 account=${EDITOR.email}`),
    )
    expect((await entries()).map(({ action, address }) => `${action} ${address}`)).toEqual(
      actions.map((action) => `${action} 198.51.100.7`),
    )
  })
})

describe('a denial', () => {
  it('is recorded with the account', async () => {
    const browser = await server.signIn()
    await pool.query(`update users set role = 'user'; delete from audit_log`)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = new Request('http://localhost:3000/api/admin/audit_log.csv', {
      headers: { cookie, 'x-forwarded-for': '198.51.100.6' },
    })
    for (let time = 0; time < 2; time++)
      expect(await authoriseRequest(request, 'audit.read')).toMatchObject({ status: 403 })
    expect(await authoriseRequest(from('198.51.100.6'), 'audit.read')).toMatchObject({ status: 401 })
    expect(await entries()).toEqual([
      {
        actor_email: EDITOR.email,
        action: 'access.deny',
        subject: EDITOR.email,
        address: '198.51.100.6',
        count: 2,
      },
    ])
  })
})

describe('the number of entries', () => {
  it('is limited per day, and the events beyond are counted together', async () => {
    await pool.query(`insert into audit_log (actor_email, action, aggregate_key)
      select 'visitor', 'sign-in.fail', n::text from generate_series(1, ${MAX_ENTRIES_PER_DAY}) as n`)
    for (let time = 0; time < 3; time++)
      await recordSecurityEvent(from(`198.51.100.${time}`), 'sign-in.fail', undefined)
    const [others, ...none] = (await entries()).slice(MAX_ENTRIES_PER_DAY)
    expect(others).toMatchObject({ address: null, subject: 'Other accounts and addresses', count: 3 })
    expect(none).toEqual([])
  })

  it('does not hide the sign-ins of administrators', async () => {
    await pool.query(`insert into audit_log (actor_email, action, aggregate_key)
      select 'visitor', 'sign-in.fail', n::text from generate_series(1, ${MAX_ENTRIES_PER_DAY}) as n`)
    await server.signIn()
    expect((await entries()).slice(MAX_ENTRIES_PER_DAY)).toMatchObject([{ actor_email: EDITOR.email }])
  })

  it('counts concurrent events of one network once each', async () => {
    const addresses = ['2001:db8:1:101::1', '2001:db8:1:102::1', '2001:db8:1:103::1']
    await Promise.all(
      addresses.map((address) => recordSecurityEvent(from(address), 'sign-in.fail', undefined)),
    )
    expect(await entries()).toMatchObject([{ count: 3 }])
  })
})

it('deletes old security events and no other entries', async () => {
  await pool.query(`insert into audit_log (actor_email, action, aggregate_key, at) values
    ('a', 'sign-in.fail', 'old', now() - interval '${EVENT_RETENTION_DAYS + 1} days'),
    ('a', 'sign-in.fail', 'new', now() - interval '${EVENT_RETENTION_DAYS - 1} days'),
    ('a', 'article.update', null, now() - interval '900 days')`)
  expect(await deleteOldSecurityEvents(db, new Date())).toBe(1)
  expect(await entries()).toHaveLength(2)
})
