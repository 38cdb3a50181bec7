import { afterAll, beforeEach, expect, it } from 'vitest'
import { createNewsroom, ID, NOW } from '../testing/newsroom.ts'
import { deleteDraft, purgeBin, restoreDeleted } from './bin.server.ts'
import { findDraft } from './find-draft.server.ts'
import { withdrawArticle } from './withdraw-article.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, open, save, publish, ingest, row, revisions, audit } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000)

it('restores an article with its feed and identity keys', async () => {
  const id = await ingest('1', 'As ingested')
  const before = await row(id)
  expect(await deleteDraft(db, ada, id, NOW)).toBe(true)
  expect(await row(id)).toBeUndefined()
  expect(await findDraft(db, id)).toBeNull()
  expect(await ingest('1', 'As ingested')).toBeUndefined()
  expect(await restoreDeleted(db, ada, id)).toBe(true)
  expect(await row(id)).toEqual(before)
  await ingest('2', 'As ingested again')
  expect(await row(id)).toMatchObject({ title: 'As ingested again' })
  expect((await audit()).map(({ action, subject }) => [action, subject])).toEqual([
    ['article.delete', 'As ingested'],
    ['article.restore', 'As ingested'],
  ])
})

it('restores an article whose feed was deleted', async () => {
  const id = await ingest('1', 'As ingested')
  await deleteDraft(db, ada, id, NOW)
  await pool.query('delete from feeds')
  expect(await restoreDeleted(db, ada, id)).toBe(true)
  expect(await row(id)).toMatchObject({ origin: 'feed', feed_id: null })
})

it('restores an article that was deleted before a column was added', async () => {
  await publish()
  const before = await row()
  const { rows } = await pool.query<{ name: string }>(`
    select column_name as name from information_schema.columns
    where table_name = 'articles' and column_default is not null and is_generated = 'NEVER'
      and column_name not in ('id', 'published_at')`)
  const names = rows.map(({ name }) => name)
  expect(names).toContain('is_dated')
  await deleteDraft(db, ada, ID, NOW)
  await pool.query('update deleted_articles set row = row - $1::text[]', [names])
  expect(await restoreDeleted(db, ada, ID)).toBe(true)
  expect(await row()).toEqual({ ...before, summary: '', content: '', author: '', category: 'News' })
})

it('restores a draft with its revisions', async () => {
  await save({})
  await save({ title: 'Coffee' })
  expect(await deleteDraft(db, ben, ID, NOW)).toBe(true)
  expect(await restoreDeleted(db, ada, ID)).toBe(true)
  expect(await open()).toMatchObject({ status: 'draft', form: { title: 'Coffee' } })
  expect(await revisions()).toHaveLength(2)
  expect(await row()).toBeUndefined()
})

it('does nothing if the article does not exist or is restored already', async () => {
  expect(await deleteDraft(db, ada, ID, NOW)).toBe(false)
  expect(await restoreDeleted(db, ada, ID)).toBe(false)
  await publish()
  expect(await restoreDeleted(db, ada, ID)).toBe(false)
  await deleteDraft(db, ada, ID, NOW)
  expect(await deleteDraft(db, ada, ID, NOW)).toBe(false)
  expect([await restoreDeleted(db, ada, ID), await restoreDeleted(db, ada, ID)]).toEqual([true, false])
  expect(await audit()).toHaveLength(3)
})

it('is emptied after 30 days, without withdrawn articles', async () => {
  const [other, withdrawn] = ['1b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11', '2b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11']
  for (const id of [ID, other, withdrawn]) await publish({}, { id })
  await deleteDraft(db, ada, ID, days(0))
  await deleteDraft(db, ada, other, days(1))
  const request = { publicationId: '3b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11', id: withdrawn, reason: '' }
  await withdrawArticle(db, ada, request, days(0))
  await pool.query('update deleted_articles set deleted_at = $1', [days(0)])
  expect(await purgeBin(db, days(30))).toBe(0)
  expect(await purgeBin(db, new Date(days(30).getTime() + 1))).toBe(1)
  expect(await restoreDeleted(db, ada, ID)).toBe(false)
  expect((await pool.query('select from revisions where article_id = $1', [ID])).rowCount).toBe(0)
  expect((await pool.query('select id from deleted_articles order by id')).rows).toEqual([
    { id: other },
    { id: withdrawn },
  ])
  expect(await restoreDeleted(db, ada, other)).toBe(true)
  expect(await row(other)).toMatchObject({ published_at: NOW })
})
