import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createAccountServer,
  EDITOR,
  extractToken,
  stopClock,
  type TestBrowser,
} from '../testing/account-server.ts'
import { fromBase32, totpOf } from '../testing/totp.ts'

const server = await createAccountServer()
const { pool } = server.database
beforeEach(() => server.reset())
afterAll(() => server[Symbol.asyncDispose]())

const { password } = EDITOR
const SESSION = 'masthead.session_token'
const WRONG = '000000'

const secretOf = (uri: string) => new URL(uri).searchParams.get('secret') ?? ''
/** The current code of an otpauth: URI. */
const codeOf = (uri: string) => totpOf(secretOf(uri))

type Factor = { uri: string; backupCodes: string[]; browser: TestBrowser }

async function enrol(): Promise<Factor> {
  const browser = await server.signIn()
  const { body } = await browser.post('two-factor/enable', { password })
  const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] }
  const { status } = await browser.post('two-factor/verify-totp', { code: codeOf(totpURI) })
  expect(status).toBe(200)
  await pool.query('delete from rate_limits')
  return { uri: totpURI, backupCodes, browser }
}

/** A browser after the first step. */
async function firstStep(): Promise<TestBrowser> {
  const browser = server.openBrowser()
  const { status, body } = await browser.post('sign-in/email', EDITOR)
  expect([status, body]).toEqual([200, { twoFactorRedirect: true, twoFactorMethods: ['totp'] }])
  return browser
}

describe('two-factor setup', () => {
  it('completes with a valid code and ends the other sessions', async () => {
    const [here, elsewhere] = [await server.signIn(), await server.signIn()]
    const { body } = await here.post('two-factor/enable', { password, method: 'otp', issuer: 'Evil' })
    expect(body.totpURI).toMatch(/^otpauth:\/\/totp\/localhost%3A3000:editor%40example\.org\?/)
    expect(body.backupCodes).toHaveLength(10)
    expect((await here.post('two-factor/verify-totp', { code: WRONG })).status).toBe(401)
    expect((await server.openBrowser().post('sign-in/email', EDITOR)).body.twoFactorRedirect).toBeUndefined()
    expect(await elsewhere.getSession()).not.toBeNull()
    const code = codeOf(body.totpURI as string)
    const { status } = await here.post('two-factor/verify-totp', {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    expect(status).toBe(200)
    expect(await elsewhere.getSession()).toBeNull()
    expect(await here.getSession()).toMatchObject({
      user: { twoFactorEnabled: true },
      assurance: { currentLevel: 'aal2', nextLevel: 'aal2' },
    })
    // The setup cannot be repeated while it is enabled.
    expect((await here.post('two-factor/enable', { password })).status).toBe(400)
  })

  it('requires the password and stores secrets encrypted', async () => {
    const browser = await server.signIn()
    expect((await browser.post('two-factor/enable', { password: 'another' })).status).toBe(400)
    expect((await browser.post('two-factor/enable', {})).status).toBe(400)
    expect((await server.openBrowser().post('two-factor/enable', { password })).status).toBe(401)
    const { uri, backupCodes } = await enrol()
    const { rows } = await pool.query('select secret || backup_codes as all from two_factors')
    expect(rows[0].all).not.toContain(secretOf(uri))
    expect(rows[0].all).not.toContain(fromBase32(secretOf(uri)).toString())
    for (const code of backupCodes) expect(rows[0].all).not.toContain(code)
  })

  it('can be disabled with the password only, which notifies the owner', async () => {
    const { browser } = await enrol()
    for (const without of [{}, { password: '' }, { password: null }, { password: 'another' }]) {
      expect((await browser.post('two-factor/disable', without)).status).toBe(400)
      expect(await browser.getSession()).toMatchObject({ user: { twoFactorEnabled: true } })
    }
    expect(await server.emails()).toEqual([])
    expect((await browser.post('two-factor/disable', { password })).status).toBe(200)
    expect((await server.emails())[0]).toContain(
      'Subject: Two-factor authentication at localhost:3000 was turned off',
    )
    const again = server.openBrowser()
    await again.post('sign-in/email', EDITOR)
    expect(await again.getSession()).toMatchObject({ assurance: { nextLevel: 'aal1' } })
  })

  it('renews backup codes with the password and invalidates the former ones', async () => {
    const { browser, backupCodes } = await enrol()
    expect((await browser.post('two-factor/generate-backup-codes', { password: 'another' })).status).toBe(400)
    const { body } = await browser.post('two-factor/generate-backup-codes', { password })
    const next = await firstStep()
    expect((await next.post('two-factor/verify-backup-code', { code: backupCodes[0] })).status).toBe(401)
    const [code] = body.backupCodes as string[]
    expect((await next.post('two-factor/verify-backup-code', { code })).status).toBe(200)
  })
})

describe('the second step', () => {
  it('is required for a session', async () => {
    const { uri } = await enrol()
    const browser = await firstStep()
    expect(browser.cookies.has(SESSION)).toBe(false)
    expect(await browser.getSession()).toBeNull()
    expect((await browser.get('token')).status).toBe(401)
    expect((await browser.post('two-factor/verify-totp', { code: WRONG })).status).toBe(401)
    expect(await browser.getSession()).toBeNull()
    expect((await browser.post('two-factor/verify-totp', { code: codeOf(uri) })).status).toBe(200)
    expect(await browser.getSession()).toMatchObject({ assurance: { currentLevel: 'aal2' } })
  })

  it('accepts each backup code once', async () => {
    const { backupCodes } = await enrol()
    const statuses = []
    for (const code of [backupCodes[0], backupCodes[0], 'aaaaa-aaaaa', backupCodes[1]]) {
      const browser = await firstStep()
      statuses.push((await browser.post('two-factor/verify-backup-code', { code })).status)
    }
    expect(statuses).toEqual([200, 401, 401, 200])
  })

  it('accepts an app code once when it is used concurrently', async () => {
    const { uri } = await enrol()
    const browsers = [await firstStep(), await firstStep(), await firstStep()]
    const code = codeOf(uri)
    const responses = await Promise.all(
      browsers.map((browser) => browser.post('two-factor/verify-totp', { code })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    const admitted = await Promise.all(browsers.map((browser) => browser.getSession()))
    expect(admitted.filter((session) => session !== null)).toHaveLength(1)
    const { rowCount } = await pool.query('select from sessions')
    // The session of the setup and the new one.
    expect(rowCount).toBe(2)
  })

  it('is required at each sign-in', async () => {
    const { uri } = await enrol()
    const browser = await firstStep()
    await browser.post('two-factor/verify-totp', { code: codeOf(uri), trustDevice: true })
    await browser.post('sign-out')
    const { body } = await browser.post('sign-in/email', EDITOR)
    expect(body.twoFactorRedirect).toBe(true)
  })

  it.each([
    ['without the first step', () => server.openBrowser()],
    [
      'with a forged cookie',
      () => {
        const browser = server.openBrowser()
        browser.cookies.set('masthead.two_factor', '2fa-chosen.AAAA')
        return browser
      },
    ],
    [
      'with a cookie that was used',
      async (uri: string) => {
        const browser = await firstStep()
        const cookie = browser.cookies.get('masthead.two_factor') ?? ''
        await browser.post('two-factor/verify-totp', { code: codeOf(uri) })
        const other = server.openBrowser()
        other.cookies.set('masthead.two_factor', cookie)
        return other
      },
    ],
    [
      'with an expired cookie',
      async () => {
        const browser = await firstStep()
        await pool.query(`update verifications set expires_at = now() - interval '1 second'`)
        return browser
      },
    ],
    [
      'with a cookie from before a password reset',
      async () => {
        const browser = await firstStep()
        await server.openBrowser().post('request-password-reset', { email: EDITOR.email })
        const token = extractToken((await server.emails())[0])
        await server.openBrowser().post('reset-password', { token, password: 'violet tram estuary' })
        return browser
      },
    ],
  ])('fails %s', async (_, open) => {
    const { uri } = await enrol()
    const browser = await open(uri)
    expect((await browser.post('two-factor/verify-totp', { code: codeOf(uri) })).status).toBe(401)
    expect(await browser.getSession()).toBeNull()
  })

  it('is required after a password reset', async () => {
    await enrol()
    await server.openBrowser().post('request-password-reset', { email: EDITOR.email })
    const browser = server.openBrowser()
    const given = { token: extractToken((await server.emails())[0]), password: 'violet tram estuary' }
    await browser.post('reset-password', given)
    const { body } = await browser.post('sign-in/email', { ...EDITOR, password: given.password })
    expect(body.twoFactorRedirect).toBe(true)
    expect(await browser.getSession()).toBeNull()
  })

  it('allows five codes per first step', async () => {
    const { uri } = await enrol()
    const browser = await firstStep()
    for (let time = 0; time < 5; time++) {
      await pool.query('delete from rate_limits')
      expect((await browser.post('two-factor/verify-totp', { code: WRONG })).status).toBe(401)
    }
    await pool.query('delete from rate_limits')
    const { status } = await browser.post('two-factor/verify-totp', { code: codeOf(uri) })
    expect(status).toBe(400)
    expect(await browser.getSession()).toBeNull()
  })

  it('allows three codes in ten seconds per client address', async () => {
    stopClock()
    await enrol()
    const browser = await firstStep()
    const statuses = []
    for (let time = 0; time < 4; time++)
      statuses.push((await browser.post('two-factor/verify-totp', { code: WRONG })).status)
    expect(statuses).toEqual([401, 401, 401, 429])
  })

  it('locks an account for a while after ten wrong codes of any kind, also if they are sent at once', async () => {
    const { uri } = await enrol()
    const browsers: TestBrowser[] = []
    while (browsers.length < 12) browsers.push(await firstStep())
    const responses = await Promise.all(
      browsers.map((browser, place) =>
        browser.post(`two-factor/${place % 2 ? 'verify-totp' : 'verify-backup-code'}`, { code: WRONG }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429])
    const browser = await firstStep()
    expect((await browser.post('two-factor/verify-totp', { code: codeOf(uri) })).status).toBe(429)
    await pool.query(`update two_factors set locked_until = now() - interval '1 second'`)
    await pool.query(`update account_attempts set ends_at = now() - interval '1 second'`)
    expect((await browser.post('two-factor/verify-totp', { code: codeOf(uri) })).status).toBe(200)
  })
})
