import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditAction } from '#features/audit/rules/audit-actions.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import type { AuditFilter } from '../rules/audit-filter.ts'
import { listAudit, listAuditFilterOptions } from './audit-log.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

const people: Record<string, { id: string; email: string }> = {}

beforeAll(async () => {
  for (const name of ['Ada', 'Grace', 'Gone', 'Idle']) {
    const email = `${name.toLowerCase()}@example.org`
    const { rows } = await pool.query(
      `insert into users (full_name, email, role) values ($1, $2, 'admin') returning id`,
      [name, email],
    )
    people[name] = { id: rows[0].id, email }
  }
  const record = async (name: string, action: AuditAction, subject: string, at: string) => {
    const by = people[name]
    if (!by) throw new Error(`There is no ${name}`)
    await recordAudit(db, { by, action, subject, changes: { title: { from: null, to: subject } } })
    await pool.query('update audit_log set at = $1 where id = (select max(id) from audit_log)', [at])
  }
  await record('Ada', 'article.create', 'One', '2026-06-30T22:59:59Z')
  await record('Ada', 'article.update', 'Two', '2026-06-30T23:00:00Z')
  await record('Grace', 'ads.update', 'Three', '2026-07-01T22:59:59Z')
  await record('Gone', 'user.role', 'Four', '2026-07-01T23:00:00Z')
  await pool.query(`delete from users where full_name = 'Gone'`)
})

describe('listAudit', () => {
  it('lists the newest entries first, with the names of their actors', async () => {
    const { entries, next } = await listAudit(db)
    expect(next).toBeNull()
    expect(entries.map(({ subject }) => subject)).toEqual(['Four', 'Three', 'Two', 'One'])
    expect(entries[1]).toEqual({
      id: expect.any(Number),
      at: '2026-07-01T22:59:59.000Z',
      actorId: people.Grace?.id,
      actorEmail: 'grace@example.org',
      actorName: 'Grace',
      action: 'ads.update',
      subject: 'Three',
      changes: [{ name: 'Title', from: null, to: 'Three' }],
      address: null,
      count: 1,
    })
  })

  it('keeps the email address of a deleted account', async () => {
    const [entry] = (await listAudit(db, { person: 'gone' })).entries
    expect(entry).toMatchObject({ actorId: null, actorName: null, actorEmail: 'gone@example.org' })
  })

  it.each<[string, () => AuditFilter, string[]]>([
    ['a person', () => ({ person: people.Ada?.id }), ['Two', 'One']],
    ['a kind', () => ({ kind: 'article' }), ['Two', 'One']],
    ['a kind that is the prefix of another', () => ({ kind: 'ad' }), []],
    ['a day of summer in London', () => ({ day: '2026-07-01' }), ['Three', 'Two']],
    ['all of them', () => ({ person: people.Ada?.id, kind: 'article', day: '2026-06-30' }), ['One']],
    ['an unknown person', () => ({ person: crypto.randomUUID() }), []],
  ])('filters by %s', async (_, filter, subjects) => {
    expect((await listAudit(db, filter())).entries.map(({ subject }) => subject)).toEqual(subjects)
  })

  it('continues after the previous page', async () => {
    const first = await listAudit(db, { size: 3 })
    const second = await listAudit(db, { size: 3, before: first.next ?? undefined })
    expect(second).toMatchObject({ entries: [{ subject: 'One' }], next: null })
  })
})

describe('listAuditFilterOptions', () => {
  it('offers the actors and the kinds of change in the log', async () => {
    expect(await listAuditFilterOptions(db)).toEqual({
      people: [
        { ...people.Ada, fullName: 'Ada' },
        { ...people.Grace, fullName: 'Grace' },
      ],
      hasDeleted: true,
      kinds: ['ads', 'article', 'user'],
    })
  })
})
