import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMatchingArticles } from '#features/articles/server/find-matching-articles.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { createQueryPlans } from '#platform/testing/query-plans.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { parseSearchParams } from '../rules/search-params.ts'
import { listFilterOptions } from './filter-options.server.ts'
import { searchArticles } from './search-articles.server.ts'

const database = await createTestDatabase()
const { plansOf } = createQueryPlans(database)

beforeAll(async () => {
  // Creating an index is faster than updating it.
  const { rows } = await database.pool.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname in ('articles_search_idx', 'articles_bigrams_idx')",
  )
  await database.pool.query(`
    drop index articles_search_idx, articles_bigrams_idx;
    alter table articles disable trigger articles_update_desk_inserted;
    insert into articles (title, summary, content, author, category, is_breaking, published_at)
    select 'Story ' || md5(n::text), 'Summary ' || md5(n::text || 's'), repeat(md5(n::text), 50), 'Author ' || n % 19,
      (array['News', 'Politics', 'Sport', 'Showbiz', 'TV', 'Health', 'Technology', 'Science', 'Money', 'Travel'])[n % 10 + 1],
      n % 1000 = 0, timestamptz '2026-11-21' - n * interval '1 minute'
    from generate_series(1, 12000) as n`)
  for (const { indexdef } of rows) await database.pool.query(indexdef)
  await database.pool.query('vacuum analyze articles')
})
afterAll(() => database.drop())

const search = (given: Record<string, unknown>) => (db: Db) => searchArticles(db, parseSearchParams(given))

describe.each([
  ['all articles', {}, 'articles_latest_idx'],
  ['a category', { category: 'Sport' }, 'articles_category_latest_idx'],
  ['an author', { author: 'Author 7' }, 'articles_author_latest_idx'],
  ['an author in a category', { author: 'Author 7', category: 'Money' }, 'articles_author_latest_idx'],
  ['breaking news', { breaking: 'true' }, 'articles_breaking_idx'],
  ['breaking news of a category', { breaking: 'true', category: 'News' }, 'articles_breaking_idx'],
  ['days', { from: '2026-11-18', to: '2026-11-19' }, 'articles_latest_idx'],
  ['days of a category', { from: '2026-11-18', category: 'TV' }, 'articles_category_latest_idx'],
])('%s', (_, given, index) => {
  it('uses an index without sorting', async () => {
    const [list] = await plansOf(search(given))
    expect(list?.indexes).toEqual([index])
    expect(list?.nodes).not.toContain('Sort')
  })
})

it('finds a frequent word by date only', async () => {
  const plans = await plansOf(search({ q: 'story' }))
  expect(plans.map(({ indexes }) => indexes)).toEqual([['articles_latest_idx'], ['articles_pkey']])
})

it.each([
  ['c4ca4238', 'articles_search_idx'],
  ['日本', 'articles_bigrams_idx'],
  ['q', 'articles_bigrams_idx'],
  ['c++', 'articles_bigrams_idx'],
])('finds %s, which is rare, with %s', async (q, index) => {
  const plans = await plansOf((db) => findMatchingArticles(db, q, {}, false, { newest: 10, indexed: 5_000 }))
  expect(plans[0]?.indexes).toEqual(['articles_latest_idx'])
  expect(plans[1]?.indexes).toEqual([index])
})

it.each([
  ['category and author', { category: 'Sport', author: 'Author 7' }],
  ['breaking news', { breaking: true }],
  ['old dates', { to: '2026-11-14' }],
  ['old dates of an author', { from: '2026-11-10', to: '2026-11-16', author: 'Author 7' }],
] as const)('finds a rare word in %s with the text index only', async (_, filter) => {
  const plans = await plansOf((db) => findMatchingArticles(db, 'c4ca4238', filter, true, { newest: 1 }))
  expect(plans.slice(1).map(({ indexes }) => indexes)).toEqual([['articles_search_idx']])
})

it('reads the authors from an index', async () => {
  const plans = await plansOf(listFilterOptions)
  const indexes = plans.flatMap((plan) => plan.indexes)
  expect(indexes).toContain('articles_author_latest_idx')
  for (const { nodes } of plans) expect(nodes).not.toContain('Seq Scan')
})
