import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { deleteDraft } from '#features/publishing/server/bin.server.ts'
import { withdrawArticle } from '#features/publishing/server/withdraw-article.server.ts'
import { createNewsroom, ID, NOW } from '#features/publishing/testing/newsroom.ts'
import { checkSaved } from './check-saved.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, publish } = newsroom
beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const withdraw = () => withdrawArticle(db, ada, { publicationId: randomUUID(), id: ID, reason: '' }, NOW)
const NOTHING = { articles: [], withdrawn: [], deleted: [] }

it('returns the current fields of articles as bookmarks, sanitised', async () => {
  await publish({
    title: 'Tea',
    summary: '<em>At four</em><script>alert(1)</script>',
    author: 'Ada',
    category: 'Travel',
    imageUrl: '/samples/travel-1.webp',
  })
  const { articles, ...removed } = await checkSaved(db, [ID])
  expect(articles).toEqual([
    {
      id: ID,
      title: 'Tea',
      summary: '<em>At four</em>',
      author: 'Ada',
      category: 'Travel',
      imageUrl: expect.stringMatching(`^/media/${ID}/[0-9a-f]{14}/3x2-480.webp$`),
      publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  ])
  expect(removed).toEqual({ withdrawn: [], deleted: [] })
})

it('tells withdrawn articles, deleted ones, and ids that it does not know', async () => {
  const unknown = randomUUID()
  await publish({ title: 'Tea' })
  await withdraw()
  expect(await checkSaved(db, [ID, unknown])).toEqual({ ...NOTHING, withdrawn: [ID] })
  await publish()
  expect((await checkSaved(db, [ID])).articles).toMatchObject([{ title: 'Tea' }])
  await deleteDraft(db, ada, ID, NOW)
  expect(await checkSaved(db, [unknown, ID])).toEqual({ ...NOTHING, deleted: [ID] })
})

it('knows deleted articles after the bin was emptied', async () => {
  await publish({ title: 'Tea' })
  await deleteDraft(db, ada, ID, NOW)
  await pool.query('delete from deleted_articles; delete from drafts')
  expect(await checkSaved(db, [ID])).toEqual({ ...NOTHING, deleted: [ID] })
})
