import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccountServer, EDITOR, ORIGIN, type TestBrowser } from '../testing/account-server.ts'
import { createSoftwareAuthenticator } from '../testing/software-authenticator.ts'

const server = await createAccountServer()
const { pool } = server.database
beforeEach(() => server.reset())
afterAll(() => server[Symbol.asyncDispose]())

type Authenticator = ReturnType<typeof createSoftwareAuthenticator>
const REGISTRATION = 'passkey/generate-register-options'

async function register(browser: TestBrowser, authenticator: Authenticator) {
  const { body } = await browser.get(REGISTRATION)
  const response = authenticator.register(body as { challenge: string })
  return browser.post('passkey/verify-registration', { name: 'Work laptop', response })
}

async function signIn(browser: TestBrowser, authenticator: Authenticator) {
  const { body } = await browser.get('passkey/generate-authenticate-options')
  const response = authenticator.authenticate(body as { challenge: string })
  return browser.post('passkey/verify-authentication', { response })
}

async function enrol(): Promise<Authenticator> {
  const authenticator = createSoftwareAuthenticator(ORIGIN)
  expect((await register(await server.signIn(), authenticator)).status).toBe(200)
  return authenticator
}

describe('a passkey', () => {
  it('signs in as two factors, without exposing the token', async () => {
    const authenticator = await enrol()
    expect((await server.emails())[0]).toMatch(/^Subject: A passkey was added to your account/m)
    const browser = server.openBrowser()
    const { status, body } = await signIn(browser, authenticator)
    expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining('"token"')])
    expect(await browser.getSession()).toMatchObject({
      user: { email: EDITOR.email },
      assurance: { currentLevel: 'aal2' },
    })
    const { rows } = await pool.query(
      `select action from audit_log where action <> 'passkey.create' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ action: 'sign-in.succeed' }])
  })

  it('confirms the identity of a signed-in user', async () => {
    const authenticator = await enrol()
    const browser = await server.signIn()
    await pool.query(`update sessions set authenticated_at = now() - interval '1 hour'`)
    expect((await browser.get(REGISTRATION)).status).toBe(403)
    expect((await signIn(browser, authenticator)).status).toBe(200)
    expect((await browser.get(REGISTRATION)).status).toBe(200)
    // The former session of this browser has ended, that of the setup has not.
    expect((await pool.query('select from sessions')).rowCount).toBe(2)
  })

  it('cannot sign in to a suspended account', async () => {
    const authenticator = await enrol()
    await pool.query('update users set banned = true')
    const browser = server.openBrowser()
    expect((await signIn(browser, authenticator)).status).toBe(403)
    expect(await browser.getSession()).toBeNull()
  })

  it('cannot sign in once it is removed', async () => {
    const authenticator = await enrol()
    const owner = await server.signIn()
    const [passkey] = (await owner.get('passkeys')).body.passkeys as { id: string; name: string }[]
    expect(passkey?.name).toBe('Work laptop')
    expect((await owner.post('delete-passkey', { id: passkey?.id })).status).toBe(200)
    expect((await signIn(server.openBrowser(), authenticator)).status).toBe(401)
  })

  it.each([
    ['another site', createSoftwareAuthenticator('http://localhost:4000')],
    ['another host', createSoftwareAuthenticator('http://news.example')],
    ['a device that did not verify the user', createSoftwareAuthenticator(ORIGIN, { isUserVerified: false })],
  ])('is not registered from %s', async (_, authenticator) => {
    const { status } = await register(await server.signIn(), authenticator)
    expect(status).toBeGreaterThanOrEqual(400)
    expect((await pool.query('select from passkeys')).rowCount).toBe(0)
  })

  it('answers a challenge once', async () => {
    const authenticator = await enrol()
    const browser = server.openBrowser()
    const { body } = await browser.get('passkey/generate-authenticate-options')
    const response = authenticator.authenticate(body as { challenge: string })
    const cookie = browser.cookies.get('masthead.passkey') ?? ''
    expect((await browser.post('passkey/verify-authentication', { response })).status).toBe(200)
    const replay = server.openBrowser()
    replay.cookies.set('masthead.passkey', cookie)
    expect((await replay.post('passkey/verify-authentication', { response })).status).toBe(400)
  })
})

it('limits challenges per network', async () => {
  const statuses = []
  for (let time = 0; time < 31; time++) {
    await pool.query('delete from rate_limits')
    statuses.push(
      (await server.openBrowser('198.51.100.9').get('passkey/generate-authenticate-options')).status,
    )
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429])
})

it('limits challenges in total', async () => {
  const request = () => server.openBrowser().get('passkey/generate-authenticate-options')
  expect((await request()).status).toBe(200)
  await pool.query('update account_attempts set count = 19999')
  expect([(await request()).status, (await request()).status]).toEqual([200, 429])
})
