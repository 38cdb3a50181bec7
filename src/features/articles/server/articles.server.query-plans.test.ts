import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listDueFeeds } from '#features/feeds/model/feeds.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { createQueryPlans } from '#platform/testing/query-plans.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { findArticle, listBreaking, listCategory, listHome } from './articles.server.ts'

const database = await createTestDatabase()
const { plansOf } = createQueryPlans(database)

beforeAll(async () => {
  await database.pool.query(`
    -- A search has plans of its own (search-plans.test.ts), and its indexes take their time to fill.
    drop index articles_search_idx, articles_bigrams_idx;
    alter table articles disable trigger articles_update_desk_inserted;
    insert into articles (title, summary, content, author, category, is_breaking, published_at)
    select 'Story ' || md5(n::text), 'Summary ' || md5(n::text || 's'), repeat(md5(n::text), 50), 'Author ' || n % 500,
      (array['News', 'Politics', 'Sport', 'Showbiz', 'TV', 'Health', 'Technology', 'Science', 'Money', 'Travel'])[n % 10 + 1],
      n % 1000 = 0, timestamptz '2026-11-21' - n * interval '1 minute'
    from generate_series(1, 20000) as n;
    insert into feeds (url, next_check_at)
    select 'https://courier.example/' || n, timestamptz '2026-11-21' + n * interval '1 minute'
    from generate_series(1, 5000) as n`)
  // Stands in for autovacuum.
  await database.pool.query('vacuum analyze articles')
  await database.pool.query('analyze feeds')
})
afterAll(() => database.drop())

async function aCursor(): Promise<string> {
  const { next } = await listCategory(database.db, 'Sport')
  if (!next) throw new Error('There is no second page')
  return next
}

async function anId(): Promise<string> {
  const [first] = await listHome(database.db)
  if (!first) throw new Error('There is no article')
  return first.id
}

describe.each([
  ['the home page', (db: Db) => listHome(db), ['articles_latest_idx', 'articles_breaking_idx']],
  ['the ticker', (db: Db) => listBreaking(db), ['articles_breaking_idx']],
  ['all articles', (db: Db) => listCategory(db, 'News'), ['articles_latest_idx']],
  [
    'all articles after a cursor',
    async (db: Db) => listCategory(db, 'News', await aCursor()),
    ['articles_latest_idx'],
  ],
  ['a category', (db: Db) => listCategory(db, 'Sport'), ['articles_category_latest_idx']],
  [
    'a category after a cursor',
    async (db: Db) => listCategory(db, 'Sport', await aCursor()),
    ['articles_category_latest_idx'],
  ],
  [
    'an article and its related articles',
    async (db: Db) => findArticle(db, await anId()),
    ['articles_pkey', 'corrections_article_idx', 'articles_category_latest_idx'],
  ],
  [
    'the feeds that are due',
    (db: Db) => listDueFeeds(db, new Date('2026-11-21T00:30:00Z')),
    ['feeds_due_idx'],
  ],
])('%s', (_, read, indexes) => {
  it('uses an index without sorting', async () => {
    const plans = await plansOf(read)
    expect(plans.flatMap((plan) => plan.indexes)).toEqual(indexes)
    for (const { nodes } of plans) expect(nodes).not.toContain('Sort')
  })
})

it('lists never read article bodies', async () => {
  const lists = await plansOf((db) =>
    Promise.all([listHome(db), listBreaking(db), listCategory(db, 'News'), listCategory(db, 'Sport')]),
  )
  expect(lists).toHaveLength(5)
  for (const { query } of lists) expect(query).not.toMatch(/"content"|\*/)
})
