import { afterAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { findArticle, listHome, renderBody } from './articles.server.ts'

const ID = '00000000-0000-4000-8000-00000000000a'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(() => pool.query('delete from articles'))

it('names the advertiser, and marks the links of the text, on the page and in feeds', async () => {
  const content = '<p><a href="https://shop.example/">Buy</a></p>'
  await pool.query('insert into articles (id, title, content, sponsored_by) values ($1, $2, $3, $4)', [
    ID,
    'Tea',
    content,
    'Acme <b>',
  ])
  const found = await findArticle(db, ID)
  expect(found?.sponsoredBy).toBe('Acme <b>')
  expect(found?.body).toContain('rel="sponsored noopener"')
  const row = { content, origin: 'editor' as const, corrections: [] }
  expect(renderBody({ ...row, sponsoredBy: 'Acme' })).toContain('rel="sponsored noopener"')
  expect(renderBody(row)).not.toContain('sponsored')
})

it('a sponsored article does not lead the home page', async () => {
  await pool.query(
    `insert into articles (title, sponsored_by, published_at)
     select 'Story ' || number, case when number < 3 then 'Acme' end, now() - number * interval '1 hour'
     from generate_series(1, 8) as number`,
  )
  const listed = (await listHome(db)).map(({ title }) => title)
  expect(listed).toEqual([3, 4, 5, 6, 7, 1, 2, 8].map((number) => `Story ${number}`))
})
