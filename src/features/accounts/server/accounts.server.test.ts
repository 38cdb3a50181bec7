import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { ensureFirstAdministrator } from './accounts.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const given = { email: 'Editor@Example.org', password: 'a password of her own' }

beforeEach(() => pool.query('delete from users'))
afterAll(() => database.drop())

async function accountsByEmail(): Promise<
  { email: string; role: string; provider_id: string; password: string }[]
> {
  const { rows } = await pool.query(
    'select email, role, provider_id, password from users left join accounts on user_id = users.id order by email',
  )
  return rows
}

describe('ensureFirstAdministrator', () => {
  it('creates an administrator who can sign in with the password', async () => {
    expect(await ensureFirstAdministrator(db, given)).toBe(true)
    const [account, ...others] = await accountsByEmail()
    expect(account).toMatchObject({ email: 'editor@example.org', role: 'admin', provider_id: 'credential' })
    expect(others).toEqual([])
    const { password: hash = '' } = account ?? {}
    expect(hash).not.toContain(given.password)
    expect(await verifyPassword({ hash, password: given.password })).toBe(true)
    expect(await verifyPassword({ hash, password: 'another password' })).toBe(false)
  })

  it('creates one once, and never changes a password', async () => {
    await ensureFirstAdministrator(db, given)
    const before = await accountsByEmail()
    expect(await ensureFirstAdministrator(db, { ...given, password: 'a later password' })).toBe(false)
    expect(await ensureFirstAdministrator(db, { ...given, email: 'second@example.org' })).toBe(false)
    expect(await accountsByEmail()).toEqual(before)
  })

  it('creates one when several processes start at once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => ensureFirstAdministrator(db, given)))
    expect(await accountsByEmail()).toHaveLength(1)
  })

  it('creates none where there is an administrator', async () => {
    await pool.query(
      `insert into users (full_name, email, role) values ('Chief', 'chief@example.org', 'admin')`,
    )
    expect(await ensureFirstAdministrator(db, given)).toBe(false)
    expect(await accountsByEmail()).toMatchObject([{ email: 'chief@example.org' }])
  })

  it('promotes an account of that address, which keeps its password', async () => {
    const { rows } = await pool.query(
      `insert into users (full_name, email) values ('Her Name', 'editor@example.org') returning id`,
    )
    const hash = await hashPassword('the password she has')
    await pool.query(
      `insert into accounts (user_id, account_id, provider_id, password) values ($1, 'x', 'credential', $2)`,
      [rows[0].id, hash],
    )
    expect(await ensureFirstAdministrator(db, given)).toBe(true)
    expect(await accountsByEmail()).toMatchObject([{ role: 'admin', password: hash }])
    expect((await pool.query('select full_name from users')).rows).toEqual([{ full_name: 'Her Name' }])
  })

  it('gives the password to an account that has none', async () => {
    const { rows } = await pool.query(
      `insert into users (full_name, email) values ('Her Name', 'editor@example.org') returning id`,
    )
    await pool.query(
      `insert into accounts (user_id, account_id, provider_id) values ($1, 'x', 'elsewhere')`,
      [rows[0].id],
    )
    await ensureFirstAdministrator(db, given)
    const account = (await accountsByEmail()).find(({ provider_id }) => provider_id === 'credential')
    expect(await verifyPassword({ hash: account?.password ?? '', password: given.password })).toBe(true)
  })
})
