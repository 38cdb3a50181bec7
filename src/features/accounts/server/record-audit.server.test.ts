import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { changesOf } from '../rules/changes-of.ts'
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
  it('keeps who changed what, and outlives the account', async () => {
    const by = await administrator()
    const changes = changesOf({ title: 'Old' }, { title: 'New' })
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

  it('keeps nothing of a change that was not made', async () => {
    const by = await administrator()
    await pool.query('truncate audit_log')
    const failing = db.transaction(async (tx) => {
      await recordAudit(tx, { by, action: 'article.delete', subject: 'A' })
      throw new Error('not made')
    })
    await expect(failing).rejects.toThrow('not made')
    expect((await pool.query('select 1 from audit_log')).rowCount).toBe(0)
  })

  it('takes no action that is not noun.verb', async () => {
    const by = await administrator()
    await expect(recordAudit(db, { by, action: 'Article.', subject: 'A' })).rejects.toThrow()
  })
})
