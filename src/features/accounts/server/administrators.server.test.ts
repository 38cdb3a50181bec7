import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccountServer } from '../testing/account-server.ts'
import { createFirstAdministrator, issueFirstAdministratorToken } from './administrators.server.ts'

const server = await createAccountServer()
const { db, pool } = server.database
beforeEach(async () => {
  await server.reset()
  await pool.query('delete from users')
})
afterAll(() => server[Symbol.asyncDispose]())

const CHIEF = { name: 'The Chief', email: 'Chief@example.org', password: 'violet tram estuary' }

/** @returns the status */
async function claim(token: string | undefined, person: object = CHIEF): Promise<number> {
  return (await server.openBrowser().post('first-administrator', { ...person, token })).status
}

describe('the link of the first administrator', () => {
  it('creates an administrator who can sign in', async () => {
    const token = await issueFirstAdministratorToken(db)
    expect(await claim(token)).toBe(200)
    const browser = server.openBrowser()
    await browser.post('sign-in/email', CHIEF)
    expect(await browser.getSession()).toMatchObject({
      user: { email: 'chief@example.org', name: 'The Chief', role: 'admin', emailVerified: true },
    })
    const { rows } = await pool.query(
      `select actor_email, action, subject from audit_log where action like 'user.%'`,
    )
    expect(rows).toEqual([
      { actor_email: 'chief@example.org', action: 'user.promote', subject: 'chief@example.org' },
    ])
  })

  it('works once and invalidates all others; no link is issued while there is an administrator', async () => {
    const tokens = [await issueFirstAdministratorToken(db), await issueFirstAdministratorToken(db)]
    expect(await claim(tokens[1])).toBe(200)
    const other = { ...CHIEF, email: 'other@example.org' }
    expect(await claim(tokens[1], other)).toBe(410)
    expect(await claim(tokens[0], other)).toBe(410)
    expect(await issueFirstAdministratorToken(db)).toBeUndefined()
    expect((await pool.query('select from users')).rowCount).toBe(1)
  })

  it('creates one administrator when several links are used concurrently', async () => {
    const tokens = await Promise.all([1, 2, 3].map(() => issueFirstAdministratorToken(db)))
    const statuses = await Promise.all(
      tokens.map((token, place) => claim(token, { ...CHIEF, email: `chief${place}@example.org` })),
    )
    expect(statuses.sort()).toEqual([200, 410, 410])
  })

  it('expires, cannot be forged, and is stored as a hash', async () => {
    const token = await issueFirstAdministratorToken(db)
    const { rows } = await pool.query('select identifier from verifications')
    expect(rows[0].identifier).not.toContain(token)
    for (const made of ['x', rows[0].identifier.split(':')[1]]) expect(await claim(made)).toBe(410)
    await pool.query(`update verifications set expires_at = now() - interval '1 second'`)
    expect(await claim(token)).toBe(410)
  })

  it('stays valid after rejected input', async () => {
    const token = await issueFirstAdministratorToken(db)
    for (const wrong of [{ password: '12345' }, { password: 'password1' }, { email: 'chief' }, { name: '' }])
      expect(await claim(token, { ...CHIEF, ...wrong })).toBe(400)
    expect(await claim(token)).toBe(200)
  })

  it('takes over an existing account and removes its sessions and second factor', async () => {
    await pool.query(
      `with person as (
         insert into users (full_name, email, two_factor_enabled) values ('Squatter', 'chief@example.org', true) returning id
       ), factor as (insert into two_factors (user_id, secret, backup_codes) select id, 'x', 'x' from person)
       insert into sessions (user_id, token, expires_at) select id, 'x', now() + interval '1 day' from person`,
    )
    expect(await claim(await issueFirstAdministratorToken(db))).toBe(200)
    const { rows } = await pool.query(
      `select full_name, role, two_factor_enabled, (select count(*)::int from sessions) as sessions,
         (select count(*)::int from two_factors) as factors from users`,
    )
    expect(rows).toEqual([
      { full_name: 'The Chief', role: 'admin', two_factor_enabled: false, sessions: 0, factors: 0 },
    ])
  })
})

const CREDENTIALS = { email: 'Editor@Example.org', password: 'a password of her own' }

async function accountsByEmail(): Promise<
  { email: string; role: string; provider_id: string; password: string }[]
> {
  const { rows } = await pool.query(
    'select email, role, provider_id, password from users left join accounts on user_id = users.id order by email',
  )
  return rows
}

describe('createFirstAdministrator', () => {
  it('creates an administrator who can sign in with the password', async () => {
    expect(await createFirstAdministrator(db, CREDENTIALS)).toBe(true)
    const [account, ...others] = await accountsByEmail()
    expect(account).toMatchObject({ email: 'editor@example.org', role: 'admin', provider_id: 'credential' })
    expect(others).toEqual([])
    const { password: hash = '' } = account ?? {}
    expect(hash).not.toContain(CREDENTIALS.password)
    expect(await verifyPassword({ hash, password: CREDENTIALS.password })).toBe(true)
    expect(await verifyPassword({ hash, password: 'another password' })).toBe(false)
  })

  it('creates one administrator and never changes a password', async () => {
    await createFirstAdministrator(db, CREDENTIALS)
    const before = await accountsByEmail()
    expect(await createFirstAdministrator(db, { ...CREDENTIALS, password: 'a later password' })).toBe(false)
    expect(await createFirstAdministrator(db, { ...CREDENTIALS, email: 'second@example.org' })).toBe(false)
    expect(await accountsByEmail()).toEqual(before)
  })

  it('creates one administrator when several processes start at once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => createFirstAdministrator(db, CREDENTIALS)))
    expect(await accountsByEmail()).toHaveLength(1)
  })

  it('creates none if there is an administrator', async () => {
    await pool.query(
      `insert into users (full_name, email, role) values ('Chief', 'chief@example.org', 'admin')`,
    )
    expect(await createFirstAdministrator(db, CREDENTIALS)).toBe(false)
    expect(await accountsByEmail()).toMatchObject([{ email: 'chief@example.org' }])
  })

  it('promotes an existing account, which keeps its password', async () => {
    const { rows } = await pool.query(
      `insert into users (full_name, email) values ('Her Name', 'editor@example.org') returning id`,
    )
    const hash = await hashPassword('the password she has')
    await pool.query(
      `insert into accounts (user_id, account_id, provider_id, password) values ($1, 'x', 'credential', $2)`,
      [rows[0].id, hash],
    )
    expect(await createFirstAdministrator(db, CREDENTIALS)).toBe(true)
    expect(await accountsByEmail()).toMatchObject([{ role: 'admin', password: hash }])
    expect((await pool.query('select full_name from users')).rows).toEqual([{ full_name: 'Her Name' }])
    expect((await pool.query('select actor_email, action, subject from audit_log')).rows).toEqual([
      { actor_email: 'masthead command', action: 'user.promote', subject: 'editor@example.org' },
    ])
  })

  it('sets the password of an existing account without one', async () => {
    const { rows } = await pool.query(
      `insert into users (full_name, email) values ('Her Name', 'editor@example.org') returning id`,
    )
    await pool.query(
      `insert into accounts (user_id, account_id, provider_id) values ($1, 'x', 'elsewhere')`,
      [rows[0].id],
    )
    await createFirstAdministrator(db, CREDENTIALS)
    const account = (await accountsByEmail()).find(({ provider_id }) => provider_id === 'credential')
    expect(await verifyPassword({ hash: account?.password ?? '', password: CREDENTIALS.password })).toBe(true)
  })
})
