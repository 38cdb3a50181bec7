import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'

const database = await createTestDatabase()
const { pool } = database
afterAll(() => database.drop())

const insert = (email: string, role = 'user') =>
  pool.query('insert into users (full_name, email, role) values ($1, $2, $3) returning *', [
    'A Reader',
    email,
    role,
  ])

describe('the table users', () => {
  it('has the role user by default', async () => {
    const { rows } = await pool.query(
      `insert into users (full_name, email) values ('A Reader', 'reader@example.org') returning *`,
    )
    expect(rows).toMatchObject([
      { role: 'user', banned: false, email_verified: false, two_factor_enabled: false },
    ])
  })

  it.each([
    ['an unknown role', 'users_role_check', 'other@example.org', 'owner'],
    ['an address in capital letters', 'users_email_check', 'Other@example.org', 'user'],
    ['an address that is taken', 'users_email_key', 'reader@example.org', 'user'],
  ])('rejects %s', async (_, constraint, email, role) => {
    await expect(insert(email, role)).rejects.toMatchObject({ constraint })
  })

  it('deletes the sessions and passwords of a user', async () => {
    const { rows } = await insert('gone@example.org')
    const { id } = rows[0]
    await pool.query(`insert into sessions (user_id, token, expires_at) values ($1, 'token', now())`, [id])
    await pool.query(
      `insert into accounts (user_id, account_id, provider_id) values ($1, 'x', 'credential')`,
      [id],
    )
    await pool.query('delete from users where id = $1', [id])
    expect((await pool.query('select from sessions union all select from accounts')).rowCount).toBe(0)
  })
})

describe('the view profiles', () => {
  it('contains the profile of a user without the email address', async () => {
    const { rows: users } = await insert('profile@example.org', 'admin')
    const { id, created_at } = users[0]
    const { rows } = await pool.query('select * from profiles where user_id = $1', [id])
    expect(rows).toEqual([
      { id, user_id: id, full_name: 'A Reader', avatar_url: null, role: 'admin', created_at },
    ])
  })
})
