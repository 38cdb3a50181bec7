import { afterAll, beforeEach, expect, it } from 'vitest'
import { imageKey } from '#features/media/rules/variant.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { findImageUrl } from './article-images.server.ts'
import { findArticle, listCategory, listHome } from './articles.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const id = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const url = '/storage/article-images/1_ferry.jpg'

beforeEach(async () => {
  await pool.query('delete from articles; delete from media')
  await pool.query(
    `insert into media (id, name, file, mime, bytes, width, height, perceptual_hash)
     values ($1, '1_ferry.jpg', '1_ferry.jpg', 'image/jpeg', 1, 1, 1, 0)`,
    [id],
  )
  await pool.query(`insert into articles (id, title, image_url) values ($1, 'A', $2)`, [id, url])
})
afterAll(() => database.drop())

/** The keys of the article's image in a list, on the home page and on its own. */
async function keys() {
  const { articles } = await listCategory(db, 'News')
  const shown = [articles[0], (await listHome(db))[0], await findArticle(db, id)]
  return shown.map((article) => article?.image?.key)
}

it.each([
  [url, `update media set caption = 'A ferry'`],
  ['/storage/article-images/2_other.png', `update media set file = '2_other.png'`],
  [`${url}#0.2500,1.0000`, 'update media set focus_x = 0.25, focus_y = 1'],
])('shows %s after "%s"', async (shown, change) => {
  await pool.query(change)
  expect(await findImageUrl(db, id)).toBe(shown)
  expect(await keys()).toEqual([imageKey(shown), imageKey(shown), imageKey(shown)])
})

it.each([
  'https://publisher.example/1_ferry.jpg',
  '/samples/news-1.jpg',
  '/storage/article-images/1_unknown.jpg',
])('shows %s, which the library does not have, itself', async (other) => {
  await pool.query('update articles set image_url = $1', [other])
  expect(await findImageUrl(db, id)).toBe(other)
  expect(await keys()).toEqual([imageKey(other), imageKey(other), imageKey(other)])
})

it.each([
  ['A', '', undefined],
  ['At dusk', 'At dusk', { caption: 'At dusk' }],
])('captions the image of an article "%s"', async (caption, stored, imageObject) => {
  await pool.query('update media set caption = $1', [stored])
  expect(await findArticle(db, id)).toMatchObject({ caption })
  expect((await findArticle(db, id))?.imageObject).toEqual(imageObject)
})

it('credits the image of an article to its creator', async () => {
  await pool.query(`update media set credit = 'Ada Lane'`)
  expect(await findArticle(db, id)).toMatchObject({
    caption: 'A Ada Lane',
    imageObject: { creditText: 'Ada Lane', creator: { '@type': 'Person', name: 'Ada Lane' } },
  })
})
