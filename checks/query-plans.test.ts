import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  findArticle,
  listBreaking,
  listCategory,
  listHome,
} from '#features/articles/server/articles.server.ts'
import { findMatchingArticles } from '#features/articles/server/find-matching-articles.server.ts'
import { listAudit, listAuditFilterOptions } from '#features/audit-log/server/audit-log.server.ts'
import { findDashboard } from '#features/dashboard/server/dashboard.server.ts'
import { countDashboardMetrics } from '#features/dashboard/server/dashboard-metrics.server.ts'
import { listDueFeeds } from '#features/feeds/model/feeds.server.ts'
import { createContainer, emptyFront, type Front } from '#features/front/rules/front.ts'
import { loadFilledFront } from '#features/front/server/filled-front.server.ts'
import { parseSearchParams } from '#features/search/rules/search-params.ts'
import { listFilterOptions } from '#features/search/server/filter-options.server.ts'
import { searchArticles } from '#features/search/server/search-articles.server.ts'
import { listCategories } from '#kernel/category-lists.ts'
import type { Db } from '#platform/database/db.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
/** The number of rows of each table. */
const ROWS = 20_000
const MAX_ROWS_READ = ROWS / 10

const database = await createTestDatabase()
const { pool } = database
let person = ''

beforeAll(async () => {
  // Creating these indexes is faster than updating them.
  const { rows: indexes } = await pool.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname in ('articles_search_idx', 'articles_bigrams_idx')",
  )
  // The newest fifth has one category and one author, so that lists of others cannot stop early when they scan by date.
  await pool.query(`
    drop index articles_search_idx, articles_bigrams_idx;
    alter table articles disable trigger articles_update_desk_inserted;
    insert into articles (title, summary, content, author, category, is_breaking, published_at)
    select 'Story ' || md5(n::text), 'Summary ' || md5(n::text || 's'), 'Body ' || repeat(md5(n::text), 20), 'Author ' || case when n > ${ROWS / 5} then n % 19 else 1 end,
      (array['News', 'Politics', 'Sport', 'Showbiz', 'TV', 'Health', 'Technology', 'Science', 'Money', 'Travel'])[
        case when n > ${ROWS / 5} then n % 10 + 1 else 1 end],
      n % 1000 = 0, timestamptz '2026-11-21 12:00Z' - n * interval '1 minute'
    from generate_series(1, ${ROWS}) as n;
    insert into feeds (url, next_check_at)
    select 'https://courier.example/' || n, timestamptz '2026-11-21 12:00Z' + n * interval '1 minute'
    from generate_series(1, ${ROWS}) as n;
    insert into users (full_name, email) select 'User ' || n, n || '@example.org' from generate_series(1, 20) as n`)
  // A person with few entries.
  person = (await pool.query('select id from users order by id limit 1')).rows[0].id
  await pool.query(`
    insert into audit_log (actor_id, actor_email, action, subject, at)
    select (select id from users order by id limit 1 offset case n % 1000 when 0 then 0 else 1 + n % 19 end), 'x@example.org',
      (array['article', 'feed', 'setting', 'user'])[n % 4 + 1] || '.update', 'Subject ' || n,
      timestamptz '2026-01-01' + n * interval '10 minutes'
    from generate_series(1, ${ROWS}) as n`)
  for (const { indexdef } of indexes) await pool.query(indexdef)
  // Stands in for autovacuum.
  await pool.query('vacuum analyze articles, feeds, audit_log')
})
afterAll(() => database.drop())

type PlanNode = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Counts the rows that the statements of `read` read from `table`, or from all tables, including rows that a filter drops. */
async function countRowsRead(read: (db: Db) => Promise<unknown>, table?: string): Promise<number> {
  const statements: { query: string; params: unknown[] }[] = []
  const logger = { logQuery: (query: string, params: unknown[]) => void statements.push({ query, params }) }
  await read(drizzle({ client: pool, logger }))
  let rowsRead = 0
  for (const { query, params } of statements) {
    if (!/^\s*(select|with)\b/i.test(query)) continue
    const { rows } = await pool.query(`explain (analyze, format json) ${query}`, params)
    const nodes: PlanNode[] = [rows[0]['QUERY PLAN'][0].Plan]
    for (const node of nodes) {
      nodes.push(...(node.Plans ?? []))
      const relation = node['Relation Name']
      if (!relation || (table && relation !== table)) continue
      const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node
      rowsRead += (node['Actual Rows'] + filtered + rechecked) * node['Actual Loops']
    }
  }
  expect(rowsRead).toBeGreaterThan(0)
  return rowsRead
}

const nextOf = async (category: 'News' | 'Sport') => (await listCategory(database.db, category)).next ?? ''
const CURATED: Front = {
  ...emptyFront('home'),
  containers: listCategories().map((category) =>
    createContainer({ kind: 'section', id: randomUUID(), title: '', category }),
  ),
}
const search = (given: Record<string, unknown>) => (db: Db) => searchArticles(db, parseSearchParams(given))
const find =
  (word: string, filter: Parameters<typeof findMatchingArticles>[2] = {}, isComplete = false) =>
  (db: Db) =>
    findMatchingArticles(db, word, filter, isComplete, { newest: 10, indexed: 5_000 })

describe('however many rows the tables have, few are read for', () => {
  it.each<[string, (db: Db) => Promise<unknown>, table?: string]>([
    ['the home page', listHome],
    ['a home page with ten sections', (db) => loadFilledFront(db, 'home', CURATED, { now: NOW })],
    ['the ticker', listBreaking],
    ['all articles', (db) => listCategory(db, 'News')],
    ['all articles after a cursor', async (db) => listCategory(db, 'News', await nextOf('News'))],
    ['a category', (db) => listCategory(db, 'Sport')],
    ['a category after a cursor', async (db) => listCategory(db, 'Sport', await nextOf('Sport'))],
    [
      'an article and its related articles',
      async (db) => findArticle(db, (await listHome(database.db))[0]?.id ?? ''),
    ],
    ['the feeds that are due', (db) => listDueFeeds(db, new Date('2026-11-21T12:30:00Z'))],
    ['a search of all articles', search({})],
    ['a search of a category', search({ category: 'Sport' })],
    ['a search of an author', search({ author: 'Author 7' })],
    ['a search of an author in a category', search({ author: 'Author 7', category: 'Money' })],
    ['a search of breaking news', search({ breaking: 'true' })],
    ['a search of breaking news of a category', search({ breaking: 'true', category: 'News' })],
    ['a search of days', search({ from: '2026-11-18', to: '2026-11-19' })],
    ['a search of days of a category', search({ from: '2026-11-18', category: 'TV' })],
    ['a frequent word', search({ q: 'story' })],
    ['a rare word', find('c4ca4238')],
    ['a rare word in Japanese', find('日本')],
    ['a rare letter', find('q')],
    ['a rare name with punctuation', find('c++')],
    [
      'a rare word of a category and author',
      find('c4ca4238', { category: 'Sport', author: 'Author 7' }, true),
    ],
    ['a rare word in breaking news', find('c4ca4238', { breaking: true }, true)],
    ['a rare word in old articles', find('c4ca4238', { to: '2026-11-14' }, true)],
    ['the authors of the search', listFilterOptions],
    [
      'the dashboard, which counts feeds but not articles',
      (db) => findDashboard(db, { role: 'admin' }, { now: NOW, hasNightlyBackups: true }),
      'articles',
    ],
    ['the metrics of the dashboard', (db) => countDashboardMetrics(db, NOW)],
    ['the audit log', (db) => listAudit(db)],
    ['the audit log after a cursor', (db) => listAudit(db, { before: 10_000 })],
    ['the audit log of one person', (db) => listAudit(db, { person })],
    ['the audit log of one day', (db) => listAudit(db, { day: '2026-02-03' })],
    ['the filter of the audit log', (db) => listAuditFilterOptions(db)],
  ])('%s', async (_, read, table) => {
    expect(await countRowsRead(read, table)).toBeLessThan(MAX_ROWS_READ)
  })
})

it('lists do not contain the bodies of articles', async () => {
  const { db } = database
  const lists = await Promise.all([listHome(db), listBreaking(db), listCategory(db, 'News')])
  expect(JSON.stringify(lists)).toContain('Story ')
  expect(JSON.stringify(lists)).not.toContain('Body ')
})
