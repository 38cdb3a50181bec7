import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccountServer, EDITOR, ORIGIN } from '../testing/account-server.ts'
import { handleLoginForm } from './auth-handler.server.ts'

const desk = await createAccountServer()
const { pool } = desk.database
beforeEach(() => desk.reset())
afterAll(() => desk[Symbol.asyncDispose]())

const WRONG = { ...EDITOR, password: 'another password' }
const SESSION = 'masthead.session_token'

describe('signing in', () => {
  it('never hands the key of the session to a script', async () => {
    const browser = desk.openBrowser()
    const { body } = await browser.post('sign-in/email', EDITOR)
    const { rows } = await pool.query('select token from sessions')
    expect(JSON.stringify([body, await browser.whoAmI()])).not.toContain(rows[0].token)
    expect(await browser.whoAmI()).toMatchObject({
      user: { email: EDITOR.email },
      assurance: { currentLevel: 'aal1', nextLevel: 'aal1' },
    })
  })

  it('survives a restart and renews itself when it is used', async () => {
    const browser = await desk.signIn()
    const soon = `now() + interval '1 hour', updated_at = now() - interval '6 days 23 hours'`
    await pool.query(`update sessions set expires_at = ${soon}`)
    await browser.whoAmI()
    const { rows } = await pool.query(
      `select expires_at > now() + interval '6 days 23 hours' as renewed from sessions`,
    )
    expect(rows).toEqual([{ renewed: true }])
  })

  it('begins a session of its own, whatever the browser brought along', async () => {
    const attacker = await desk.signIn()
    const victim = desk.openBrowser()
    const planted = attacker.cookies.get(SESSION) ?? ''
    victim.cookies.set(SESSION, planted)
    await victim.post('sign-in/email', EDITOR)
    expect(victim.cookies.get(SESSION)).not.toBe(planted)
    const made = desk.openBrowser()
    made.cookies.set(SESSION, 'chosen-by-a-stranger.AAAA')
    await made.post('sign-in/email', EDITOR)
    expect(made.cookies.get(SESSION)).not.toContain('chosen-by-a-stranger')
    const { rows } = await pool.query(`select from sessions where token = 'chosen-by-a-stranger'`)
    expect(rows).toEqual([])
  })

  it.each([
    ['says nothing of the account in what goes wrong', WRONG, { ...WRONG, email: 'nobody@example.org' }],
  ])('%s', async (_, known, unknown) => {
    const answers = []
    for (const given of [known, unknown]) {
      const { status, body, headers } = await desk.openBrowser().post('sign-in/email', given)
      answers.push({ status, body, cookies: headers.getSetCookie() })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } })
  })

  it('takes as long for an unknown address as for a known one', { timeout: 60_000 }, async () => {
    const times: Record<string, number[]> = { known: [], unknown: [] }
    for (let time = 0; time < 9; time++)
      for (const [kind, email] of [
        ['known', EDITOR.email],
        ['unknown', 'nobody@example.org'],
      ] as const) {
        await pool.query('delete from account_attempts')
        const browser = desk.openBrowser()
        const start = performance.now()
        await browser.post('sign-in/email', { ...WRONG, email })
        times[kind]?.push(performance.now() - start)
      }
    const [known, unknown] = [median(times.known), median(times.unknown)]
    // Without hashing, the ratio would be 0.1 or less.
    expect(known / unknown).toBeGreaterThan(0.6)
    expect(known / unknown).toBeLessThan(1.7)
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

  it('signs in and leads back to the page, which sends on', async () => {
    const { status, headers } = await send(EDITOR)
    expect([status, headers.get('location')]).toEqual([303, '/admin/login'])
    expect(headers.getSetCookie().join()).toContain(`${SESSION}=`)
  })

  it.each([
    ['a wrong password', WRONG, {}],
    ['the page of another site', EDITOR, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['nothing', {}, {}],
  ])('does not for %s', async (_, fields, headers) => {
    const answer = await send(fields, headers as Record<string, string>)
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([303, []])
  })
})

describe('guessing passwords', () => {
  it('is stopped for an account, from however many addresses it comes', async () => {
    const statuses = []
    for (let time = 0; time < 12; time++)
      statuses.push((await desk.openBrowser().post('sign-in/email', WRONG)).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    const { status, body, headers } = await desk.openBrowser().post('sign-in/email', EDITOR)
    expect([status, body.message]).toEqual([429, 'Too many attempts. Please try again in 15 minutes.'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(800)
  })

  it('is stopped for an address that has no account as well', async () => {
    const given = { ...WRONG, email: 'nobody@example.org' }
    const statuses = []
    for (let time = 0; time < 11; time++)
      statuses.push((await desk.openBrowser().post('sign-in/email', given)).status)
    expect(statuses.at(-1)).toBe(429)
  })

  it('is not stopped by writing the address in other ways', async () => {
    const statuses = []
    for (let time = 0; time < 11; time++) {
      const email = time % 2 ? ' EDITOR@example.org ' : 'Editor@Example.Org'
      statuses.push((await desk.openBrowser().post('sign-in/email', { ...WRONG, email })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  it('does not lock the owner out of a browser that has been signed in before', async () => {
    const owner = await desk.signIn()
    await owner.post('sign-out')
    for (let time = 0; time < 11; time++) await desk.openBrowser().post('sign-in/email', WRONG)
    expect((await desk.openBrowser().post('sign-in/email', EDITOR)).status).toBe(429)
    expect((await owner.post('sign-in/email', EDITOR)).status).toBe(200)
  })

  it('is counted in such a browser too, and its mark is of no use for another account or when forged', async () => {
    const owner = await desk.signIn()
    const mark = owner.cookies.get('masthead.device') ?? ''
    const statuses = []
    for (let time = 0; time < 11; time++) {
      // A stolen cookie, used from other addresses.
      const thief = desk.openBrowser()
      thief.cookies.set('masthead.device', mark)
      statuses.push((await thief.post('sign-in/email', WRONG)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    for (let time = 0; time < 10; time++) {
      const thief = desk.openBrowser()
      thief.cookies.set('masthead.device', `device${time}.${mark.split('.')[1]}`)
      await thief.post('sign-in/email', WRONG)
    }
    expect((await desk.openBrowser().post('sign-in/email', EDITOR)).status).toBe(429)
  })

  it('may go on when the time is over', async () => {
    for (let time = 0; time < 11; time++) await desk.openBrowser().post('sign-in/email', WRONG)
    await pool.query(`update account_attempts set ends_at = now() - interval '1 second'`)
    expect((await desk.openBrowser().post('sign-in/email', EDITOR)).status).toBe(200)
  })

  it('is limited for an address before it counts against an account', async () => {
    const attacker = desk.openBrowser()
    const statuses = []
    for (let time = 0; time < 14; time++) statuses.push((await attacker.post('sign-in/email', WRONG)).status)
    expect(statuses).toEqual([...Array(3).fill(401), ...Array(11).fill(429)])
    expect((await desk.openBrowser().post('sign-in/email', EDITOR)).status).toBe(200)
  })
})

describe('a page of another site', () => {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

  it.each([
    ['sign-out', {}],
    ['sign-in/email', EDITOR],
    ['sign-up/email', { name: 'A', email: 'a@example.org', password: 'violet tram' }],
    ['request-password-reset', { email: EDITOR.email }],
    ['change-password', { currentPassword: EDITOR.password, newPassword: 'violet tram' }],
    ['two-factor/enable', { password: EDITOR.password }],
    ['two-factor/disable', { password: EDITOR.password }],
    ['end-other-sessions', {}],
    ['first-administrator', {}],
  ])('cannot call %s in a name that is signed in', async (path, body) => {
    const browser = await desk.signIn()
    expect((await browser.post(path, body, foreign)).status).toBe(403)
    expect((await browser.post(path, body, { origin: 'null' })).status).toBe(403)
    expect(await browser.whoAmI()).not.toBeNull()
  })

  it('cannot do so with a form, which sends no JSON', async () => {
    const browser = await desk.signIn()
    const { status } = await browser.post('sign-out', {}, { ...foreign, 'content-type': 'text/plain' })
    expect(status).toBe(403)
  })
})

describe('changing the password', () => {
  const NEW = 'violet tram estuary'
  const wish = { currentPassword: EDITOR.password, newPassword: NEW }

  it('ends all other sessions at once, keeps this one, and writes to the owner', async () => {
    const [here, elsewhere] = [await desk.signIn(), await desk.signIn()]
    const before = here.cookies.get(SESSION)
    expect((await here.post('change-password', wish)).status).toBe(200)
    expect(await elsewhere.whoAmI()).toBeNull()
    expect(await here.whoAmI()).toMatchObject({ user: { email: EDITOR.email } })
    expect(here.cookies.get(SESSION)).not.toBe(before)
    expect((await desk.openBrowser().post('sign-in/email', EDITOR)).status).toBe(401)
    expect((await desk.openBrowser().post('sign-in/email', { ...EDITOR, password: NEW })).status).toBe(200)
    expect((await desk.letters())[0]).toMatch(/^Subject: Your password at localhost:3000 was changed/m)
  })

  it.each([
    ['who is not signed in', {}, 401, 'Please log in'],
    ['a wrong password', { currentPassword: 'another' }, 400, 'Invalid password'],
    ['a short one', { newPassword: '12345' }, 400, 'Password must be at least 6 characters long'],
    ['a common one', { newPassword: 'iloveyou' }, 400, /most common/],
  ])('is refused to or with %s', async (who, given, status, message) => {
    const browser = who.startsWith('who') ? desk.openBrowser() : await desk.signIn()
    const answer = await browser.post('change-password', { ...wish, ...given, revokeOtherSessions: false })
    expect(answer.status).toBe(status)
    expect(answer.body.message).toMatch(message)
  })

  it('cannot be guessed at by who has stolen a session', async () => {
    const stolen = await desk.signIn()
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

describe("one's sessions", () => {
  it('are listed with browser, address and last use, and without their keys', async () => {
    const [here] = [await desk.signIn(), await desk.signIn()]
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

  it('end one by one, or all others', async () => {
    const [here, second, third] = [await desk.signIn(), await desk.signIn(), await desk.signIn()]
    const { body } = await second.get('sessions')
    const current = (body.sessions as { id: string; isCurrent: boolean }[]).find((one) => one.isCurrent)
    expect((await here.post('end-session', { id: current?.id })).status).toBe(200)
    expect(await second.whoAmI()).toBeNull()
    expect((await here.post('end-other-sessions')).body).toEqual({ ended: 1 })
    expect(await third.whoAmI()).toBeNull()
    expect(await here.whoAmI()).not.toBeNull()
  })

  it('are ended by nobody else', async () => {
    const victim = await desk.signIn()
    const { rows } = await pool.query('select id from sessions')
    await pool.query(`insert into users (full_name, email) values ('Reader', 'reader@example.org')`)
    await pool.query(
      `insert into accounts (user_id, account_id, provider_id, password)
       select reader.id, reader.id::text, 'credential', password from accounts, users as reader where email like 'reader@%'`,
    )
    const reader = desk.openBrowser()
    await reader.post('sign-in/email', { ...EDITOR, email: 'reader@example.org' })
    expect((await reader.post('end-session', { id: rows[0].id })).status).toBe(404)
    expect((await reader.post('end-session', { id: `' or true --` })).status).toBe(400)
    expect((await reader.post('end-other-sessions', { userId: rows[0].user_id })).body).toEqual({ ended: 0 })
    expect((await desk.openBrowser().post('end-session', { id: rows[0].id })).status).toBe(401)
    expect((await desk.openBrowser().get('sessions')).status).toBe(401)
    expect(await victim.whoAmI()).not.toBeNull()
  })
})

function median(values: number[] = []): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

it('answers nothing that may be kept', async () => {
  const browser = await desk.signIn()
  for (const path of ['get-session', 'sessions', 'token'])
    expect((await browser.get(path)).headers.get('cache-control')).toBe('no-store')
})
