import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setDatabase } from '#platform/database/db.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { stopClock } from '../testing/account-server.ts'
import { createFirstAdministrator } from './administrators.server.ts'
import { auth } from './auth.server.ts'
import { handleAuth } from './auth-handler.server.ts'
import { findAuthSecret } from './auth-secret.server.ts'
import { hasAdminAccess } from './current-session.server.ts'

const ORIGIN = 'http://localhost:3000'
const EDITOR = { email: 'editor@example.org', password: 'a password of her own' }

const database = await createTestDatabase()
const { db, pool } = database
beforeAll(async () => {
  setDatabase(database)
  setSiteOrigin({ SITE_URL: ORIGIN }, 0)
  await createFirstAdministrator(db, EDITOR)
})
beforeEach(async () => {
  await pool.query('delete from sessions; delete from rate_limits; delete from account_attempts')
  await pool.query(`update users set role = 'admin', banned = false`)
})
afterAll(async () => {
  setDatabase(undefined)
  await database.drop()
})

function call(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`${ORIGIN}/api/auth${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      origin: ORIGIN,
      'x-forwarded-for': '203.0.113.9',
      ...headers,
    },
    body: body ? JSON.stringify(body) : undefined,
  })
  return handleAuth({ request })
}

/** Signs in. @returns the Cookie header */
async function signIn(): Promise<string> {
  const response = await call('/sign-in/email', EDITOR)
  expect(response.status).toBe(200)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .filter((cookie) => cookie?.includes('session_token'))
    .join('; ')
}

describe('signing in', () => {
  it('starts a session with an HttpOnly cookie', async () => {
    const response = await call('/sign-in/email', EDITOR)
    expect(response.headers.getSetCookie().join()).toMatch(
      /^masthead\.session_token=\S+;.*HttpOnly; SameSite=Lax/,
    )
    const session = await (await call('/get-session', undefined, { cookie: await signIn() })).json()
    expect(session.user).toMatchObject({ email: EDITOR.email, role: 'admin' })
    const { rows } = await pool.query('select ip_address from sessions')
    expect(rows[0].ip_address).toBe('203.0.113.9')
  })

  it.each([
    ['a wrong password', { ...EDITOR, password: 'another password' }, 401],
    ['an unknown address', { ...EDITOR, email: 'nobody@example.org' }, 401],
    ['no password', { email: EDITOR.email }, 400],
  ])('is rejected with %s', async (_, body, status) => {
    const response = await call('/sign-in/email', body)
    expect(response.status).toBe(status)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('is rejected for pages of other sites', async () => {
    const response = await call('/sign-in/email', EDITOR, {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    })
    expect(response.status).toBe(403)
  })

  it('is limited per client address in the database', async () => {
    stopClock()
    const wrong = { ...EDITOR, password: 'another password' }
    const statuses = []
    for (let time = 0; time < 4; time++) statuses.push((await call('/sign-in/email', wrong)).status)
    expect(statuses).toEqual([401, 401, 401, 429])
    expect((await call('/sign-in/email', EDITOR, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200)
    await pool.query('delete from account_attempts')
    expect((await call('/sign-in/email', EDITOR)).status).toBe(200)
  })

  it.each([
    '/update-user',
    '/change-email',
    '/delete-user',
    '/list-sessions',
    '/list-accounts',
    '/revoke-session',
    '/verify-password',
    '/forget-password',
    '/set-password',
    '/two-factor/send-otp',
    '/two-factor/get-totp-uri',
    '/two-factor/view-backup-codes',
    '/totp/generate',
    '/sign-jwt',
    '/admin/set-role',
    '/ok',
    '/error',
    '/sign-in/email/',
    '/sign-in/social',
    '/../auth/update-user',
    '//update-user',
  ])('does not expose %s', async (path) => {
    expect((await call(path, { ...EDITOR, name: 'A' })).status).toBe(404)
    expect((await call(path)).status).toBe(404)
  })

  it('ends with sign-out', async () => {
    const cookie = await signIn()
    expect((await call('/sign-out', {}, { cookie })).status).toBe(200)
    expect(await (await call('/get-session', undefined, { cookie })).json()).toBeNull()
  })
})

describe('hasAdminAccess', () => {
  it('accepts the session of an administrator', async () => {
    expect(await hasAdminAccess(await signIn())).toBe(true)
    expect(await hasAdminAccess(`theme=dark; ${await signIn()}`)).toBe(true)
  })

  it.each([
    ['signed out', 'delete from sessions'],
    ['expired', `update sessions set expires_at = now() - interval '1 second'`],
    ['of a demoted user', `update users set role = 'user'`],
    ['of a suspended user', 'update users set banned = true'],
  ])('rejects a session that is %s', async (_, change) => {
    const cookie = await signIn()
    await pool.query(change)
    expect(await hasAdminAccess(cookie)).toBe(false)
  })

  it('rejects forged cookies', async () => {
    const cookie = await signIn()
    const { rows } = await pool.query('select token from sessions')
    const [name = ''] = cookie.split('=', 1)
    for (const forged of [
      `${name}=${rows[0].token}`,
      `${name}=${rows[0].token}.${Buffer.alloc(32).toString('base64')}`,
      `${name}=`,
      `${cookie.slice(0, -6)}aaaaaa`,
      cookie.replace('session_token', 'session_data'),
      'session=admin',
    ])
      expect(await hasAdminAccess(forged)).toBe(false)
    expect(await hasAdminAccess(undefined)).toBe(false)
  })

  it('does not extend the session', async () => {
    const cookie = await signIn()
    await pool.query(`update sessions set expires_at = now() + interval '1 hour'`)
    const before = (await pool.query('select expires_at from sessions')).rows
    expect(await hasAdminAccess(cookie)).toBe(true)
    expect((await pool.query('select expires_at from sessions')).rows).toEqual(before)
  })
})

describe('findAuthSecret', () => {
  it('returns one secret to concurrent processes', async () => {
    await pool.query('delete from auth_secrets')
    const secrets = await Promise.all(Array.from({ length: 6 }, () => findAuthSecret(db)))
    expect(new Set([...secrets, await findAuthSecret(db)]).size).toBe(1)
    expect(secrets[0]?.length).toBeGreaterThanOrEqual(43)
  })
})

describe('auth', () => {
  it('is recreated for another origin, with secure cookies on https', async () => {
    const here = await auth()
    expect(await auth()).toBe(here)
    setSiteOrigin({ SITE_URL: 'https://news.example.org' }, 0)
    expect(await auth()).not.toBe(here)
    const request = new Request('https://news.example.org/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://news.example.org' },
      body: JSON.stringify(EDITOR),
    })
    const cookies = (await handleAuth({ request })).headers.getSetCookie()
    expect(cookies.join()).toMatch(
      /^__Host-masthead\.session_token=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure/,
    )
    // Such cookies must not have a domain.
    expect(cookies.every((cookie) => /^__Host-[^;]+;(?!.*Domain).*Path=\/;.*Secure/.test(cookie))).toBe(true)
    expect(await hasAdminAccess(cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '))).toBe(true)
    setSiteOrigin({ SITE_URL: ORIGIN }, 0)
  })

  it('recovers after a database failure', async () => {
    setSiteOrigin({ SITE_URL: 'http://localhost:4000' }, 0)
    setDatabase(undefined)
    expect((await call('/get-session')).status).toBe(503)
    await expect(hasAdminAccess('masthead.session_token=x')).rejects.toThrow()
    setDatabase(database)
    expect((await call('/get-session')).status).toBe(200)
    setSiteOrigin({ SITE_URL: ORIGIN }, 0)
  })
})
