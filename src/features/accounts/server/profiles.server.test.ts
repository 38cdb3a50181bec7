import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { countProfiles, listProfiles } from './profiles.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
beforeEach(() => pool.query('delete from users'))
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
