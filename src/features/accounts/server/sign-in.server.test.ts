import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAccountServer, EDITOR, ORIGIN } from '../testing/account-server.ts'
import { handleLoginForm } from './auth-handler.server.ts'

const server = await createAccountServer()
const { pool } = server.database
beforeEach(() => server.reset())
afterAll(() => server[Symbol.asyncDispose]())

const WRONG = { ...EDITOR, password: 'another password' }
const SESSION = 'masthead.session_token'

describe('signing in', () => {
  it('never exposes the session token to scripts', async () => {
    const browser = server.openBrowser()
    const { body } = await browser.post('sign-in/email', EDITOR)
    const { rows } = await pool.query('select token from sessions')
    expect(JSON.stringify([body, await browser.getSession()])).not.toContain(rows[0].token)
    expect(await browser.getSession()).toMatchObject({
      user: { email: EDITOR.email },
      assurance: { currentLevel: 'aal1', nextLevel: 'aal1' },
    })
  })

  it('extends the session when it is used', async () => {
    const browser = await server.signIn()
    const soon = `now() + interval '1 hour', updated_at = now() - interval '6 days 23 hours'`
    await pool.query(`update sessions set expires_at = ${soon}`)
    await browser.getSession()
    const { rows } = await pool.query(
      `select expires_at > now() + interval '6 days 23 hours' as renewed from sessions`,
    )
    expect(rows).toEqual([{ renewed: true }])
  })

  it('starts a new session, whatever cookies the browser sends', async () => {
    const attacker = await server.signIn()
    const victim = server.openBrowser()
    const planted = attacker.cookies.get(SESSION) ?? ''
    victim.cookies.set(SESSION, planted)
    await victim.post('sign-in/email', EDITOR)
    expect(victim.cookies.get(SESSION)).not.toBe(planted)
    const made = server.openBrowser()
    made.cookies.set(SESSION, 'chosen-by-a-stranger.AAAA')
    await made.post('sign-in/email', EDITOR)
    expect(made.cookies.get(SESSION)).not.toContain('chosen-by-a-stranger')
    const { rows } = await pool.query(`select from sessions where token = 'chosen-by-a-stranger'`)
    expect(rows).toEqual([])
  })

  it.each([
    [
      'responds the same for a wrong password and an unknown address',
      WRONG,
      { ...WRONG, email: 'nobody@example.org' },
    ],
  ])('%s', async (_, known, unknown) => {
    const responses = []
    for (const given of [known, unknown]) {
      const { status, body, headers } = await server.openBrowser().post('sign-in/email', given)
      responses.push({ status, body, cookies: headers.getSetCookie() })
    }
    expect(responses[0]).toEqual(responses[1])
    expect(responses[0]).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } })
  })

  it.each([
    ['a known address', EDITOR.email],
    ['an unknown address', 'nobody@example.org'],
  ])('computes one password hash for %s, so that both take the same time', async (_, email) => {
    vi.mocked(hashPassword).mockClear()
    vi.mocked(verifyPassword).mockClear()
    await server.openBrowser().post('sign-in/email', { ...WRONG, email })
    const computed = vi.mocked(hashPassword).mock.calls.length + vi.mocked(verifyPassword).mock.calls.length
    expect(computed).toBe(1)
  })
})

describe('the login form before its script runs', () => {
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    handleLoginForm({
      request: new Request(`${ORIGIN}/admin/login`, {
        method: 'POST',
        headers: { origin: ORIGIN, 'x-forwarded-for': '203.0.113.200', ...headers },
        body: new URLSearchParams(fields),
      }),
    })

  it('signs in and redirects to the sign-in page', async () => {
    const { status, headers } = await send(EDITOR)
    expect([status, headers.get('location')]).toEqual([303, '/admin/login'])
    expect(headers.getSetCookie().join()).toContain(`${SESSION}=`)
  })

  it.each([
    ['a wrong password', WRONG, {}],
    ['the page of another site', EDITOR, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['nothing', {}, {}],
  ])('does not sign in with %s', async (_, fields, headers) => {
    const response = await send(fields, headers as Record<string, string>)
    expect([response.status, response.headers.getSetCookie()]).toEqual([303, []])
  })
})

describe('a page of another site', () => {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

  it.each([
    ['sign-out', {}],
    ['sign-in/email', EDITOR],
    ['sign-up/email', { name: 'A', email: 'a@example.org' }],
    ['request-password-reset', { email: EDITOR.email }],
    ['change-password', { currentPassword: EDITOR.password, newPassword: 'violet tram' }],
    ['two-factor/enable', { password: EDITOR.password }],
    ['two-factor/disable', { password: EDITOR.password }],
    ['end-other-sessions', {}],
    ['first-administrator', {}],
  ])('cannot call %s with the session of a visitor', async (path, body) => {
    const browser = await server.signIn()
    expect((await browser.post(path, body, foreign)).status).toBe(403)
    expect((await browser.post(path, body, { origin: 'null' })).status).toBe(403)
    expect(await browser.getSession()).not.toBeNull()
  })

  it('cannot call a route with a form', async () => {
    const browser = await server.signIn()
    const { status } = await browser.post('sign-out', {}, { ...foreign, 'content-type': 'text/plain' })
    expect(status).toBe(403)
  })
})

describe('changing the password', () => {
  const NEW = 'violet tram estuary'
  const wish = { currentPassword: EDITOR.password, newPassword: NEW }

  it('ends all other sessions and notifies the owner', async () => {
    const [here, elsewhere] = [await server.signIn(), await server.signIn()]
    const before = here.cookies.get(SESSION)
    expect((await here.post('change-password', wish)).status).toBe(200)
    expect(await elsewhere.getSession()).toBeNull()
    expect(await here.getSession()).toMatchObject({ user: { email: EDITOR.email } })
    expect(here.cookies.get(SESSION)).not.toBe(before)
    expect((await server.openBrowser().post('sign-in/email', EDITOR)).status).toBe(401)
    expect((await server.openBrowser().post('sign-in/email', { ...EDITOR, password: NEW })).status).toBe(200)
    expect((await server.emails())[0]).toMatch(/^Subject: Your password at localhost:3000 was changed/m)
  })

  it.each([
    ['no session', {}, 401, 'Please log in'],
    ['a wrong password', { currentPassword: 'another' }, 400, 'Invalid password'],
    ['a short one', { newPassword: '12345' }, 400, 'Password must be at least 6 characters long'],
    ['a common one', { newPassword: 'iloveyou' }, 400, /most common/],
    ["one's own address", { newPassword: EDITOR.email }, 400, /easy to guess/],
  ])('is rejected with %s', async (reason, given, status, message) => {
    const browser = reason === 'no session' ? server.openBrowser() : await server.signIn()
    const response = await browser.post('change-password', { ...wish, ...given, revokeOtherSessions: false })
    expect(response.status).toBe(status)
    expect(response.body.message).toMatch(message)
  })

  it('limits guesses in a stolen session', async () => {
    const stolen = await server.signIn()
    const statuses = []
    for (let time = 0; time < 12; time++) {
      await pool.query('delete from rate_limits')
      const path = time % 2 ? 'change-password' : 'two-factor/enable'
      const guess = { currentPassword: `guess ${time}`, newPassword: NEW, password: `guess ${time}` }
      statuses.push((await stolen.post(path, guess)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
  })
})

describe('open sessions', () => {
  it('are listed with browser, address and last use, without their tokens', async () => {
    const [here] = [await server.signIn(), await server.signIn()]
    await pool.query(`update sessions set user_agent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0'`)
    const { body } = await here.get('sessions')
    const sessions = body.sessions as Record<string, unknown>[]
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({
      browser: 'Firefox on Windows',
      address: expect.stringMatching(/^203/),
    })
    const { rows } = await pool.query('select token from sessions')
    for (const { token } of rows) expect(JSON.stringify(body)).not.toContain(token)
  })

  it('end one by one or all others at once', async () => {
    const [here, second, third] = [await server.signIn(), await server.signIn(), await server.signIn()]
    const { body } = await second.get('sessions')
    const current = (body.sessions as { id: string; isCurrent: boolean }[]).find((one) => one.isCurrent)
    expect((await here.post('end-session', { id: current?.id })).status).toBe(200)
    expect(await second.getSession()).toBeNull()
    expect((await here.post('end-other-sessions')).body).toEqual({ ended: 1 })
    expect(await third.getSession()).toBeNull()
    expect(await here.getSession()).not.toBeNull()
  })

  it('can be ended by their owner only', async () => {
    const victim = await server.signIn()
    const { rows } = await pool.query('select id from sessions')
    await pool.query(`insert into users (full_name, email) values ('Reader', 'reader@example.org')`)
    await pool.query(
      `insert into accounts (user_id, account_id, provider_id, password)
       select reader.id, reader.id::text, 'credential', password from accounts, users as reader where email like 'reader@%'`,
    )
    const reader = server.openBrowser()
    await reader.post('sign-in/email', { ...EDITOR, email: 'reader@example.org' })
    expect((await reader.post('end-session', { id: rows[0].id })).status).toBe(404)
    expect((await reader.post('end-session', { id: `' or true --` })).status).toBe(400)
    expect((await reader.post('end-other-sessions', { userId: rows[0].user_id })).body).toEqual({ ended: 0 })
    expect((await server.openBrowser().post('end-session', { id: rows[0].id })).status).toBe(401)
    expect((await server.openBrowser().get('sessions')).status).toBe(401)
    expect(await victim.getSession()).not.toBeNull()
  })
})

it('forbids caching of all responses', async () => {
  const browser = await server.signIn()
  for (const path of ['get-session', 'sessions', 'token'])
    expect((await browser.get(path)).headers.get('cache-control')).toBe('no-store')
})
