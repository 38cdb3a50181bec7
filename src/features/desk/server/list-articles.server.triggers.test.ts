import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteDraft } from '#features/publishing/server/bin.server.ts'
import { withdrawArticle } from '#features/publishing/server/withdraw-article.server.ts'
import { createNewsroom, ID, LATER, NOW } from '#features/publishing/testing/newsroom.ts'
import { type ArticleListRequest, listArticles } from './list-articles.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, save, publish, ingest } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

async function list(filter: ArticleListRequest = {}) {
  const { articles, total } = await listArticles(db, filter)
  return [total?.count, ...articles.map(({ title, status }) => `${title}: ${status}`)]
}

it('lists drafts and articles, newest first, with their status', async () => {
  await ingest('1', 'From a feed')
  await publish({ title: 'Live' }, { id: randomUUID() })
  await save({ title: 'Unfinished' }, { now: LATER })
  expect(await list()).toEqual([3, 'Unfinished: draft', 'Live: published', 'From a feed: published'])
  expect(await list({ status: 'published' })).toEqual([2, 'Live: published', 'From a feed: published'])
  expect(await list({ status: 'draft' })).toEqual([1, 'Unfinished: draft'])
  expect(await list({ category: 'Sport' })).toEqual([1, 'From a feed: published'])
  // Feed articles that nobody has edited are not listed by their edits.
  expect(await list({ sort: 'edited' })).toEqual([2, 'Unfinished: draft', 'Live: published'])
})

it('lists an edited feed article once, with the draft’s headline', async () => {
  const id = await ingest('1', 'From a feed')
  await publish({ title: 'Newer' }, { id: randomUUID() })
  const { rows } = await pool.query('select published_at from articles where id = $1', [id])
  await save({ title: 'Rewritten' }, { id })
  expect(await list()).toEqual([2, 'Newer: published', 'Rewritten: changed'])
  expect(await list({ status: 'published' })).toEqual([1, 'Newer: published'])
  expect(await list({ status: 'changed' })).toEqual([1, 'Rewritten: changed'])
  // Both headlines are found, for the editor may know either.
  expect(await list({ q: 'rewritten' })).toEqual([1, 'Rewritten: changed'])
  expect(await list({ q: 'feed from' })).toEqual([1, 'Rewritten: changed'])
  const { articles } = await listArticles(db, { status: 'changed' })
  expect(articles[0]).toMatchObject({ publishedAt: rows[0].published_at.toISOString(), category: 'Sport' })
})

it('lists deleted articles in the bin only', async () => {
  await publish({ title: 'Live' })
  await deleteDraft(db, ada, ID, NOW)
  expect(await list()).toEqual([0])
  expect(await list({ status: 'published' })).toEqual([0])
  expect(await list({ q: 'live' })).toEqual([0])
  expect(await list({ status: 'bin' })).toEqual([1, expect.stringMatching(/^Live/)])
  expect(await list({ status: 'bin', q: 'live' })).toEqual([1, expect.stringMatching(/^Live/)])
})

it('lists withdrawn articles by their last edit', async () => {
  await publish({ title: 'Live' })
  await withdrawArticle(db, ada, { publicationId: randomUUID(), id: ID, reason: '' }, LATER)
  expect(await list()).toEqual([1, 'Live: withdrawn'])
  expect(await list({ status: 'withdrawn' })).toEqual([1, 'Live: withdrawn'])
})

it('finds the text of a draft as of its last revision, since people who type change it every second', async () => {
  await save({ content: '<p>Kettle</p>' })
  expect(await list({ q: 'kettle' })).toEqual([1, 'Tea: draft'])
  const type = (text: string, seconds: number) =>
    pool.query(
      `update drafts set fields = fields || jsonb_build_object('content', $1::text), updated_at = updated_at + $2 * interval '1 second'`,
      [text, seconds],
    )
  await type('<p>Teapot</p>', 1)
  expect(await list({ q: 'teapot' })).toEqual([0])
  await pool.query('update drafts set last_revision = last_revision + 1')
  expect(await list({ q: 'teapot' })).toEqual([1, 'Tea: draft'])
  expect(await list({ q: 'kettle' })).toEqual([0])
  await type('<p>Samovar</p>', 60)
  expect(await list({ q: 'samovar' })).toEqual([1, 'Tea: draft'])
})

it('changes with the tables that it is derived from', async () => {
  const id = await ingest('1', 'From a feed')
  await pool.query("update articles set title = 'Renamed', item_hash = 'other'")
  expect(await list({ q: 'renamed' })).toEqual([1, 'Renamed: published'])
  expect(await list({ q: 'from a feed' })).toEqual([0])
  await pool.query('delete from articles where id = $1', [id])
  expect(await list()).toEqual([0])
  await save({})
  await pool.query('truncate drafts cascade')
  expect(await list()).toEqual([0])
})

describe('pages', () => {
  beforeEach(async () => {
    // Every other draft is published; some share their time.
    await pool.query(`
      insert into drafts (id, fields, updated_at)
      select gen_random_uuid(), jsonb_build_object('title', 'Story ' || n, 'author', 'Zoë Quill', 'category', 'News'),
        timestamptz '2026-11-20' + (n / 3) * interval '1 minute'
      from generate_series(1, 150) as n;
      insert into articles (id, title, author, published_at)
      select id, title, author, updated_at - interval '30 seconds' from drafts where length(title) % 2 = 0;
      insert into articles (title, author, published_at)
      select 'Agency ' || n, 'Zoë Quill', timestamptz '2026-11-20' + n * interval '1 minute' from generate_series(1, 50) as n`)
  })

  it.each<[string, ArticleListRequest, number]>([
    ['all', {}, 200],
    ['a search', { q: 'zoe quill' }, 200],
    ['a search for a word that few contain', { q: '14' }, 13],
    ['drafts by their last edit', { sort: 'edited' }, 150],
    ['drafts', { status: 'draft' }, 60],
  ])('of %s contain each article once, in order', async (_, filter, expected) => {
    const listed: { id: string; at: string }[] = []
    let before: string | undefined
    do {
      const page = await listArticles(db, { ...filter, before })
      if (before === undefined) expect(page.total?.count).toBe(expected)
      expect(page.articles.length).toBeLessThanOrEqual(24)
      listed.push(
        ...page.articles.map(({ id, publishedAt, editedAt }) => ({
          id,
          at: (filter.sort === 'edited' ? editedAt : (publishedAt ?? editedAt)) ?? '',
        })),
      )
      before = page.next ?? undefined
    } while (before !== undefined)
    expect(new Set(listed.map(({ id }) => id)).size).toBe(expected)
    expect(listed).toHaveLength(expected)
    expect(listed.map(({ at }) => at)).toEqual(
      listed
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
  })
})
