import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { withdrawnKey } from '../rules/withdrawn-key.ts'
import { listWithdrawn } from './list-withdrawn.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

const [WITHDRAWN, NEWER, IN_BIN, REPUBLISHED] = Array.from({ length: 4 }, () => crypto.randomUUID() as string)

/** Stores a removed article with its publications, oldest first. */
async function remove(id = '', kinds: ('publish' | 'withdraw')[] = [], deletedAt = '2026-11-22') {
  await pool.query(
    `insert into drafts (id, fields, last_revision) values ($1, '{"title": "", "author": "", "category": "Sport"}', 1)`,
    [id],
  )
  await pool.query(
    `insert into revisions (article_id, number, kind, fields, at)
     values ($1, 1, 'publish', '{"title": "", "author": "", "category": "Sport"}', now())`,
    [id],
  )
  for (const kind of kinds)
    await pool.query(
      `insert into publications (id, article_id, kind, revision, state, planned_at)
       values (gen_random_uuid(), $1, $2, case $2 when 'publish' then 1 end, 'done', now())`,
      [id, kind],
    )
  await pool.query(`insert into deleted_articles (id, row, keys, deleted_at) values ($1, '{}', '{}', $2)`, [
    id,
    deletedAt,
  ])
}

it('lists withdrawn articles, newest first, but not others that were removed', async () => {
  await remove(WITHDRAWN, ['publish', 'withdraw'])
  await remove(NEWER, ['publish', 'withdraw'], '2026-11-23')
  await remove(IN_BIN, ['publish'])
  await remove(REPUBLISHED, ['publish', 'withdraw', 'publish'])
  expect(await listWithdrawn(db)).toEqual([NEWER, WITHDRAWN].map((id = '') => withdrawnKey(id)))
})

it('is bounded', async () => {
  await pool.query(
    `with removed as (
       insert into drafts (id, fields) select gen_random_uuid(), '{"title": "", "author": "", "category": "Sport"}'
       from generate_series(1, 600) returning id
     ), withdrawn as (
       insert into publications (id, article_id, kind, state, planned_at)
       select gen_random_uuid(), id, 'withdraw', 'done', now() from removed
     )
     insert into deleted_articles (id, row, keys) select id, '{}', '{}' from removed`,
  )
  expect(await listWithdrawn(db)).toHaveLength(500)
})
