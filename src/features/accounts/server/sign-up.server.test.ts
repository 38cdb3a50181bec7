import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccountServer, EDITOR, extractToken, stopClock } from '../testing/account-server.ts'

const server = await createAccountServer()
const { pool } = server.database
beforeEach(() => server.reset())
afterAll(() => server[Symbol.asyncDispose]())

const PASSWORD = 'violet tram estuary'
const NEWCOMER = { name: 'A Newcomer', email: 'new@example.org' }
const CREDENTIALS = { email: NEWCOMER.email, password: PASSWORD }

async function people() {
  const { rows } = await pool.query(
    `select full_name, email, role, banned, email_verified, two_factor_enabled, avatar_url from users
     where email <> $1`,
    [EDITOR.email],
  )
  return rows
}

describe('signing up', () => {
  it('creates the account when the link is opened', async () => {
    const browser = server.openBrowser()
    const { status, body } = await browser.post('sign-up/email', { ...NEWCOMER, email: ' New@Example.org ' })
    expect([status, body]).toEqual([200, { transport: 'outbox' }])
    expect(await people()).toEqual([])
    expect((await browser.post('sign-in/email', CREDENTIALS)).status).toBe(401)
    const [email] = await server.emails()
    expect(email).toMatch(/^To: new@example\.org\r?$/m)
    expect(
      (await browser.post('confirm-sign-up', { token: extractToken(email), password: PASSWORD })).status,
    ).toBe(200)
    expect(await people()).toMatchObject([{ full_name: 'A Newcomer', role: 'user', email_verified: true }])
    expect((await browser.post('sign-in/email', CREDENTIALS)).status).toBe(200)
    expect(await browser.getSession()).toMatchObject({ user: { name: 'A Newcomer', role: 'user' } })
  })

  it('is limited in total, across all clients and addresses', async () => {
    const signUp = (email: string) => server.openBrowser().post('sign-up/email', { ...NEWCOMER, email })
    expect((await signUp('a@example.org')).status).toBe(200)
    await pool.query('update account_attempts set count = 299')
    expect((await signUp('b@example.org')).status).toBe(200)
    expect(await signUp('c@example.org')).toMatchObject({ status: 429 })
    expect(await server.emails()).toHaveLength(2)
    const reset = await server.openBrowser().post('request-password-reset', { email: EDITOR.email })
    expect(reset.status).toBe(200)
  })

  it('ignores fields other than name and email', async () => {
    const browser = server.openBrowser()
    await browser.post('sign-up/email', {
      ...NEWCOMER,
      role: 'admin',
      banned: true,
      emailVerified: false,
      twoFactorEnabled: true,
      id: '00000000-0000-4000-8000-000000000000',
      image: 'https://evil.example/x.png',
      data: { role: 'admin' },
      callbackURL: 'https://evil.example/',
    })
    const [email] = await server.emails()
    await browser.post('confirm-sign-up', { token: extractToken(email), password: PASSWORD, role: 'admin' })
    expect(await people()).toEqual([
      {
        full_name: NEWCOMER.name,
        email: NEWCOMER.email,
        role: 'user',
        banned: false,
        email_verified: true,
        two_factor_enabled: false,
        avatar_url: null,
      },
    ])
  })

  it('sends emails without anything that the visitor typed', async () => {
    const name = 'https://evil.example/prize'
    await server.openBrowser().post('sign-up/email', { ...NEWCOMER, name })
    const [email = ''] = await server.emails()
    expect(email.replaceAll(/=\r?\n/g, '')).not.toContain('evil.example')
  })

  it('reveals an existing account to its owner only, by email', async () => {
    const [known, unknown] = [server.openBrowser(), server.openBrowser()]
    const responses = [
      await known.post('sign-up/email', { ...NEWCOMER, email: EDITOR.email }),
      await unknown.post('sign-up/email', NEWCOMER),
    ].map(({ status, body, headers }) => ({ status, body, cookies: headers.getSetCookie() }))
    expect(responses[0]).toEqual(responses[1])
    const emails = await server.emails()
    const toOwner = emails.find((email) => email.includes(`To: ${EDITOR.email}`))
    expect(toOwner).toMatch(/^Subject: You already have an account/m)
    expect(toOwner).not.toContain('#')
    // Signing in reveals nothing either.
    const tries = [
      await known.post('sign-in/email', { ...CREDENTIALS, email: EDITOR.email }),
      await unknown.post('sign-in/email', CREDENTIALS),
    ].map(({ status, body }) => ({ status, body }))
    expect(tries[0]).toEqual(tries[1])
    expect((await server.openBrowser().post('sign-in/email', EDITOR)).status).toBe(200)
  })

  it('accepts a link once, before it expires, and only while the address has no account', async () => {
    const browser = server.openBrowser()
    for (const time of [1, 2]) {
      await browser.post('sign-up/email', { ...NEWCOMER, name: `Newcomer ${time}` })
      await server.emails()
    }
    const tokens = (await server.emails()).map(extractToken)
    const statuses = []
    for (const token of [tokens[0], tokens[0], tokens[1]])
      statuses.push((await browser.post('confirm-sign-up', { token, password: PASSWORD })).status)
    expect(statuses).toEqual([200, 410, 410])
    expect(await people()).toMatchObject([{ full_name: 'Newcomer 1' }])

    await browser.post('sign-up/email', { ...NEWCOMER, email: 'late@example.org' })
    const late = extractToken((await server.emails())[2])
    await pool.query(`update verifications set expires_at = now() - interval '1 second'`)
    expect((await browser.post('confirm-sign-up', { token: late, password: PASSWORD })).status).toBe(410)
  })

  it('stores no usable token in the database', async () => {
    await server.openBrowser().post('sign-up/email', NEWCOMER)
    const token = extractToken((await server.emails())[0])
    const { rows } = await pool.query('select identifier || value as all from verifications')
    expect(rows[0].all).not.toContain(token)
  })

  it('ignores a password in the request: the person who opens the link chooses it', async () => {
    const theirs = 'stranger knows this one'
    await server.openBrowser().post('sign-up/email', { ...NEWCOMER, password: theirs })
    const token = extractToken((await server.emails())[0])
    const { rows } = await pool.query('select value from verifications')
    expect(JSON.parse(rows[0].value)).toEqual(NEWCOMER)
    const owner = server.openBrowser()
    expect((await owner.post('confirm-sign-up', { token })).status).toBe(400)
    expect((await owner.post('confirm-sign-up', { token, password: PASSWORD })).status).toBe(200)
    expect((await owner.post('sign-in/email', { ...CREDENTIALS, password: theirs })).status).toBe(401)
    expect((await owner.post('sign-in/email', CREDENTIALS)).status).toBe(200)
  })

  it.each([
    ['a short password', '12345', 'Password must be at least 6 characters long'],
    ['a common password', 'Letmein', /most common/],
    ['a password that is too long', 'x'.repeat(129), /at most 128/],
    ['a repeated character', 'aaaaaaaaaa', /easy to guess|most common/],
    ['a sequence', 'abcdefghijk', /easy to guess|most common/],
    ['their own address', NEWCOMER.email, /easy to guess/],
    ['their own name', 'a newcomer', /easy to guess/],
    ['the name of the site', 'The Dunmore Gazette', /easy to guess/],
    ['the host of the site', 'localhost3000', /easy to guess/],
  ])('rejects %s, and the link stays valid', async (_, password, message) => {
    await pool.query(`insert into site_settings values ('site_name', 'The Dunmore Gazette')
      on conflict (setting_name) do update set setting_value = excluded.setting_value`)
    const browser = server.openBrowser()
    await browser.post('sign-up/email', NEWCOMER)
    const token = extractToken((await server.emails())[0])
    const { status, body } = await browser.post('confirm-sign-up', { token, password })
    expect([status, body.field]).toEqual([400, 'password'])
    expect(body.message).toMatch(message)
    expect((await browser.post('confirm-sign-up', { token, password: PASSWORD })).status).toBe(200)
  })

  it.each([
    ['no name', { name: '  ' }, 'name', 'Please enter your name'],
    ['a name of several lines', { name: 'A\r\nBcc: b@example.org' }, 'name', /one line/],
    ['no address', { email: 'new' }, 'email', 'Please enter a valid email address'],
    ['letters that mail servers do not support', { email: 'jörg@müller.example' }, 'email', /before the @/],
    ['two addresses', { email: 'a@example.org, b@example.org' }, 'email', /valid email/],
    ['a value that is not text', { email: { $ne: '' } }, 'email', /./],
  ])('rejects %s', async (_, wrong, field, message) => {
    const { status, body } = await server.openBrowser().post('sign-up/email', { ...NEWCOMER, ...wrong })
    expect([status, body.field]).toEqual([400, field])
    expect(body.message).toMatch(message)
  })

  it('limits emails per requester and per mailbox, and requests per client', async () => {
    stopClock()
    const statuses = []
    for (let time = 0; time < 6; time++) {
      await pool.query('delete from rate_limits')
      statuses.push((await server.openBrowser('198.51.100.7').post('sign-up/email', NEWCOMER)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    for (let time = 0; time < 8; time++) await server.openBrowser().post('sign-up/email', NEWCOMER)
    expect(await server.emails()).toHaveLength(10)
    const asker = server.openBrowser()
    const requests = []
    for (let time = 0; time < 11; time++) {
      const email = `${time}@example.org`
      requests.push((await asker.post('request-password-reset', { email })).status)
    }
    expect(requests).toEqual([...Array(10).fill(200), 429])
  })
})
