import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import type { Account } from '../rules/access.ts'
import { changeRole } from './profiles.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
beforeEach(() => pool.query('delete from users; delete from audit_log'))
afterAll(() => database.drop())

async function add(name: string, role: Account['role'], banned = false): Promise<Account> {
  const email = `${name.toLowerCase()}@example.org`
  const { rows } = await pool.query(
    'insert into users (full_name, email, role, banned) values ($1, $2, $3, $4) returning id',
    [name, email, role, banned],
  )
  const { id } = rows[0]
  await pool.query(
    `insert into sessions (user_id, token, expires_at) values ($1::uuid, $1::uuid::text, now() + interval '1 day')`,
    [id],
  )
  return { id, email, fullName: name, role }
}

async function people() {
  const { rows } = await pool.query(
    `select full_name as name, role, (select count(*)::int from sessions where user_id = users.id) as sessions
     from users order by full_name`,
  )
  return rows
}

describe('changeRole', () => {
  it('changes the role, ends the sessions of that account, and records the change', async () => {
    const [chief, reader] = [await add('Chief', 'admin'), await add('Reader', 'user')]
    expect(await changeRole(db, { by: chief, userId: reader.id, role: 'admin' })).toEqual({ kind: 'change' })
    expect(await people()).toEqual([
      { name: 'Chief', role: 'admin', sessions: 1 },
      { name: 'Reader', role: 'admin', sessions: 0 },
    ])
    const { rows } = await pool.query('select actor_email, action, subject, changes from audit_log')
    expect(rows).toEqual([
      {
        actor_email: chief.email,
        action: 'user.role',
        subject: 'Reader',
        changes: { role: { from: 'user', to: 'admin' } },
      },
    ])
  })

  it('changes nothing when the change is rejected', async () => {
    const [chief, reader] = [await add('Chief', 'admin'), await add('Reader', 'user')]
    const before = await people()
    const kinds = []
    for (const [by, target, role] of [
      [chief, chief, 'user'],
      [reader, reader, 'admin'],
      [reader, chief, 'user'],
      [chief, chief, 'admin'],
      [chief, { id: '00000000-0000-4000-8000-000000000000' }, 'admin'],
    ] as const)
      kinds.push((await changeRole(db, { by, userId: target.id, role })).kind)
    expect(kinds).toEqual(['last', 'denied', 'denied', 'unchanged', 'missing'])
    expect(await people()).toEqual(before)
    expect((await pool.query('select from audit_log')).rowCount).toBe(0)
  })

  it('does not count banned administrators', async () => {
    const chief = await add('Chief', 'admin')
    await add('Banned', 'admin', true)
    expect(await changeRole(db, { by: chief, userId: chief.id, role: 'user' })).toEqual({ kind: 'last' })
  })

  it('keeps one administrator when two demote each other concurrently', async () => {
    for (let time = 0; time < 5; time++) {
      await pool.query('delete from users')
      const [one, other] = [await add('One', 'admin'), await add('Other', 'admin')]
      const decisions = await Promise.all([
        changeRole(db, { by: one, userId: other.id, role: 'user' }),
        changeRole(db, { by: other, userId: one.id, role: 'user' }),
      ])
      expect(decisions.map(({ kind }) => kind).sort()).toEqual(['change', 'denied'])
      expect((await people()).filter(({ role }) => role === 'admin')).toHaveLength(1)
    }
  })
})
