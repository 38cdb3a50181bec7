import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccountServer, EDITOR, tokenIn } from '../testing/account-server.ts'

const desk = await createAccountServer()
const { pool } = desk.database
beforeEach(() => desk.reset())
afterAll(() => desk[Symbol.asyncDispose]())

const NEW = 'violet tram estuary'

/** Returns the token of the `count`th email. */
async function askForToken(count = 1): Promise<string> {
  const { status } = await desk.openBrowser().post('request-password-reset', { email: EDITOR.email })
  expect(status).toBe(200)
  return tokenIn((await desk.letters())[count - 1])
}

describe('resetting a password', () => {
  it('sets a new one by the link, and ends all sessions', async () => {
    const elsewhere = await desk.signIn()
    const token = await askForToken()
    const [letter] = await desk.letters()
    expect(letter).toMatch(/^To: editor@example\.org\r?$/m)
    expect(letter?.replaceAll(/=\r?\n/g, '')).toContain(`http://localhost:3000/admin/reset-password#${token}`)
    const browser = desk.openBrowser()
    const { status } = await browser.post('reset-password', { token, password: NEW })
    expect(status).toBe(200)
    expect(await elsewhere.whoAmI()).toBeNull()
    expect(await browser.whoAmI()).toBeNull()
    expect((await browser.post('sign-in/email', EDITOR)).status).toBe(401)
    expect((await browser.post('sign-in/email', { ...EDITOR, password: NEW })).status).toBe(200)
    expect((await desk.letters())[1]).toMatch(/^Subject: Your password .* was changed/m)
    const { rows } = await pool.query(`select actor_email, subject from audit_log
      where actor_id is not null and action = 'password.reset'`)
    expect(rows).toEqual([{ actor_email: EDITOR.email, subject: EDITOR.email }])
  })

  it('lets the owner in who was locked out by guesses', async () => {
    for (let time = 0; time < 11; time++)
      await desk.openBrowser().post('sign-in/email', { ...EDITOR, password: 'guess' })
    const browser = desk.openBrowser()
    await browser.post('reset-password', { token: await askForToken(), password: NEW })
    expect((await browser.post('sign-in/email', { ...EDITOR, password: NEW })).status).toBe(200)
  })

  it('takes a link once, and no other link after it', async () => {
    const tokens = [await askForToken(1), await askForToken(2)]
    const browser = desk.openBrowser()
    const statuses = []
    for (const token of [tokens[0], tokens[0], tokens[1]])
      statuses.push((await browser.post('reset-password', { token, password: NEW })).status)
    expect(statuses).toEqual([200, 410, 410])
  })

  it('takes a link once, however many try at once', async () => {
    const token = await askForToken()
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((word) =>
        desk.openBrowser().post('reset-password', { token, password: `${NEW} ${word}` }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  })

  it('does not use the link up for a password that is refused', async () => {
    const token = await askForToken()
    const browser = desk.openBrowser()
    for (const password of ['12345', 'password1'])
      expect((await browser.post('reset-password', { token, password })).status).toBe(400)
    expect((await browser.post('reset-password', { token, password: NEW })).status).toBe(200)
  })

  it('does not take a link that expired, was made up, or was made for something else', async () => {
    const browser = desk.openBrowser()
    await browser.post('sign-up/email', { name: 'A', email: 'a@example.org', password: NEW })
    const signUp = tokenIn((await desk.letters())[0])
    const late = await askForToken(2)
    await pool.query(
      `update verifications set expires_at = now() - interval '1 second' where identifier like 'password-reset:%'`,
    )
    const { rows } = await pool.query('select identifier from verifications')
    for (const token of [late, signUp, 'x', rows[0].identifier, rows[0].identifier.split(':')[1]])
      expect((await browser.post('reset-password', { token, password: NEW })).status).toBe(410)
    expect((await browser.post('sign-in/email', EDITOR)).status).toBe(200)
  })

  it('tells nobody whether an address has an account', async () => {
    const answers = []
    for (const email of [EDITOR.email, 'nobody@example.org']) {
      const { status, body } = await desk.openBrowser().post('request-password-reset', { email })
      answers.push({ status, body })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(await desk.letters()).toHaveLength(1)
  })

  it('names the site as it is set, whatever host was asked', async () => {
    const browser = desk.openBrowser()
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    await browser.post(
      'request-password-reset',
      { email: EDITOR.email, redirectTo: 'https://evil.example' },
      headers,
    )
    expect((await desk.letters())[0]).not.toContain('evil.example')
  })
})
