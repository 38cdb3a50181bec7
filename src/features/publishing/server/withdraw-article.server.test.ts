import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createNewsroom, ID, LATER, NOW } from '../testing/newsroom.ts'
import { deleteDraft, restoreDeleted } from './bin.server.ts'
import { withdrawArticle } from './withdraw-article.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, open, save, publish, ingest, row, revisions, audit } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const withdraw = (reason = 'Legal reasons', id = ID, publicationId = randomUUID()) =>
  withdrawArticle(db, ada, { publicationId, id, reason }, LATER)

it('removes the article, but not its draft, and records the reason', async () => {
  await publish()
  await save({ title: 'Coffee' })
  expect(await withdraw()).toEqual({ kind: 'withdrawn' })
  expect(await row()).toBeUndefined()
  expect(await open()).toMatchObject({
    status: 'withdrawn',
    form: { title: 'Coffee' },
    publishedAt: null,
    withdrawal: { at: LATER.toISOString(), reason: 'Legal reasons' },
  })
  expect((await audit()).at(-1)).toMatchObject({
    action: 'article.withdraw',
    subject: 'Tea',
    changes: { reason: { from: '', to: 'Legal reasons' } },
  })
})

it('is reversed by the next publication, with the original time', async () => {
  await publish()
  await withdraw()
  await publish({}, { now: LATER, updateKind: 'minor' })
  expect(await row()).toMatchObject({ title: 'Tea', published_at: NOW, updated_at: null })
  expect(await open()).toMatchObject({ status: 'published', withdrawal: null })
  expect((await audit()).at(-1)).toMatchObject({ action: 'article.republish' })
  expect((await pool.query('select from deleted_articles')).rowCount).toBe(0)
})

it('is done once when the request is retried, even after the article was published again', async () => {
  await publish()
  const publicationId = randomUUID()
  await withdraw('', ID, publicationId)
  expect(await withdraw('', ID, publicationId)).toEqual({ kind: 'withdrawn' })
  await publish()
  expect(await withdraw('', ID, publicationId)).toEqual({ kind: 'withdrawn' })
  expect(await row()).toBeDefined()
})

it('is refused unless the article is published', async () => {
  expect(await withdraw()).toEqual({ kind: 'gone' })
  await save({})
  expect(await withdraw()).toEqual({ kind: 'refused', reasons: ['The article is not published.'] })
})

it('prevents the feed from adding the article again', async () => {
  const id = await ingest('1', 'As ingested')
  await withdraw('', id)
  expect(await ingest('2', 'As ingested again')).toBeUndefined()
  await publish({}, { id })
  expect(await row(id)).toMatchObject({ title: 'As ingested', origin: 'feed' })
  await ingest('3', 'As ingested once more')
  expect(await row(id)).toMatchObject({ title: 'As ingested once more' })
  expect((await pool.query('select from articles')).rowCount).toBe(1)
  expect(await revisions(id)).toEqual(['1 import: As ingested', '2 publish: As ingested'])
})

it('remains in effect when the article is restored from the bin', async () => {
  await publish()
  await withdraw()
  await deleteDraft(db, ada, ID, LATER)
  await restoreDeleted(db, ada, ID)
  expect(await row()).toBeUndefined()
  expect(await open()).toMatchObject({ status: 'withdrawn' })
  await publish()
  expect(await row()).toMatchObject({ published_at: NOW })
})
