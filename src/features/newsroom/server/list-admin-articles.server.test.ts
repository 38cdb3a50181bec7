import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMatchingArticles } from '#features/articles/server/find-matching-articles.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { createQueryPlans } from '#platform/testing/query-plans.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { type AdminArticleFilter, listAdminArticles } from './list-admin-articles.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const { plansOf } = createQueryPlans(database)

beforeAll(async () => {
  // Creating an index is faster than updating it.
  const { rows } = await pool.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname in ('articles_search_idx', 'articles_titles_idx', 'articles_pairs_idx')",
  )
  await pool.query(`
    drop index articles_search_idx, articles_titles_idx, articles_pairs_idx;
    insert into articles (title, summary, content, author, category, is_breaking, published_at)
    select 'Story ' || n || ' ' || md5(n::text), 'Summary ' || md5(n::text || 's') || ' zebra', repeat(md5(n::text), 50),
      'Author ' || n % 19,
      (array['News', 'Politics', 'Sport', 'Showbiz', 'TV', 'Health', 'Technology', 'Science', 'Money', 'Travel'])[n % 10 + 1],
      n % 1000 = 0, timestamptz '2026-11-21' - n * interval '1 minute'
    from generate_series(1, 12000) as n;
    insert into articles (title, author, summary, image_url, source_url, published_at) values
      ('A 50% cut', 'Zoë Quill', '', '/storage/article-images/1_a.jpg', 'https://a.example/1', '2026-11-10'),
      ('Plain', 'Zoë Quill', 'Quill and pen', 'ftp://a.example/p.jpg', 'javascript:alert(1)', '2026-11-09')`)
  for (const { indexdef } of rows) await pool.query(indexdef)
  await pool.query('vacuum analyze articles')
})
afterAll(() => database.drop())

const list = (filter: AdminArticleFilter) => (db: Db) => listAdminArticles(db, filter)
const titles = async (filter: AdminArticleFilter) =>
  (await listAdminArticles(db, filter)).articles.map(({ title }) => title.split(' ').slice(0, 2).join(' '))

describe('listAdminArticles', () => {
  it('lists articles newest first, in pages, with the total count', async () => {
    const first = await listAdminArticles(db, {})
    expect(first.total).toEqual({ count: 12_002, hasMore: false })
    expect(first.articles).toHaveLength(24)
    const second = await listAdminArticles(db, { before: first.next ?? '' })
    expect(second.articles[0]?.title).toMatch(/^Story 25 /)
    expect(second.total).toBeNull()
  })

  it('filters by category, including the count', async () => {
    const { total } = await listAdminArticles(db, { category: 'Sport' })
    expect(total).toEqual({ count: 1200, hasMore: false })
    expect((await titles({ category: 'Sport' }))[0]).toBe('Story 2')
  })

  it.each<[string, AdminArticleFilter, string[]]>([
    ['a title, ignoring case', { q: 'STORY d79c8788' }, ['Story 7777']],
    ['an author', { q: 'zoë' }, ['A 50%', 'Plain']],
    ['text that is only in a summary', { q: 'quill and' }, []],
    ['text that is in every summary', { q: 'zebra' }, []],
    ['text without words', { q: '50%' }, ['A 50%']],
    ['a LIKE pattern, as literal text', { q: '_lain' }, []],
    ['words across title and author, in any order', { q: 'zoe cut' }, ['A 50%']],
    ['a title with another category', { q: 'plain', category: 'Sport' }, []],
    ['a title with its category', { q: 'plain', category: 'News' }, ['Plain']],
  ])('finds by %s', async (_, filter, found) => {
    expect(await titles(filter)).toEqual(found)
    expect((await listAdminArticles(db, filter)).total).toEqual({ count: found.length, hasMore: false })
  })

  it('continues a search on the next page', async () => {
    const first = await listAdminArticles(db, { q: 'author 3' })
    expect(first.articles).toHaveLength(24)
    const second = await listAdminArticles(db, { q: 'author 3', before: first.next ?? '' })
    expect(second.articles[0]?.publishedAt?.localeCompare(first.articles.at(-1)?.publishedAt ?? '')).toBe(-1)
  })

  it('returns only valid link and image URLs', async () => {
    const { articles } = await listAdminArticles(db, { q: 'zoë' })
    expect(articles.map(({ image, sourceUrl }) => [image !== null, sourceUrl])).toEqual([
      [true, 'https://a.example/1'],
      [false, null],
    ])
  })
})

describe.each<[string, AdminArticleFilter, string[]]>([
  ['all articles', {}, ['articles_latest_idx']],
  ['a category', { category: 'Sport' }, ['articles_category_latest_idx']],
  ['a frequent word', { q: 'story' }, ['articles_latest_idx', 'articles_pkey']],
])('%s', (_, filter, indexes) => {
  it('uses an index and never reads article bodies', async () => {
    const lists = await plansOf(list(filter))
    expect(lists.flatMap((plan) => plan.indexes)).toEqual(indexes)
    for (const { query } of lists) expect(query).not.toMatch(/"content"|\*/)
  })
})

it.each([
  ['c4ca4238', 'articles_titles_idx'],
  ['zoë quill', 'articles_titles_idx'],
  ['zebra', 'articles_titles_idx'],
  ['日本', 'articles_pairs_idx'],
  ['c++', 'articles_pairs_idx'],
])('finds %s, which is in few titles or none, with %s', async (q, index) => {
  const plans = await plansOf((db) =>
    findMatchingArticles(db, q, {}, true, {
      newest: 10,
      indexed: 5_000,
      scope: 'title-and-author',
    }),
  )
  expect(plans.map(({ indexes }) => indexes)).toEqual([['articles_latest_idx'], [index]])
})
