import { afterAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { findArticle } from './articles.server.ts'

const { db, pool, drop } = await createTestDatabase()
const ID = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
beforeEach(() => pool.query('delete from articles'))
afterAll(() => drop())

it('has what an editor wrote for search engines, and the words of the address', async () => {
  await pool.query(
    `insert into articles (id, title, slug, search_title, search_description, social_title, canonical_url, is_unlisted)
     values ($1, 'A story', 'Élection <night>/../x', 'Who won?', 'All results.', 'It is over', 'https://agency.example/1', true)`,
    [ID],
  )
  expect(await findArticle(db, ID)).toMatchObject({
    path: `/article/${ID}/election-night-x`,
    title: 'A story',
    description: 'All results.',
    search: {
      title: 'Who won?',
      socialTitle: 'It is over',
      canonical: 'https://agency.example/1',
      isUnlisted: true,
    },
  })
})

it('has the social image of the library, whose address changes with the file; without it, that of the article', async () => {
  const find = async () => (await findArticle(db, ID))?.search?.image
  await pool.query(
    `insert into media (id, name, file, mime, bytes, width, height, perceptual_hash, alt)
     values (gen_random_uuid(), 'card.jpg', 'card.jpg', 'image/jpeg', 9, 1200, 630, 1, 'A gate')`,
  )
  await pool.query(
    `insert into articles (id, title, social_image) values ($1, 'A story', '/storage/article-images/card.jpg')`,
    [ID],
  )
  const before = await find()
  expect(before).toEqual({
    path: expect.stringMatching(/^\/media\/uploads\/card\.jpg\/[0-9a-f]{14}\/40x21-1200\.jpeg$/),
    width: 1200,
    height: 630,
    alt: 'A gate',
  })
  await pool.query("update media set file = 'card-2.jpg'")
  expect((await find())?.path).not.toBe(before?.path)
  await pool.query('delete from media')
  expect(await find()).toBeUndefined()
})

it.each([null, 'javascript:alert(1)', 'http://a.example', 'https://', '//a.example', '/x'])(
  'has no canonical URL from %s',
  async (canonical) => {
    await pool.query("insert into articles (id, title, canonical_url) values ($1, 'A story', $2)", [
      ID,
      canonical,
    ])
    expect(await findArticle(db, ID)).not.toHaveProperty('search')
  },
)
