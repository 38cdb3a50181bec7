import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { createAccountServer, EDITOR, ORIGIN, stopClock } from '../testing/account-server.ts'
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

describe('guessing passwords', () => {
  it('is limited per account across client addresses', async () => {
    const statuses = []
    for (let time = 0; time < 12; time++)
      statuses.push((await server.openBrowser().post('sign-in/email', WRONG)).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    const { status, body, headers } = await server.openBrowser().post('sign-in/email', EDITOR)
    expect([status, body.message]).toEqual([429, 'Too many attempts. Please try again in 15 minutes.'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(800)
  })

  it('is limited for unknown addresses as well', async () => {
    const given = { ...WRONG, email: 'nobody@example.org' }
    const statuses = []
    for (let time = 0; time < 11; time++)
      statuses.push((await server.openBrowser().post('sign-in/email', given)).status)
    expect(statuses.at(-1)).toBe(429)
  })

  it('is limited for every spelling of an address', async () => {
    const statuses = []
    for (let time = 0; time < 11; time++) {
      const email = time % 2 ? ' EDITOR@example.org ' : 'Editor@Example.Org'
      statuses.push((await server.openBrowser().post('sign-in/email', { ...WRONG, email })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  it('does not lock the owner out of a known browser', async () => {
    const owner = await server.signIn()
    await owner.post('sign-out')
    for (let time = 0; time < 11; time++) await server.openBrowser().post('sign-in/email', WRONG)
    expect((await server.openBrowser().post('sign-in/email', EDITOR)).status).toBe(429)
    expect((await owner.post('sign-in/email', EDITOR)).status).toBe(200)
  })

  it('is limited in a known browser too, and a forged device cookie has no effect', async () => {
    const owner = await server.signIn()
    const device = owner.cookies.get('masthead.device') ?? ''
    const statuses = []
    for (let time = 0; time < 11; time++) {
      // A stolen cookie, used from other addresses.
      const thief = server.openBrowser()
      thief.cookies.set('masthead.device', device)
      statuses.push((await thief.post('sign-in/email', WRONG)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    for (let time = 0; time < 10; time++) {
      const thief = server.openBrowser()
      thief.cookies.set('masthead.device', `device${time}.${device.split('.')[1]}`)
      await thief.post('sign-in/email', WRONG)
    }
    expect((await server.openBrowser().post('sign-in/email', EDITOR)).status).toBe(429)
  })

  it('is allowed again when the window has passed', async () => {
    for (let time = 0; time < 11; time++) await server.openBrowser().post('sign-in/email', WRONG)
    await pool.query(`update account_attempts set ends_at = now() - interval '1 second'`)
    expect((await server.openBrowser().post('sign-in/email', EDITOR)).status).toBe(200)
  })

  it('counts requests over the client limit against no account', async () => {
    stopClock()
    const attacker = server.openBrowser()
    const statuses = []
    for (let time = 0; time < 14; time++) statuses.push((await attacker.post('sign-in/email', WRONG)).status)
    expect(statuses).toEqual([...Array(3).fill(401), ...Array(11).fill(429)])
    expect((await server.openBrowser().post('sign-in/email', EDITOR)).status).toBe(200)
  })
})

describe('many sign-ins at once', () => {
  it('are partly rejected with status 503, which counts as no attempt', async () => {
    const hashing = Promise.withResolvers<string>()
    onTestFinished(() => {
      hashing.resolve('hash')
      vi.mocked(hashPassword).mockReset()
    })
    vi.mocked(hashPassword).mockReturnValue(hashing.promise)
    let rejectedCount = 0
    const pending = Array.from({ length: 40 }, async (_, index) => {
      const email = `user${index}@example.org`
      const response = await server.openBrowser().post('sign-in/email', { ...EDITOR, email })
      rejectedCount += Number(response.status === 503)
      return response
    })
    await eventually(() => expect(rejectedCount).toBe(29))
    hashing.resolve('hash')
    const responses = await Promise.all(pending)
    const rejected = responses.filter(({ status }) => status === 503)
    expect(rejected.length).toBeGreaterThan(0)
    expect(responses.filter(({ status }) => status === 401).length).toBe(40 - rejected.length)
    expect(rejected[0]?.body.message).toMatch(/^Too many people are signing in at once/)
    expect(rejected[0]?.headers.get('retry-after')).toBe('5')
    const { rows } = await pool.query('select count(*)::int as n from account_attempts where count > 0')
    expect(rows).toEqual([{ n: 40 - rejected.length }])
  })

  it('from one IPv6 site count together', async () => {
    stopClock()
    const statuses = []
    for (let time = 0; time < 5; time++) {
      const browser = server.openBrowser(`2001:db8:1:2${time}::1`)
      statuses.push((await browser.post('sign-in/email', WRONG)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect((await server.openBrowser('2001:db8:1:100::1').post('sign-in/email', WRONG)).status).toBe(401)
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
