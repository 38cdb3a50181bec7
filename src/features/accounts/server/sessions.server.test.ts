import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { twoFactorSetting } from '#features/audit/server/switch-setting.server.ts'
import { createAccountServer, EDITOR, extractToken } from '../testing/account-server.ts'
import { auth } from './auth.server.ts'
import { hasAdminAccess, hasSignedSession, readAccount } from './current-session.server.ts'
import { endAccountSessions } from './sessions.server.ts'

const server = await createAccountServer()
const { db, pool } = server.database
beforeEach(() => server.reset())
afterAll(() => server[Symbol.asyncDispose]())

const WRONG = { ...EDITOR, password: 'another password' }
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0'
const SESSION = 'masthead.session_token'

describe('sessions', () => {
  it('are stored as hashes, which do not work as tokens', async () => {
    const browser = await server.signIn()
    const [token = '', signature] = decodeURIComponent(browser.cookies.get(SESSION) ?? '').split('.')
    const { rows } = await pool.query('select token from sessions')
    expect(rows).toEqual([{ token: createHash('sha256').update(token).digest('base64url') }])
    expect(signature).toMatch(/=$/)
    const { $context } = await auth()
    const { internalAdapter } = await $context
    expect(await internalAdapter.findSession(rows[0].token)).toBeNull()
    expect(await internalAdapter.findSession(token)).toMatchObject({ session: { token } })
  })

  it('are recognised by the signature of their cookie', async () => {
    const browser = await server.signIn()
    const value = decodeURIComponent(browser.cookies.get(SESSION) ?? '')
    const [token, signature] = value.split('.')
    const isSigned = (given: string) =>
      hasSignedSession(`theme=dark; ${SESSION}=${encodeURIComponent(given)}`)
    expect(await isSigned(value)).toBe(true)
    const forged = ['', '.', 'x', `x.${signature}`, `${token}.`, `${token}.x`, `x${value}`, `${value}x`]
    for (const given of forged) expect([given, await isSigned(given)]).toEqual([given, false])
    expect(await hasSignedSession(undefined)).toBe(false)
    expect(await hasSignedSession(`other=${encodeURIComponent(value)}`)).toBe(false)
  })

  it('are read by the people of an office as often as their pages ask', async () => {
    const browser = await server.signIn()
    for (let time = 0; time < 101; time++) expect((await browser.get('get-session')).status).toBe(200)
  })

  it('end after 30 days, however they are used', async () => {
    const browser = await server.signIn()
    await pool.query(`update sessions set created_at = now() - interval '29 days 23 hours',
      expires_at = now() + interval '30 minutes', updated_at = now() - interval '6 days'`)
    expect(await browser.getSession()).not.toBeNull()
    const { rows } = await pool.query(
      `select expires_at <= created_at + interval '30 days' as ends, expires_at > now() as runs from sessions`,
    )
    expect(rows).toEqual([{ ends: true, runs: true }])
    await pool.query(
      `update sessions set created_at = created_at - interval '2 hours', expires_at = now() + interval '7 days'`,
    )
    expect(await browser.getSession()).toBeNull()
  })
})

describe('ending sessions', () => {
  it('requires a proof of identity in the last 15 minutes', async () => {
    const [here, other] = [await server.signIn(), await server.signIn()]
    const { rows } = await pool.query(
      `update sessions set authenticated_at = now() - interval '16 minutes' returning id`,
    )
    for (const { id } of rows) expect((await here.post('end-session', { id })).status).toBe(403)
    const refused = await here.post('end-other-sessions')
    expect([refused.status, refused.body.code]).toEqual([403, 'CONFIRM_IDENTITY'])
    expect(await other.getSession()).not.toBeNull()
    await here.post('confirm-identity', { password: EDITOR.password })
    expect((await here.post('end-other-sessions')).body).toEqual({ ended: 1 })
    expect(await other.getSession()).toBeNull()
  })
})

describe('a suspended account', () => {
  const ban = () => pool.query('update users set banned = true')

  it('cannot sign in', async () => {
    await ban()
    const browser = server.openBrowser()
    const { status, body } = await browser.post('sign-in/email', EDITOR)
    expect([status, body.message]).toEqual([
      403,
      'This account is suspended. Please contact an administrator of the site.',
    ])
    expect(browser.cookies.has(SESSION)).toBe(false)
    expect((await browser.post('sign-in/email', WRONG)).status).toBe(401)
    expect((await pool.query('select from sessions')).rowCount).toBe(0)
  })

  it('loses its sessions and reset links, and gets no new ones', async () => {
    const browser = await server.signIn()
    const request = { email: EDITOR.email }
    await server.openBrowser().post('request-password-reset', request)
    const token = extractToken((await server.emails())[0])
    await ban()
    expect(await browser.getSession()).toBeNull()
    expect((await browser.get('token')).status).toBe(401)
    expect((await browser.post('reset-password', { token, password: 'violet tram estuary' })).status).toBe(
      410,
    )
    await server.openBrowser().post('request-password-reset', request)
    expect(await server.emails()).toHaveLength(1)
    const { rows } = await pool.query('select from verifications')
    expect(rows).toEqual([])
  })
})

describe('a sign-in with a new browser', () => {
  it('notifies the owner once', async () => {
    const browser = server.openBrowser()
    for (let time = 0; time < 2; time++)
      await browser.post('sign-in/email', EDITOR, { 'user-agent': FIREFOX })
    const emails = await server.emails()
    expect(emails).toHaveLength(1)
    expect(emails[0]).toMatch(/^Subject: New sign-in to your account at localhost:3000/m)
    expect(emails[0]).toContain('Firefox on Windows')
  })

  it('does not notify the owner of a known browser', async () => {
    await server.signIn()
    expect(await server.emails()).toEqual([])
  })
})

describe('changes of passkeys', () => {
  const options = 'passkey/generate-register-options'

  it('require a proof of identity in the last 15 minutes', async () => {
    const browser = await server.signIn()
    expect((await browser.get(options)).status).toBe(200)
    await pool.query(`update sessions set authenticated_at = now() - interval '16 minutes'`)
    const refused = await browser.get(options)
    expect([refused.status, refused.body]).toEqual([
      403,
      { code: 'CONFIRM_IDENTITY', message: 'Please confirm your identity to continue' },
    ])
    expect((await browser.post('delete-passkey', { id: crypto.randomUUID() })).status).toBe(403)
    expect((await browser.post('confirm-identity', { password: 'another' })).status).toBe(400)
    expect((await browser.get(options)).status).toBe(403)
    expect((await browser.post('confirm-identity', { password: EDITOR.password })).status).toBe(200)
    expect((await browser.get(options)).status).toBe(200)
    expect((await server.openBrowser().get(options)).status).toBe(401)
  })

  it("are limited to one's own passkeys", async () => {
    const browser = await server.signIn()
    const { rows } = await pool.query(`
      with other as (insert into users (full_name, email) values ('Other', 'other@example.org') returning id)
      insert into passkeys (user_id, name, public_key, credential_id, counter, device_type, backed_up)
      select id, 'Theirs', 'x', 'x', 0, 'singleDevice', false from other returning id`)
    expect((await browser.get('passkeys')).body).toEqual({ passkeys: [] })
    expect((await browser.post('delete-passkey', { id: rows[0].id })).status).toBe(404)
    expect((await pool.query('select from passkeys')).rowCount).toBe(1)
  })
})

describe('required two-factor authentication', () => {
  const isAllowed = async (cookies: Map<string, string>) =>
    hasAdminAccess([...cookies].map(([name, value]) => `${name}=${value}`).join('; '))

  it('closes the admin area to administrators without a second factor', async () => {
    const browser = await server.signIn()
    expect(await isAllowed(browser.cookies)).toBe(true)
    const { rows } = await pool.query('select id, email, full_name as "fullName", role from users')
    const by = rows[0]
    await twoFactorSetting.set(db, by, true)
    expect(await isAllowed(browser.cookies)).toBe(false)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect(await readAccount(new Headers({ cookie }))).toMatchObject({
      role: 'admin',
      lacksSecondFactor: true,
    })
    await pool.query('update sessions set is_passkey = true')
    expect(await isAllowed(browser.cookies)).toBe(true)
    await pool.query('update sessions set is_passkey = false; update users set two_factor_enabled = true')
    expect(await isAllowed(browser.cookies)).toBe(true)
    await pool.query('update users set two_factor_enabled = false')
    await twoFactorSetting.set(db, by, false)
    expect(await isAllowed(browser.cookies)).toBe(true)
  })
})

describe('endAccountSessions', () => {
  it('ends all sessions of another account, which is recorded', async () => {
    const chief = { email: 'chief@example.org' }
    const added = await pool.query(`insert into users (full_name, email) values ('Chief', $1) returning id`, [
      chief.email,
    ])
    const by = { ...chief, id: added.rows[0].id }
    const browsers = [await server.signIn(), await server.signIn()]
    const [{ id }] = (await pool.query('select id from users where email = $1', [EDITOR.email])).rows
    expect(await endAccountSessions(db, { by, userId: id })).toEqual({ kind: 'ended', count: 2 })
    for (const browser of browsers) expect(await browser.getSession()).toBeNull()
    expect(await endAccountSessions(db, { by, userId: id })).toEqual({ kind: 'ended', count: 0 })
    const { rows } = await pool.query(
      `select actor_email, subject_id, subject from audit_log where action = 'session.end'`,
    )
    expect(rows).toEqual([{ actor_email: by.email, subject_id: id, subject: EDITOR.email }])
    expect(await (await server.signIn()).getSession()).not.toBeNull()
  })

  it('keeps the own session, and reports an unknown account', async () => {
    const browser = await server.signIn()
    const [by] = (await pool.query('select id, email from users')).rows
    expect(await endAccountSessions(db, { by, userId: by.id })).toEqual({ kind: 'own' })
    expect(await endAccountSessions(db, { by, userId: crypto.randomUUID() })).toEqual({ kind: 'missing' })
    expect(await browser.getSession()).not.toBeNull()
  })
})
