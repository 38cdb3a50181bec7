import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createNewsroom, ID, LATER } from '../testing/newsroom.ts'
import { withdrawArticle } from './withdraw-article.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, open, publish, row } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const imageUrl = 'https://harbour.example/ferry.jpg'

it.each([
  ['a text', 'A ferry in fog'],
  ['a decorative image', ''],
  ['an image without a text', null],
])('publishes the alternative text of %s, and edits it', async (_, imageAlt) => {
  await publish({ imageUrl, imageAlt })
  expect(await row()).toMatchObject({ image_alt: imageAlt })
  expect(await open()).toMatchObject({ status: 'published', form: { imageAlt } })
  await publish({ imageAlt: 'Another ferry' }, { now: LATER })
  expect(await row()).toMatchObject({ image_alt: 'Another ferry' })
})

it('publishes an article again that an earlier version withdrew', async () => {
  await publish({ imageUrl })
  await withdrawArticle(db, ada, { publicationId: randomUUID(), id: ID, reason: '' }, LATER)
  await pool.query(`update deleted_articles set row = row - 'image_alt'`)
  await publish({}, { now: LATER })
  expect(await row()).toMatchObject({ image_url: imageUrl, image_alt: null })
})
