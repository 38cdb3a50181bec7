import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { listCorrections } from './list-corrections.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

/** Stores the draft of an article with corrections, one for each hour. */
async function correct(title: string, { count = 1, isPublished = true } = {}) {
  const { rows } = await pool.query(
    `insert into drafts (id, fields) values (gen_random_uuid(), '{"title": "", "author": "", "category": "Sport"}')
     returning id`,
  )
  if (isPublished)
    await pool.query(`insert into articles (id, title, category) values ($1, $2, 'Sport')`, [
      rows[0].id,
      title,
    ])
  await pool.query(
    `insert into corrections (id, article_id, kind, text, at)
     select gen_random_uuid(), $1, 'clarification', n::text, timestamptz '2026-11-22T00:00Z' + n * interval '1 hour'
     from generate_series(1, $2::int) n`,
    [rows[0].id, count],
  )
}

it('lists the corrections of published articles in pages, newest first', async () => {
  await correct('Withdrawn', { isPublished: false })
  await correct('Tea', { count: 70 })
  const texts: string[] = []
  let before: string | null | undefined
  for (const size of [30, 30, 10]) {
    const { corrections, next } = await listCorrections(db, before ?? undefined)
    expect(corrections).toHaveLength(size)
    expect(corrections[0]).toMatchObject({ title: 'Tea', kind: 'clarification', category: 'Sport' })
    texts.push(...corrections.map(({ text }) => text))
    before = next
  }
  expect(before).toBeNull()
  expect(texts).toEqual(Array.from({ length: 70 }, (_, index) => String(70 - index)))
})
