import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { isInArticle } from '#features/media/server/file-uses.server.ts'
import { articles } from '#schema/articles.ts'
import { createNewsroom, ID, NOW } from '../testing/newsroom.ts'
import { deleteDraft, purgeBin, restoreDeleted } from './bin.server.ts'
import { isUploadPublic } from './public-uploads.server.ts'
import { withdrawArticle } from './withdraw-article.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, publish } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const NAME = '1_tea.jpg'
const URL = `/storage/article-images/${NAME}`
const OTHER_ID = '1b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const LATER = new Date('2100-01-01')
const withdraw = () => withdrawArticle(db, ada, { publicationId: randomUUID(), id: ID, reason: '' }, NOW)
const isPublic = (name = NAME) => isUploadPublic(db, name)

const USES = [
  ['the lead image', { imageUrl: URL }],
  ['the social image', { socialImage: URL }],
  ['an image in the text', { content: `<p><img src="${URL}"></p>` }],
] as const

it.each(USES)('publishes %s with its article, until it is withdrawn or deleted', async (_, form) => {
  expect(await isPublic()).toBe(false)
  await publish(form)
  expect(await isPublic()).toBe(true)
  expect([await isPublic('2_tea.jpg'), await isPublic('1_tea.jp'), await isPublic('')]).toEqual(
    Array(3).fill(false),
  )
  await withdraw()
  expect(await isPublic()).toBe(false)
  await deleteDraft(db, ada, ID, NOW)
  expect(await isPublic()).toBe(false)
  await purgeBin(db, LATER)
  expect(await isPublic()).toBe(false)
})

it('withholds the image of an article in the bin until it is restored', async () => {
  await publish({ imageUrl: URL })
  await deleteDraft(db, ada, ID, NOW)
  expect(await isPublic()).toBe(false)
  await restoreDeleted(db, ada, ID)
  expect(await isPublic()).toBe(true)
})

it.each(USES)('keeps %s of another published article', async (_, form) => {
  await publish({ imageUrl: URL })
  await publish(form, { id: OTHER_ID })
  await withdraw()
  expect(await isPublic()).toBe(true)
})

it.each(['authors', 'topics'])('publishes images of %s', async (table) => {
  await pool.query(
    `insert into ${table} (id, slug, name, image_url) values (gen_random_uuid(), 'a', 'A', $1)`,
    [URL],
  )
  expect(await isPublic()).toBe(true)
  await pool.query(`delete from ${table}`)
  expect(await isPublic()).toBe(false)
})

it('publishes images of fronts with the front', async () => {
  const front = JSON.stringify({ places: [], containers: [{ places: [{ image: NAME }] }] })
  await pool.query(`insert into fronts (page, draft) values ('home', $1)`, [front])
  expect(await isPublic()).toBe(false)
  await pool.query(
    `with publication as (
       insert into front_publications (id, page, front, state, planned_at, finished_at)
       values (gen_random_uuid(), 'home', $1, 'done', now(), now()) returning id
     ) update fronts set published_id = publication.id from publication`,
    [front],
  )
  expect([await isPublic(), await isPublic('tea.jpg')]).toEqual([true, false])
  await pool.query('delete from fronts; delete from front_publications')
})

it('publishes images of static pages', async () => {
  await pool.query("insert into site_settings (setting_name, setting_value) values ('contact_page', $1)", [
    `<img src="${URL}">`,
  ])
  expect(await isPublic()).toBe(true)
})

it('publishes images in the summaries of articles, also with an absolute address', async () => {
  const insert = "insert into articles (title, origin, content, summary) values ('Tea', 'editor', '', $1)"
  await pool.query(insert, [`<img src="https://paper.example${URL}">`])
  expect(await isPublic()).toBe(true)
})

it('ignores addresses in texts of feeds, but not in the image of their articles', async () => {
  const insert = 'insert into articles (title, origin, content, image_url) values ($1, $2, $3, $4)'
  await pool.query(insert, ['Tea', 'feed', `<img src="${URL}">`, 'https://feed.example/a.jpg'])
  expect(await isPublic()).toBe(false)
  await pool.query(insert, ['Coffee', 'feed', '', URL])
  expect(await isPublic()).toBe(true)
})

it('uses the indexes, whatever the number of articles', async () => {
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const { rows } = await tx.execute(sql`explain select from ${articles} where ${isInArticle('x.jpg')}`)
    return JSON.stringify(rows)
  })
  expect(plan).toContain('articles_uploads_idx')
  expect(plan).toContain('articles_social_image_idx')
})
