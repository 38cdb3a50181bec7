import { afterAll, describe, expect, it } from 'vitest'
import type { Account } from '#features/accounts/server/current-account.server.ts'
import { loadSampleEdition } from '#features/feeds/server/sample-edition.server.ts'
import { createEdition } from '#features/feeds/testing/edition.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { dropSampleEdition } from './drop-sample-edition.server.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

const database = await createTestDatabase()
afterAll(() => database.drop())

type Asker = { query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> }

async function anAdministrator(pool: Asker): Promise<Account> {
  const { rows } = await pool.query(
    `insert into users (full_name, email, role) values ('Editor', 'editor@example.org', 'admin') returning id`,
  )
  return { id: String(rows[0]?.id), email: 'editor@example.org', fullName: 'Editor', role: 'admin' }
}

const auditOf = async (pool: Asker) =>
  (await pool.query('select actor_email, action, subject from audit_log order by id')).rows

describe('dropSampleEdition', () => {
  it('removes the edition and nothing else, for good, and records it once', async () => {
    await using edition = await createEdition()
    const { db, pool } = database
    const by = await anAdministrator(pool)
    await loadSampleEdition(db, NOW, edition.path)
    await pool.query(`insert into articles (title) values ('Our own')`)
    expect(await dropSampleEdition(db, { by })).toBe(3)
    expect((await pool.query('select title from articles')).rows).toEqual([{ title: 'Our own' }])
    expect((await pool.query('select name from first_start_steps')).rows).toEqual([
      { name: 'sample edition' },
    ])
    expect(await dropSampleEdition(db, { by })).toBe(0)
    expect(await auditOf(pool)).toEqual([
      { actor_email: 'editor@example.org', action: 'sample-edition.remove', subject: '3 stories' },
    ])
  })
})
