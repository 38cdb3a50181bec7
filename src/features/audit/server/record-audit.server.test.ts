import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { diffFields } from '../rules/diff-fields.ts'
import { limitStorage } from './limit-storage.server.ts'
import { recordAudit } from './record-audit.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

async function administrator() {
  const { rows } = await pool.query(
    `insert into users (full_name, email, role) values ('Editor', 'editor@example.org', 'admin')
     on conflict (email) do update set role = 'admin' returning id, email`,
  )
  return rows[0] as { id: string; email: string }
}

describe('recordAudit', () => {
  it('stores the actor and the changes, and keeps the entry when the account is deleted', async () => {
    const by = await administrator()
    const changes = diffFields({ title: 'Old' }, { title: 'New' })
    await recordAudit(db, { by, action: 'article.update', subjectId: '1', subject: 'New', changes })
    await pool.query('delete from users')
    const { rows } = await pool.query('select * from audit_log')
    expect(rows).toMatchObject([
      {
        actor_id: null,
        actor_email: by.email,
        action: 'article.update',
        subject_id: '1',
        subject: 'New',
        changes: { title: { from: 'Old', to: 'New' } },
        at: expect.any(Date),
      },
    ])
  })

  it('stores nothing for a person who has stored too much', async () => {
    const by = { id: randomUUID(), email: 'ada@example.org' }
    await limitStorage(by, 100 * 1024 * 1024).catch(() => {})
    const entry = { action: 'article.update', subject: 'Too much' } as const
    await expect(recordAudit(db, { by, ...entry })).rejects.toThrow('You have saved too much data')
    const { rowCount } = await pool.query("select from audit_log where subject = 'Too much'")
    expect(rowCount).toBe(0)
  })

  it('stores nothing when the transaction fails', async () => {
    const by = await administrator()
    await emptyTables(pool, 'audit_log')
    const failing = db.transaction(async (tx) => {
      await recordAudit(tx, { by, action: 'article.delete', subject: 'A' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect((await pool.query('select 1 from audit_log')).rowCount).toBe(0)
  })

  it('the table rejects actions other than noun.verb', async () => {
    const by = await administrator()
    const insert = `insert into audit_log (actor_email, action) values ($1, 'Article.')`
    await expect(pool.query(insert, [by.email])).rejects.toThrow('audit_log_action_check')
  })
})
