import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { changeOwnName, changeRole, countProfiles, listProfiles } from './profiles.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
beforeEach(() => pool.query('delete from users; delete from audit_log'))
afterAll(() => database.drop())

async function register(name: string, more: { email?: string; role?: string; createdAt?: string } = {}) {
  const {
    email = `${crypto.randomUUID()}@example.org`,
    role = 'user',
    createdAt = new Date().toISOString(),
  } = more
  const { rows } = await pool.query(
    'insert into users (full_name, email, role, created_at) values ($1, $2, $3, $4) returning id',
    [name, email, role, createdAt],
  )
  return String(rows[0].id)
}

const namesFor = async (q?: string) =>
  (await listProfiles(db, { q })).profiles.map(({ fullName }) => fullName)

describe('listProfiles', () => {
  it('returns the listed fields only', async () => {
    const id = await register('Ada', {
      email: 'ada@example.org',
      role: 'admin',
      createdAt: '2026-11-21T12:00:00Z',
    })
    expect(await listProfiles(db)).toEqual({
      profiles: [
        {
          id,
          fullName: 'Ada',
          email: 'ada@example.org',
          avatarUrl: null,
          role: 'admin',
          createdAt: '2026-11-21T12:00:00.000Z',
          isSuspended: false,
        },
      ],
      next: null,
    })
  })

  it('continues after the previous page without duplicates', async () => {
    await pool.query(`insert into users (full_name, email, created_at)
      select 'User ' || n, n || '@example.org', timestamptz '2026-11-21 12:00Z' + (n / 2) * interval '1 microsecond'
      from generate_series(1, 120) as n`)
    const seen: string[] = []
    const sizes: number[] = []
    let before: string | undefined
    do {
      const page = await listProfiles(db, { before })
      seen.push(...page.profiles.map(({ id }) => id))
      sizes.push(page.profiles.length)
      before = page.next ?? undefined
    } while (before)
    expect(sizes).toEqual([50, 50, 20])
    expect(new Set(seen).size).toBe(120)
  })

  it.each([
    ['part of a name, case-insensitively', 'PENR', ['Ada Penrose']],
    ['part of an email address', 'Grace@', ['Grace 100%']],
    ['a per cent sign', '100%', ['Grace 100%']],
    ['an underscore', '_', []],
    ['an SQL injection', `' or 1=1 --`, []],
    ['a right-to-left name', 'عائشة', ['عائشة']],
  ])('finds %s', async (_, q, names) => {
    await register('Ada Penrose', { email: 'ada@example.org' })
    await register('Grace 100%', { email: 'grace@example.org' })
    await register('عائشة', { email: 'aisha@example.org' })
    expect(await namesFor(q)).toEqual(names)
  })

  it('finds users by the first eight characters of their id', async () => {
    const id = await register('Ada')
    await register('Grace')
    expect(await namesFor(id.slice(0, 8).toUpperCase())).toEqual(['Ada'])
  })
})

describe('countProfiles', () => {
  it('counts administrators and users by month', async () => {
    await register('A', { role: 'admin', createdAt: '2026-09-01T12:00:00Z' })
    await register('B', { createdAt: '2026-10-31T23:59:59Z' })
    await register('C', { role: 'editor', createdAt: '2026-11-01T00:00:00Z' })
    expect(await countProfiles(db, new Date('2026-11-21T12:00:00Z'))).toEqual({
      total: 3,
      administrators: 1,
      staff: 1,
      beforeThisMonth: 2,
      lastMonth: 1,
    })
  })
})

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

it('changes the own name, and records it', async () => {
  const id = await register('Ada', { email: 'ada@example.org' })
  const by = { id, email: 'ada@example.org' }
  for (const _ of ['first', 'again']) await changeOwnName(db, { by, name: 'Ada Penrose' })
  expect(await namesFor()).toEqual(['Ada Penrose'])
  const { rows } = await pool.query('select action, subject, changes from audit_log')
  expect(rows).toEqual([
    { action: 'user.name', subject: 'Ada Penrose', changes: { name: { from: 'Ada', to: 'Ada Penrose' } } },
  ])
})

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

  it('does not count suspended administrators', async () => {
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
