import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '#platform/database/db.server.ts'
import { createQueryPlans } from '#platform/testing/query-plans.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { listAudit, listAuditFilterOptions } from './audit-log.server.ts'

const database = await createTestDatabase()
const { plansOf } = createQueryPlans(database)
let person = ''

beforeAll(async () => {
  await database.pool.query(`
    insert into users (full_name, email) select 'User ' || n, n || '@example.org' from generate_series(1, 20) as n`)
  // A person with few entries: for others, a scan by id is faster.
  person = (await database.pool.query('select id from users order by id limit 1')).rows[0].id
  await database.pool.query(`
    insert into audit_log (actor_id, actor_email, action, subject, at)
    select (select id from users order by id limit 1 offset case n % 1000 when 0 then 0 else 1 + n % 19 end), 'x@example.org',
      (array['article', 'feed', 'setting', 'user'])[n % 4 + 1] || '.update', 'Subject ' || n,
      timestamptz '2026-01-01' + n * interval '10 minutes'
    from generate_series(1, 50000) as n`)
  await database.pool.query('vacuum analyze audit_log')
})
afterAll(() => database.drop())

it.each([
  ['without a filter', () => (db: Db) => listAudit(db), 'audit_log_pkey'],
  ['after a cursor', () => (db: Db) => listAudit(db, { before: 20_000 }), 'audit_log_pkey'],
  ['of one person', () => (db: Db) => listAudit(db, { person }), 'audit_log_actor_idx'],
  ['of one day', () => (db: Db) => listAudit(db, { day: '2026-02-03' }), 'audit_log_at_idx'],
])('reads the log %s from an index', async (_, read, index) => {
  const [plan] = await plansOf(read())
  expect(plan?.indexes).toContain(index)
  expect(plan?.nodes).not.toContain('Seq Scan')
})

it('reads the filter options from the indexes only', async () => {
  const plans = await plansOf((db) => listAuditFilterOptions(db))
  const indexes = plans.flatMap((plan) => plan.indexes).filter((name) => name.startsWith('audit_log'))
  expect(indexes).toContain('audit_log_action_idx')
  expect(indexes).toContain('audit_log_actor_idx')
})
