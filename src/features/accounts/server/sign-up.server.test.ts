import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccountServer, EDITOR, tokenIn } from '../testing/account-server.ts'

const desk = await createAccountServer()
const { pool } = desk.database
beforeEach(() => desk.reset())
afterAll(() => desk[Symbol.asyncDispose]())

const NEWCOMER = { name: 'A Newcomer', email: 'new@example.org', password: 'violet tram estuary' }

async function people() {
  const { rows } = await pool.query(
    `select full_name, email, role, banned, email_verified, two_factor_enabled, avatar_url from users
     where email <> $1`,
    [EDITOR.email],
  )
  return rows
}

describe('signing up', () => {
  it('makes an account once the link is opened, which then can sign in', async () => {
    const browser = desk.openBrowser()
    const { status, body } = await browser.post('sign-up/email', { ...NEWCOMER, email: ' New@Example.org ' })
    expect([status, body]).toEqual([200, { transport: 'outbox' }])
    expect(await people()).toEqual([])
    expect((await browser.post('sign-in/email', NEWCOMER)).status).toBe(401)
    const [letter] = await desk.letters()
    expect(letter).toMatch(/^To: new@example\.org\r?$/m)
    expect((await browser.post('confirm-sign-up', { token: tokenIn(letter) })).status).toBe(200)
    expect(await people()).toMatchObject([{ full_name: 'A Newcomer', role: 'user', email_verified: true }])
    expect((await browser.post('sign-in/email', NEWCOMER)).status).toBe(200)
    expect(await browser.whoAmI()).toMatchObject({ user: { name: 'A Newcomer', role: 'user' } })
  })

  it('takes nothing but the name, the address and the password', async () => {
    const browser = desk.openBrowser()
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
    const [letter] = await desk.letters()
    await browser.post('confirm-sign-up', { token: tokenIn(letter), role: 'admin' })
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

  it('sends nobody the words of a stranger', async () => {
    const name = 'https://evil.example/prize'
    await desk.openBrowser().post('sign-up/email', { ...NEWCOMER, name })
    const [letter = ''] = await desk.letters()
    expect(letter.replaceAll(/=\r?\n/g, '')).not.toContain('evil.example')
  })

  it('tells nobody whether there is an account: the letter does, to its owner', async () => {
    const [known, unknown] = [desk.openBrowser(), desk.openBrowser()]
    const answers = [
      await known.post('sign-up/email', { ...NEWCOMER, email: EDITOR.email }),
      await unknown.post('sign-up/email', NEWCOMER),
    ].map(({ status, body, headers }) => ({ status, body, cookies: headers.getSetCookie() }))
    expect(answers[0]).toEqual(answers[1])
    const letters = await desk.letters()
    const toOwner = letters.find((letter) => letter.includes(`To: ${EDITOR.email}`))
    expect(toOwner).toMatch(/^Subject: You have an account/m)
    expect(toOwner).not.toContain('#')
    // Nor by signing in with the new password.
    const tries = [
      await known.post('sign-in/email', { ...NEWCOMER, email: EDITOR.email }),
      await unknown.post('sign-in/email', NEWCOMER),
    ].map(({ status, body }) => ({ status, body }))
    expect(tries[0]).toEqual(tries[1])
    expect((await desk.openBrowser().post('sign-in/email', EDITOR)).status).toBe(200)
  })

  it('takes a link once, before it expires, and not for an address that has an account by then', async () => {
    const browser = desk.openBrowser()
    for (const time of [1, 2]) {
      await browser.post('sign-up/email', { ...NEWCOMER, name: `Newcomer ${time}` })
      await desk.letters()
    }
    const tokens = (await desk.letters()).map(tokenIn)
    const statuses = []
    for (const token of [tokens[0], tokens[0], tokens[1]])
      statuses.push((await browser.post('confirm-sign-up', { token })).status)
    expect(statuses).toEqual([200, 410, 410])
    expect(await people()).toMatchObject([{ full_name: 'Newcomer 1' }])

    await browser.post('sign-up/email', { ...NEWCOMER, email: 'late@example.org' })
    const late = tokenIn((await desk.letters())[2])
    await pool.query(`update verifications set expires_at = now() - interval '1 second'`)
    expect((await browser.post('confirm-sign-up', { token: late })).status).toBe(410)
  })

  it('keeps no token that could be used in the database', async () => {
    await desk.openBrowser().post('sign-up/email', NEWCOMER)
    const token = tokenIn((await desk.letters())[0])
    const { rows } = await pool.query('select identifier || value as all from verifications')
    expect(rows[0].all).not.toContain(token)
    expect(rows[0].all).not.toContain(NEWCOMER.password)
  })

  it.each([
    ['a short password', { password: '12345' }, 'password', 'Password must be at least 6 characters long'],
    ['a common password', { password: 'Letmein' }, 'password', /most common/],
    ['an endless password', { password: 'x'.repeat(129) }, 'password', /at most 128/],
    ['no name', { name: '  ' }, 'name', 'Please enter your name'],
    ['a name of several lines', { name: 'A\r\nBcc: b@example.org' }, 'name', /one line/],
    ['no address', { email: 'new' }, 'email', 'Please enter a valid email address'],
    ['two addresses', { email: 'a@example.org, b@example.org' }, 'email', /valid email/],
    ['something else', { email: { $ne: '' } }, 'email', /./],
  ])('refuses %s', async (_, wrong, field, message) => {
    const { status, body } = await desk.openBrowser().post('sign-up/email', { ...NEWCOMER, ...wrong })
    expect([status, body.field]).toEqual([400, field])
    expect(body.message).toMatch(message)
  })

  it('sends a mailbox five letters an hour, whoever asks, and limits who asks', async () => {
    const toOne = []
    for (let time = 0; time < 6; time++)
      toOne.push((await desk.openBrowser().post('sign-up/email', NEWCOMER)).status)
    expect(toOne).toEqual([200, 200, 200, 200, 200, 429])
    const asker = desk.openBrowser()
    const statuses = []
    for (let time = 0; time < 11; time++) {
      const email = `${time}@example.org`
      statuses.push((await asker.post('request-password-reset', { email })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })
})
