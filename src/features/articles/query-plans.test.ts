import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listDueFeeds } from '#features/feeds/feeds.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { findArticle, listCategory, listHome } from './articles.server.ts'

type Statement = { query: string; params: unknown[] }
type PlanNode = { 'Node Type': string; 'Index Name'?: string; Plans?: PlanNode[] }

const database = await createTestDatabase()
const statements: Statement[] = []
const logger = { logQuery: (query: string, params: unknown[]) => void statements.push({ query, params }) }
/** The same database, with every statement noted. */
const noted: Db = drizzle({ client: database.pool, logger })

beforeAll(async () => {
  await database.pool.query(`
    insert into articles (title, summary, content, author, category, is_breaking, published_at)
    select 'Story ' || md5(n::text), 'Summary ' || md5(n::text || 's'), repeat(md5(n::text), 50), 'Author ' || n % 500,
      (array['News', 'Politics', 'Sport', 'Showbiz', 'TV', 'Health', 'Technology', 'Science', 'Money', 'Travel'])[n % 10 + 1],
      n % 1000 = 0, timestamptz '2026-11-21' - n * interval '1 minute'
    from generate_series(1, 20000) as n;
    insert into feeds (url, next_check_at)
    select 'https://courier.example/' || n, timestamptz '2026-11-21' + n * interval '1 minute'
    from generate_series(1, 5000) as n`)
  // What autovacuum does in time: statistics, and new trigrams moved from the pending list into the index.
  await database.pool.query('vacuum analyze articles')
  await database.pool.query('analyze feeds')
})
afterAll(() => database.drop())

/** The statements that `read` sends. */
async function statementsOf(read: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  statements.length = 0
  await read(noted)
  return [...statements]
}

/** The indexes and the ways of access that PostgreSQL chooses by itself. */
async function planOf({ query, params }: Statement): Promise<{ indexes: string[]; nodes: string[] }> {
  const { rows } = await database.pool.query(`explain (format json) ${query}`, params)
  const nodes: PlanNode[] = [rows[0]['QUERY PLAN'][0].Plan]
  for (const node of nodes) nodes.push(...(node.Plans ?? []))
  return {
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    nodes: nodes.map((node) => node['Node Type']),
  }
}

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
  ['all articles', (db: Db) => listCategory(db, 'News'), ['articles_latest_idx']],
  [
    'all articles from a cursor on',
    async (db: Db) => listCategory(db, 'News', await aCursor()),
    ['articles_latest_idx'],
  ],
  ['a category', (db: Db) => listCategory(db, 'Sport'), ['articles_category_latest_idx']],
  [
    'a category from a cursor on',
    async (db: Db) => listCategory(db, 'Sport', await aCursor()),
    ['articles_category_latest_idx'],
  ],
  [
    'an article and its related ones',
    async (db: Db) => findArticle(db, await anId()),
    ['articles_pkey', 'articles_category_latest_idx'],
  ],
  [
    'the feeds that are due',
    (db: Db) => listDueFeeds(db, new Date('2026-11-21T00:30:00Z')),
    ['feeds_due_idx'],
  ],
])('%s', (_, read, indexes) => {
  it('is read from an index, in its order', async () => {
    const plans = await Promise.all((await statementsOf(read)).map(planOf))
    expect(plans.flatMap((plan) => plan.indexes)).toEqual(indexes)
    for (const { nodes } of plans) expect(nodes).not.toContain('Sort')
  })
})

it('no list reads the bodies', async () => {
  const lists = await statementsOf((db) =>
    Promise.all([listHome(db), listCategory(db, 'News'), listCategory(db, 'Sport')]),
  )
  expect(lists).toHaveLength(4)
  for (const { query } of lists) expect(query).not.toMatch(/"content"|\*/)
})

describe('a search for a substring', () => {
  it.each([
    [
      'of any of the four fields',
      `title ilike $1 or summary ilike $1 or author ilike $1 or category ilike $1`,
    ],
    ['of the title', 'title ilike $1'],
    ['of the summary', 'summary ilike $1'],
    ['of the author', 'author ilike $1'],
  ])('%s uses the trigram index', async (_, condition) => {
    const query = `select id from articles where ${condition} order by published_at desc, id desc limit 24`
    const { indexes } = await planOf({ query, params: ['%c4ca4238%'] })
    expect(new Set(indexes)).toEqual(new Set(['articles_search_idx']))
    const { rows } = await database.pool.query(query, ['%c4ca4238%'])
    expect(rows.length).toBe(/title/.test(condition) ? 1 : 0)
  })
})
