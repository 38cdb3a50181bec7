import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { createNewsroom, ID, NOW } from '../testing/newsroom.ts'
import { deleteDraft } from './bin.server.ts'
import { withdrawArticle } from './withdraw-article.server.ts'
import { createWithheldUploads, isUploadWithheld } from './withheld-uploads.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, publish } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const NAME = '1_tea.jpg'
const URL = `/storage/article-images/${NAME}`
const OTHER_ID = '1b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const withdraw = () => withdrawArticle(db, ada, { publicationId: randomUUID(), id: ID, reason: '' }, NOW)

it.each([
  ['the lead image', { imageUrl: URL }],
  ['an image in the text', { content: `<p><img src="${URL}"></p>` }],
])('withholds %s of a withdrawn article until it is published again', async (_, form) => {
  await publish(form)
  expect(await isUploadWithheld(db, NAME)).toBe(false)
  await withdraw()
  expect(await isUploadWithheld(db, NAME)).toBe(true)
  expect(await isUploadWithheld(db, '2_tea.jpg')).toBe(false)
  await publish()
  expect(await isUploadWithheld(db, NAME)).toBe(false)
})

it.each([
  ['the lead image of another article', { imageUrl: URL }],
  ['an image in the text of another article', { content: `<p><img src="${URL}"></p>` }],
])('does not withhold %s', async (_, form) => {
  await publish({ imageUrl: URL })
  await publish(form, { id: OTHER_ID })
  await withdraw()
  expect(await isUploadWithheld(db, NAME)).toBe(false)
})

it('does not withhold images of static pages, and of articles in the bin', async () => {
  await publish({ imageUrl: URL })
  await deleteDraft(db, ada, ID, NOW)
  expect(await isUploadWithheld(db, NAME)).toBe(false)
  await newsroom.clear()
  await publish({ imageUrl: URL })
  await withdraw()
  await pool.query("insert into site_settings (setting_name, setting_value) values ('contact_page', $1)", [
    `<img src="${URL}">`,
  ])
  expect(await isUploadWithheld(db, NAME)).toBe(false)
})

it('looks a name up once until articles change, and withholds nothing while the database does not respond', async () => {
  const isWithheld = vi.fn(async () => true)
  const withheld = createWithheldUploads(isWithheld)
  expect([await withheld.has(NAME), await withheld.has(NAME)]).toEqual([true, true])
  expect(isWithheld).toHaveBeenCalledOnce()
  withheld.invalidate()
  isWithheld.mockRejectedValue(new Error('The database is away'))
  expect(await withheld.has(NAME)).toBe(false)
})
