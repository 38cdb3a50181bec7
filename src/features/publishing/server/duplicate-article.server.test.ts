import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { ForbiddenError } from '#platform/http/with-user-message.server.ts'
import { createNewsroom, ID, NOW } from '../testing/newsroom.ts'
import { listTopicsOf } from './article-topics.server.ts'
import { duplicateArticle } from './duplicate-article.server.ts'
import { secondPersonSetting } from './newsroom-settings.server.ts'
import { reviewDraft } from './review-draft.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, open, save, publish, ingest, row } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

it('copies the newest text and the topics into a draft of the person, once for a retry', async () => {
  await publish({ content: '<p>Text</p>', author: 'Ada', isBreaking: true })
  await save({ summary: 'Not published yet' })
  const { rows } = await pool.query(
    "insert into topics (id, slug, name) values ($1, 'tea', 'Tea') returning id",
    [randomUUID()],
  )
  await pool.query('insert into article_topics (article_id, topic_id) values ($1, $2)', [ID, rows[0].id])
  const copyId = randomUUID()
  const request = { id: ID, copyId }
  expect([
    await duplicateArticle(db, ben, request, NOW),
    await duplicateArticle(db, ben, request, NOW),
  ]).toEqual([{ kind: 'duplicated' }, { kind: 'duplicated' }])
  expect(await open(copyId)).toMatchObject({
    status: 'draft',
    owner: ben.id,
    publishedAt: null,
    form: {
      title: 'Copy of Tea',
      content: '<p>Text</p>',
      summary: 'Not published yet',
      author: 'Ada',
      isBreaking: false,
    },
  })
  expect((await listTopicsOf(db, copyId)).map(({ name }) => name)).toEqual(['Tea'])
  expect(await newsroom.revisions(copyId)).toEqual(['1 save: Copy of Tea'])
  expect((await row()).title).toBe('Tea')
  await pool.query('delete from topics')
})

it('copies an article of a feed', async () => {
  const id = await ingest('1', 'Match report')
  const copyId = randomUUID()
  await duplicateArticle(db, ada, { id, copyId }, NOW)
  expect((await open(copyId)).form).toMatchObject({ title: 'Copy of Match report', content: '<p>Text</p>' })
})

it('does not let the writer of the original approve the copy as the second person', async () => {
  await secondPersonSetting.set(db, ada, true)
  await save({ content: 'Written by Ada' }, { by: ada })
  const copyId = randomUUID()
  await duplicateArticle(db, ben, { id: ID, copyId }, NOW)
  const review = async (kind: 'submit' | 'approve', by: typeof ada) => {
    const { formHash } = await open(copyId)
    return reviewDraft(db, by, { kind, id: copyId, base: { formHash }, note: '' }, NOW)
  }
  await review('submit', ben)
  expect(await review('approve', ada)).toMatchObject({ kind: 'refused' })
  expect(await review('approve', await newsroom.addPerson('Cleo'))).toMatchObject({ kind: 'reviewed' })
})

it('needs permission to read the original, which must exist', async () => {
  await save({ content: 'Text' })
  const dan = await newsroom.addPerson('Dan', 'contributor')
  const request = { id: ID, copyId: randomUUID() }
  await expect(duplicateArticle(db, dan, request, NOW)).rejects.toThrow(ForbiddenError)
  expect(await duplicateArticle(db, ada, { ...request, id: randomUUID() }, NOW)).toEqual({ kind: 'gone' })
})
