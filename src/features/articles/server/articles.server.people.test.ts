import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { writeByline } from '#features/people/rules/byline.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { findArticle } from './articles.server.ts'

const [ADA, DEE, CLIMATE, ID] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(async () => {
  await pool.query('delete from articles; delete from drafts; delete from authors; delete from topics')
  await pool.query(
    `insert into authors (id, slug, name) values ($1, 'ada', 'Ada King'), ($2, 'dee', 'Dee')`,
    [ADA, DEE],
  )
  await pool.query(`insert into topics (id, slug, name) values ($1, 'climate', 'Climate')`, [CLIMATE])
})

async function show(columns: { author?: string; byline?: string | null }) {
  const { author = '', byline = null } = columns
  await pool.query(
    `insert into articles (id, title, author, byline, content) values ($1, 'Tea', $2, $3, '<p>Text</p>')
     on conflict (id) do update set author = $2, byline = $3`,
    [ID, author, byline],
  )
  const { result, tags } = await renderPageWithContext(() => findArticle(db, ID))
  if (!result) throw new Error('The article was not found')
  return { ...result, text: htmlToText(result.byline), tags: [...tags] }
}

it('shows the people of the byline by their current names, and depends on those', async () => {
  const byline = writeByline([
    { id: ADA, name: 'Ada Lovelace', role: '' },
    { id: DEE, name: 'Dee', role: 'Photographs' },
  ])
  const shown = await show({ author: 'Ada Lovelace', byline })
  expect(shown.text).toBe('By Ada King. Photographs: Dee')
  expect(shown.author).toBe('Ada King')
  expect(shown.tags).toEqual(expect.arrayContaining([`author-name:${ADA}`, `author-name:${DEE}`]))
  await pool.query('delete from authors where id = $1', [ADA])
  const after = await show({ author: 'Ada Lovelace', byline })
  expect(after.byline).toContain('By <bdi>Ada Lovelace</bdi>')
})

it('links a byline in plain text only if an editor has linked it to a person', async () => {
  expect((await show({ author: 'A. King' })).byline).toBe('By <bdi>A. King</bdi>')
  await pool.query(`insert into author_aliases values ('A. King', $1)`, [ADA])
  const shown = await show({ author: 'A. King' })
  expect(shown.byline).toMatch(/^By <a href="\/author\/ada"[^>]*><bdi>A. King<\/bdi><\/a>$/)
  expect(shown.tags).toContain(`author-name:${ADA}`)
  // The people whom an editor chose count.
  const byline = writeByline([{ id: DEE, name: 'Dee', role: '' }])
  expect((await show({ author: 'A. King', byline })).text).toBe('By Dee')
})

it('links topics beside the text, and depends on their names', async () => {
  expect((await show({})).body).toBe('<p>Text</p>')
  await pool.query(
    `insert into drafts (id, fields) values ($1, '{"title": "", "author": "", "category": "News"}')`,
    [ID],
  )
  await pool.query('insert into article_topics values ($1, $2)', [ID, CLIMATE])
  const shown = await show({})
  expect(shown.body).toBe('<p>Text</p>')
  expect(shown.aside).toMatch(
    /^<section [^>]*><h2 [^>]*>Topics<\/h2><ul [^>]*><li><a href="\/topic\/climate"[^>]*><bdi>Climate<\/bdi><\/a><\/li><\/ul><\/section>$/,
  )
  expect(shown.tags).toContain(`topic-name:${CLIMATE}`)
})

it('links the fact box of an own text, which feeds cannot imitate', async () => {
  const content = '<p>Text</p><aside class="fact-box"><h2>Facts</h2></aside>'
  await show({})
  await pool.query('update articles set content = $1 where id = $2', [content, ID])
  const shown = await show({})
  expect(shown.body).toContain('<aside id="key-facts" class="fact-box">')
  expect(shown.aside).toContain('<a href="#key-facts"')
  await pool.query("update articles set origin = 'feed' where id = $1", [ID])
  expect((await show({})).aside).not.toContain('key-facts')
})
