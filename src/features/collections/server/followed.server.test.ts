import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { redirectPages } from '#features/redirects/server/redirect-pages.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { listFollowed } from './followed.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(async () => {
  await pool.query('delete from articles; delete from authors; delete from redirects')
  await pool.query(`insert into authors (id, slug, name) values ($1, 'ada-king', 'Ada King')`, [randomUUID()])
  await pool.query(`insert into author_aliases select 'Ada', id from authors`)
  await pool.query(
    `insert into articles (title, author, category) values ('By Ada', 'Ada', 'News'), ('Match', '', 'Sport')`,
  )
})

const list = async (...keys: { kind: 'author' | 'topic' | 'section'; slug: string }[]) => {
  const page = await listFollowed(db, { keys })
  return {
    names: page.followed.map(({ name }) => name),
    titles: page.list.articles.map(({ title }) => title).sort(),
  }
}

it('lists the articles of all that is followed, and leaves out what does not exist', async () => {
  expect(await list({ kind: 'author', slug: 'ada-king' }, { kind: 'topic', slug: 'none' })).toEqual({
    names: ['Ada King'],
    titles: ['By Ada'],
  })
  expect(await list({ kind: 'author', slug: 'ada-king' }, { kind: 'section', slug: 'sport' })).toEqual({
    names: ['Ada King', 'Sport'],
    titles: ['By Ada', 'Match'],
  })
  expect(await list({ kind: 'topic', slug: 'none' })).toEqual({ names: [], titles: [] })
})

it('follows a renamed person', async () => {
  await redirectPages(db, { from: '/author/ada', to: '/author/ada-king' })
  expect(await list({ kind: 'author', slug: 'ada' })).toEqual({ names: ['Ada King'], titles: ['By Ada'] })
})
