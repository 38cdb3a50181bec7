import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { findAvailability } from './article-availability.server.ts'

const { db, pool, drop } = await createTestDatabase()
afterAll(() => drop())

const ID = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const FIELDS = '{"title":"Tea","author":"","category":"News"}'

const decide = (kind: 'publish' | 'withdraw', reason = '') =>
  pool.query(
    `insert into publications (id, article_id, kind, revision, state, planned_at, reason)
     values (gen_random_uuid(), $1, $2, case $2 when 'publish' then 1 end, 'done', now() - random() * interval '1 day', $3)`,
    [ID, kind, reason],
  )

it('is withdrawn after a withdrawal until the next publication, whatever the clock', async () => {
  expect(await findAvailability(db, ID)).toEqual({ kind: 'missing' })
  await pool.query('insert into drafts (id, fields, last_revision) values ($1, $2, 1)', [ID, FIELDS])
  await pool.query(`insert into revisions (article_id, number, kind, fields) values ($1, 1, 'save', $2)`, [
    ID,
    FIELDS,
  ])
  expect(await findAvailability(db, ID)).toEqual({ kind: 'missing' })
  await decide('publish')
  await decide('withdraw', 'Legal reasons')
  expect(await findAvailability(db, ID)).toEqual({ kind: 'withdrawn', reason: 'Legal reasons' })
  await decide('publish')
  await pool.query("insert into articles (id, title) values ($1, 'Tea')", [ID])
  expect(await findAvailability(db, ID)).toEqual({ kind: 'published' })
  await decide('withdraw')
  await pool.query('delete from articles')
  expect(await findAvailability(db, ID)).toEqual({ kind: 'withdrawn', reason: '' })
})

it('is missing for what cannot be an id', async () => {
  expect(await findAvailability(db, 'nonsense')).toEqual({ kind: 'missing' })
})
