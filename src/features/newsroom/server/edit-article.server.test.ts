import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { ItemWithHash } from '#features/feeds/rules/decide-items.ts'
import { storeItems } from '#features/feeds/server/store-ingest.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { type ArticleForm, articleFormSchema, EMPTY_ARTICLE } from '../rules/article-form.ts'
import { deleteArticle, restoreArticle } from './delete-article.server.ts'
import { createArticle, findEditedArticle, updateArticle } from './edit-article.server.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const LATER = new Date('2026-11-21T13:00:00Z')
const ID = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const database = await createTestDatabase()
const { db, pool } = database
const { rows: admins } = await pool.query(
  "insert into users (full_name, email, role) values ('Ada', 'ada@example.org', 'admin') returning id",
)
const ada = { id: admins[0].id as string, email: 'ada@example.org', fullName: 'Ada', role: 'admin' as const }

beforeEach(() =>
  pool.query('truncate articles, article_identities, deleted_articles, audit_log; delete from feeds'),
)
afterAll(() => database.drop())

const article = (more: Partial<ArticleForm> = {}): ArticleForm => ({
  ...EMPTY_ARTICLE,
  title: 'Tea',
  ...more,
})
const create = (form: ArticleForm, id = ID) =>
  createArticle(db, ada, { id, form: articleFormSchema.parse(form) }, NOW)
const rowOf = async (id = ID) => (await pool.query('select * from articles where id = $1', [id])).rows[0]
const audit = async () =>
  (await pool.query('select action, subject_id, subject, changes, actor_email from audit_log order by id'))
    .rows

async function opened(id = ID) {
  const found = await findEditedArticle(db, id)
  if (!found) throw new Error('There is no such article')
  return found
}

async function save(change: Partial<ArticleForm>, from?: Awaited<ReturnType<typeof opened>>) {
  const { id, version, form } = from ?? (await opened())
  return updateArticle(db, ada, { id, version, form: articleFormSchema.parse({ ...form, ...change }) }, LATER)
}

const item = (hash: string, title: string): ItemWithHash => ({
  keys: ['link:courier.example/1'],
  hash,
  title,
  summary: 'From the feed',
  content: '<p>Text</p>',
  author: 'Courier',
  imageUrl: null,
  sourceUrl: 'https://courier.example/1',
  sourceName: 'The Courier',
  publishedAt: new Date('2026-11-20T10:00:00Z'),
  datedBySource: true,
  updatedAt: null,
})

/** @returns the article's id */
async function ingest(hash: string, title: string): Promise<string> {
  await pool.query(
    `insert into feeds (url, category) values ('https://courier.example/feed', 'Sport') on conflict do nothing`,
  )
  const { rows: feeds } = await pool.query('select id from feeds')
  await db.transaction((tx) =>
    storeItems(tx, [item(hash, title)], { origin: 'feed', feedId: feeds[0].id, category: 'Sport' }, NOW),
  )
  const { rows } = await pool.query('select id from articles')
  return rows[0]?.id
}

describe('createArticle', () => {
  it('stores a normalised article, published now, and records it', async () => {
    const form = article({ title: ' Tea\n time ', author: 'Ada', isBreaking: true, sourceName: '' })
    expect(await create(form)).toMatchObject({ kind: 'saved', id: ID })
    expect(await rowOf()).toMatchObject({
      title: 'Tea time',
      author: 'Ada',
      is_breaking: true,
      category: 'News',
      source_name: null,
      image_url: null,
      published_at: NOW,
      updated_at: null,
      origin: 'editor',
    })
    expect(await audit()).toEqual([
      {
        action: 'article.create',
        subject_id: ID,
        subject: 'Tea time',
        actor_email: 'ada@example.org',
        changes: expect.objectContaining({ title: { from: null, to: 'Tea time' } }),
      },
    ])
  })

  it('creates one article when the request is retried', async () => {
    const [first, second] = [await create(article()), await create(article())]
    expect(second).toEqual(first)
    expect(await audit()).toHaveLength(1)
  })

  it('does not overwrite another article with that id', async () => {
    await create(article())
    expect(await create(article({ title: 'Coffee' }))).toMatchObject({
      kind: 'conflict',
      theirs: article(),
    })
    expect(await rowOf()).toMatchObject({ title: 'Tea' })
  })
})

describe('updateArticle', () => {
  it('stores the fields and the time, and records the changes', async () => {
    await create(article({ author: 'Ada' }))
    const outcome = await save({ title: 'Coffee', imageUrl: 'https://a.example/p.jpg' })
    expect(outcome).toMatchObject({ kind: 'saved', id: ID })
    expect(await rowOf()).toMatchObject({
      title: 'Coffee',
      author: 'Ada',
      image_url: 'https://a.example/p.jpg',
      published_at: NOW,
      updated_at: LATER,
    })
    expect((await audit())[1]).toMatchObject({
      action: 'article.update',
      subject: 'Coffee',
      changes: {
        title: { from: 'Tea', to: 'Coffee' },
        imageUrl: { from: '', to: 'https://a.example/p.jpg' },
      },
    })
    expect(outcome.kind === 'saved' && outcome.version).toBe((await opened()).version)
  })

  it('does not overwrite a version stored by another editor', async () => {
    await create(article())
    const before = await opened()
    await save({ title: 'Theirs' }, before)
    expect(await save({ title: 'Mine' }, before)).toEqual({
      kind: 'conflict',
      theirs: article({ title: 'Theirs' }),
      version: (await opened()).version,
    })
    expect(await rowOf()).toMatchObject({ title: 'Theirs' })
    expect(await audit()).toHaveLength(2)
  })

  it('accepts only one of several simultaneous saves', async () => {
    await create(article())
    const before = await opened()
    const outcomes = await Promise.all(['One', 'Two', 'Six'].map((title) => save({ title }, before)))
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['conflict', 'conflict', 'saved'])
  })

  it('succeeds without a record if the same values are already stored', async () => {
    await create(article())
    const before = await opened()
    await save({ title: 'Coffee' }, before)
    expect(await save({ title: ' Coffee ' }, before)).toMatchObject({ kind: 'saved' })
    expect(await audit()).toHaveLength(2)
  })

  it('reports that the article was deleted', async () => {
    await create(article())
    const before = await opened()
    await deleteArticle(db, ada, ID)
    expect(await save({ title: 'Coffee' }, before)).toEqual({ kind: 'gone' })
  })

  it('detaches a changed text from its feed, which no longer updates it', async () => {
    const id = await ingest('1', 'As ingested')
    const before = await opened(id)
    expect(before.feed).toBe('https://courier.example/feed')
    await save({ title: 'As edited' }, before)
    expect(await rowOf(id)).toMatchObject({ origin: 'editor', feed_id: null })
    expect(await ingest('2', 'As ingested again')).toBe(id)
    expect(await rowOf(id)).toMatchObject({ title: 'As edited', category: 'Sport' })
    expect((await opened(id)).feed).toBeNull()
  })

  it('keeps the feed if only the category or the breaking flag changes', async () => {
    const id = await ingest('1', 'As ingested')
    await save({ isBreaking: true, category: 'News' }, await opened(id))
    await ingest('2', 'As ingested again')
    expect(await rowOf(id)).toMatchObject({
      title: 'As ingested again',
      is_breaking: true,
      category: 'News',
      origin: 'feed',
    })
  })
})

describe('deleteArticle and restoreArticle', () => {
  it('restore an article with its feed and identity keys', async () => {
    const id = await ingest('1', 'As ingested')
    const before = await rowOf(id)
    expect(await deleteArticle(db, ada, id)).toBe(true)
    expect(await rowOf(id)).toBeUndefined()
    expect(await ingest('1', 'As ingested')).toBeUndefined()
    expect(await restoreArticle(db, ada, id)).toBe(true)
    expect(await rowOf(id)).toEqual(before)
    await ingest('2', 'As ingested again')
    expect(await rowOf(id)).toMatchObject({ title: 'As ingested again' })
    expect((await audit()).map(({ action, subject }) => [action, subject])).toEqual([
      ['article.delete', 'As ingested'],
      ['article.restore', 'As ingested'],
    ])
  })

  it('restore an article whose feed was deleted', async () => {
    const id = await ingest('1', 'As ingested')
    await deleteArticle(db, ada, id)
    await pool.query('delete from feeds')
    expect(await restoreArticle(db, ada, id)).toBe(true)
    expect(await rowOf(id)).toMatchObject({ origin: 'feed', feed_id: null })
  })

  it('do nothing if the article does not exist or is restored already', async () => {
    expect(await deleteArticle(db, ada, ID)).toBe(false)
    expect(await restoreArticle(db, ada, ID)).toBe(false)
    await create(article())
    expect(await restoreArticle(db, ada, ID)).toBe(false)
    await deleteArticle(db, ada, ID)
    expect([await restoreArticle(db, ada, ID), await restoreArticle(db, ada, ID)]).toEqual([true, false])
    expect(await audit()).toHaveLength(3)
  })

  it('do not overwrite a new article with the same id', async () => {
    await create(article())
    await deleteArticle(db, ada, ID)
    await create(article({ title: 'Coffee' }))
    expect(await restoreArticle(db, ada, ID)).toBe(false)
    expect(await rowOf()).toMatchObject({ title: 'Coffee' })
  })

  it('remove copies after a day', async () => {
    await create(article())
    await deleteArticle(db, ada, ID)
    await pool.query("update deleted_articles set deleted_at = now() - interval '25 hours'")
    const other = '1b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
    await create(article(), other)
    await deleteArticle(db, ada, other)
    expect(await restoreArticle(db, ada, ID)).toBe(false)
    expect(await restoreArticle(db, ada, other)).toBe(true)
  })
})
