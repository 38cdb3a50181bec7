import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccountServer, EDITOR, extractToken } from '../testing/account-server.ts'

const server = await createAccountServer()
const { pool } = server.database
beforeEach(() => server.reset())
afterAll(() => server[Symbol.asyncDispose]())

const NEW = 'violet tram estuary'

/** Requests a link. @returns the token in the email number `count` */
async function requestToken(count = 1): Promise<string> {
  const { status } = await server.openBrowser().post('request-password-reset', { email: EDITOR.email })
  expect(status).toBe(200)
  return extractToken((await server.emails())[count - 1])
}

describe('resetting a password', () => {
  it('sets a new password and ends all sessions', async () => {
    const elsewhere = await server.signIn()
    const token = await requestToken()
    const [email] = await server.emails()
    expect(email).toMatch(/^To: editor@example\.org\r?$/m)
    expect(email?.replaceAll(/=\r?\n/g, '')).toContain(`http://localhost:3000/admin/reset-password#${token}`)
    const browser = server.openBrowser()
    const { status } = await browser.post('reset-password', { token, password: NEW })
    expect(status).toBe(200)
    expect(await elsewhere.getSession()).toBeNull()
    expect(await browser.getSession()).toBeNull()
    expect((await browser.post('sign-in/email', EDITOR)).status).toBe(401)
    expect((await browser.post('sign-in/email', { ...EDITOR, password: NEW })).status).toBe(200)
    expect((await server.emails())[1]).toMatch(/^Subject: Your password .* was changed/m)
    const { rows } = await pool.query(`select actor_email, subject from audit_log
      where actor_id is not null and action = 'password.reset'`)
    expect(rows).toEqual([{ actor_email: EDITOR.email, subject: EDITOR.email }])
  })

  it('lets an owner whose account is locked by guesses sign in again', async () => {
    for (let time = 0; time < 11; time++)
      await server.openBrowser().post('sign-in/email', { ...EDITOR, password: 'guess' })
    const browser = server.openBrowser()
    await browser.post('reset-password', { token: await requestToken(), password: NEW })
    expect((await browser.post('sign-in/email', { ...EDITOR, password: NEW })).status).toBe(200)
  })

  it('cannot be blocked for the owner by others, and does not flood the mailbox', async () => {
    const owner = await server.signIn()
    const request = { email: EDITOR.email }
    for (let time = 0; time < 12; time++) {
      const { status } = await server.openBrowser().post('request-password-reset', request)
      expect(status).toBe(200)
    }
    const emails = await server.emails()
    expect(emails).toHaveLength(10)
    // Elsewhere, the links of the earlier emails are valid.
    expect((await server.openBrowser().post('request-password-reset', request)).status).toBe(200)
    expect((await owner.post('request-password-reset', request)).status).toBe(200)
    expect(await server.emails()).toHaveLength(11)
    const { status } = await server
      .openBrowser()
      .post('reset-password', { token: extractToken(emails[9]), password: NEW })
    expect(status).toBe(200)
  })

  it('limits requests of one network for one mailbox', async () => {
    const statuses = []
    for (let time = 0; time < 6; time++) {
      const browser = server.openBrowser(`2001:db8:7:${time}::1`)
      statuses.push((await browser.post('request-password-reset', { email: EDITOR.email })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('requires a stronger password of administrators', async () => {
    const token = await requestToken()
    const browser = server.openBrowser()
    // Its score is 2.
    const { status, body } = await browser.post('reset-password', { token, password: 'kelpie 1' })
    expect([status, body]).toMatchObject([
      400,
      { field: 'password', message: expect.stringMatching(/easy to guess/) },
    ])
    await pool.query(`update users set role = 'user'`)
    expect((await browser.post('reset-password', { token, password: 'kelpie 1' })).status).toBe(200)
  })

  it('accepts one link once, and invalidates the others', async () => {
    const tokens = [await requestToken(1), await requestToken(2)]
    const browser = server.openBrowser()
    const statuses = []
    for (const token of [tokens[0], tokens[0], tokens[1]])
      statuses.push((await browser.post('reset-password', { token, password: NEW })).status)
    expect(statuses).toEqual([200, 410, 410])
  })

  it('accepts a link once when it is used concurrently', async () => {
    const token = await requestToken()
    const responses = await Promise.all(
      ['one', 'two', 'three'].map((word) =>
        server.openBrowser().post('reset-password', { token, password: `${NEW} ${word}` }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  })

  it('keeps the link valid when the password is rejected', async () => {
    const token = await requestToken()
    const browser = server.openBrowser()
    for (const password of ['12345', 'password1'])
      expect((await browser.post('reset-password', { token, password })).status).toBe(400)
    expect((await browser.post('reset-password', { token, password: NEW })).status).toBe(200)
  })

  it('rejects expired and forged links, and links for another purpose', async () => {
    const browser = server.openBrowser()
    await browser.post('sign-up/email', { name: 'A', email: 'a@example.org', password: NEW })
    const signUp = extractToken((await server.emails())[0])
    const late = await requestToken(2)
    await pool.query(
      `update verifications set expires_at = now() - interval '1 second' where identifier like 'password-reset:%'`,
    )
    const { rows } = await pool.query('select identifier from verifications')
    for (const token of [late, signUp, 'x', rows[0].identifier, rows[0].identifier.split(':')[1]])
      expect((await browser.post('reset-password', { token, password: NEW })).status).toBe(410)
    expect((await browser.post('sign-in/email', EDITOR)).status).toBe(200)
  })

  it('does not reveal whether an address has an account', async () => {
    const responses = []
    for (const email of [EDITOR.email, 'nobody@example.org']) {
      const { status, body } = await server.openBrowser().post('request-password-reset', { email })
      responses.push({ status, body })
    }
    expect(responses[0]).toEqual(responses[1])
    expect(await server.emails()).toHaveLength(1)
  })

  it('uses the configured origin in links, whatever the Host header', async () => {
    const browser = server.openBrowser()
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    await browser.post(
      'request-password-reset',
      { email: EDITOR.email, redirectTo: 'https://evil.example' },
      headers,
    )
    expect((await server.emails())[0]).not.toContain('evil.example')
  })
})
