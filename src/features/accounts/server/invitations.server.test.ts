import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccountServer, EDITOR, extractToken, type TestBrowser } from '../testing/account-server.ts'
import { inviteAccount, listInvitations, resendInvitation, revokeInvitation } from './invitations.server.ts'
import { sweepAccounts } from './sweep-accounts.server.ts'

const server = await createAccountServer()
const { db, pool } = server.database
const EMAIL = 'ann@example.org'
const PASSWORD = 'violet tram estuary lantern'
let by = { id: '', email: EDITOR.email }

afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  await server.reset()
  await pool.query('delete from invitations')
  const { rows } = await pool.query('select id from users')
  by = { id: rows[0].id, email: EDITOR.email }
})

const invite = (email = EMAIL, role: 'author' | 'editor' = 'author') => inviteAccount(db, { by, email, role })
const newestToken = async () => extractToken((await server.emails()).at(-1))
const accept = async (token: string, browser: TestBrowser = server.openBrowser()) =>
  browser.post('accept-invitation', { token, name: 'Ann Author', password: PASSWORD })
const roleOf = async (email: string) =>
  (await pool.query('select role from users where email = $1', [email])).rows[0]?.role
const actions = async () =>
  (await pool.query('select actor_email, action, subject from audit_log order by id')).rows.map(Object.values)

describe('an invitation', () => {
  it('creates an account with its role, once', async () => {
    expect(await invite()).toEqual({ kind: 'sent' })
    expect(await listInvitations(db)).toMatchObject([
      { email: EMAIL, role: 'author', invitedBy: 'Editor', isExpired: false },
    ])
    const [email] = await server.emails()
    expect(email).toContain(`To: ${EMAIL}`)
    expect(email).toMatch(/^Subject: Editor invites you to join Masthead/m)
    const token = await newestToken()
    const browser = server.openBrowser()
    expect(await accept(token, browser)).toMatchObject({
      status: 200,
      body: { accepted: true, isSignedIn: true },
    })
    expect(await browser.get('get-session')).toMatchObject({ body: { user: { email: EMAIL } } })
    expect(await listInvitations(db)).toEqual([])
    expect(await roleOf(EMAIL)).toBe('author')
    expect((await browser.post('sign-in/email', { email: EMAIL, password: PASSWORD })).status).toBe(200)
    expect((await accept(token)).status).toBe(410)
    expect((await actions()).filter(([, action]) => String(action).startsWith('invitation'))).toEqual([
      [EDITOR.email, 'invitation.create', EMAIL],
      [EMAIL, 'invitation.accept', EMAIL],
    ])
  })

  it('requires the strength of passwords of the admin area, and remains valid after a weak one', async () => {
    await invite()
    const token = await newestToken()
    const weak = { token, name: 'Ann', password: 'annexample' }
    expect(await server.openBrowser().post('accept-invitation', weak)).toMatchObject({
      status: 400,
      body: { field: 'password' },
    })
    expect((await accept(token)).status).toBe(200)
  })

  it('is replaced when it is sent again, with another role too', async () => {
    await invite()
    const first = await newestToken()
    const [invitation] = await listInvitations(db)
    expect(await resendInvitation(db, { by, id: invitation?.id ?? '' })).toEqual({ kind: 'sent' })
    const second = await newestToken()
    expect((await accept(first)).status).toBe(410)
    await invite(EMAIL, 'editor')
    expect((await accept(second)).status).toBe(410)
    expect((await accept(await newestToken())).status).toBe(200)
    expect(await roleOf(EMAIL)).toBe('editor')
  })

  it('is invalid once it is revoked', async () => {
    await invite()
    const token = await newestToken()
    const [{ id } = { id: '' }] = await listInvitations(db)
    expect(await revokeInvitation(db, { by, id })).toBe(true)
    expect(await revokeInvitation(db, { by, id })).toBe(false)
    expect(await resendInvitation(db, { by, id })).toEqual({ kind: 'missing' })
    expect((await accept(token)).status).toBe(410)
    expect(await roleOf(EMAIL)).toBeUndefined()
  })

  it('expires after 7 days, can be sent again, and is deleted 30 days later', async () => {
    await invite()
    const token = await newestToken()
    await pool.query(`update verifications set expires_at = expires_at - interval '7 days 1 second'`)
    await pool.query(`update invitations set expires_at = expires_at - interval '7 days 1 second'`)
    expect((await accept(token)).status).toBe(410)
    const [invitation] = await listInvitations(db)
    expect(invitation?.isExpired).toBe(true)
    await resendInvitation(db, { by, id: invitation?.id ?? '' })
    expect(await listInvitations(db)).toMatchObject([{ isExpired: false }])
    const day = 86_400_000
    await sweepAccounts(db, new Date(Date.now() + 36 * day))
    expect(await listInvitations(db)).toHaveLength(1)
    await sweepAccounts(db, new Date(Date.now() + 38 * day))
    expect(await listInvitations(db)).toEqual([])
  })

  it('is deleted with other links and sessions once they have expired', async () => {
    const insert = (id: number, hours: number) =>
      pool.query(
        `insert into sessions (user_id, token, expires_at) select id, $1, now() + make_interval(hours => $2) from users limit 1`,
        [`token ${id}`, hours],
      )
    await insert(1, -1)
    await insert(2, 1)
    await sweepAccounts(db, new Date())
    expect((await pool.query('select token from sessions')).rows).toEqual([{ token: 'token 2' }])
  })

  it.each([
    ['has lost the role', `update users set role = 'editor'`],
    ['is suspended', 'update users set banned = true'],
    ['no longer has an account', 'delete from users'],
  ])('gives no role if the inviter %s', async (_, statement) => {
    await invite()
    const token = await newestToken()
    await pool.query(statement)
    expect((await accept(token)).status).toBe(410)
    expect(await roleOf(EMAIL)).toBeUndefined()
  })

  it('is valid again when another administrator sends it again', async () => {
    await invite()
    await pool.query(`update users set role = 'user'`)
    const { rows } = await pool.query(
      `insert into users (full_name, email, role) values ('Other', 'other@example.org', 'admin') returning id`,
    )
    const [{ id } = { id: '' }] = await listInvitations(db)
    await resendInvitation(db, { by: { id: rows[0].id, email: 'other@example.org' }, id })
    expect((await accept(await newestToken())).status).toBe(200)
  })

  it('does not change an existing account', async () => {
    expect(await invite(EDITOR.email)).toEqual({ kind: 'known' })
    await invite()
    const token = await newestToken()
    await pool.query(`insert into users (full_name, email) values ('Ann', $1)`, [EMAIL])
    expect((await accept(token)).status).toBe(409)
    expect(await roleOf(EMAIL)).toBe('user')
  })
})

describe('the limits of invitations', () => {
  it('allow five emails per hour and mailbox', async () => {
    for (let sent = 0; sent < 5; sent += 1) expect(await invite()).toEqual({ kind: 'sent' })
    expect(await invite()).toEqual({ kind: 'limited' })
    expect(await invite('other@example.org')).toEqual({ kind: 'sent' })
  })

  it('allow thirty per hour and inviter', async () => {
    for (let sent = 0; sent < 30; sent += 1) await invite(`${sent}@example.org`)
    expect(await invite('other@example.org')).toEqual({ kind: 'limited' })
  })

  it('allow a hundred pending ones', async () => {
    await pool.query(`insert into invitations (email, role, expires_at)
      select n || '@example.org', 'author', now() from generate_series(1, 100) as n`)
    expect(await invite()).toEqual({ kind: 'full' })
    expect(await invite('1@example.org')).toEqual({ kind: 'sent' })
  })
})
