import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { articleListQuery } from '#features/desk/desk.functions.ts'
import { topicsQuery } from '#features/topics/topics.functions.ts'
import type { QueryTags } from '#kernel/cache-tags.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { findChangeTags } from './change-notifications.server.ts'

type Query = { queryKey: readonly unknown[]; meta?: QueryTags }

const FEATURES = new URL('../../features/', import.meta.url)
const QUERY_MODULES = /(\.functions|-queries)\.ts$/
const ARTICLE = { table: 'articles', id: '1', categories: ['Sport'], breaking: true }
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const isQuery = (value: unknown): value is Query =>
  typeof value === 'object' && value !== null && 'queryKey' in value && 'queryFn' in value

function readQuery(name: string, value: unknown): Query | undefined {
  if (isQuery(value)) return value
  if (typeof value !== 'function' || !name.endsWith('Query')) return undefined
  const options: unknown =
    value.length > 1 ? value('1', '1') : value({ id: '1', toString: () => '1', toLowerCase: () => '1' })
  return isQuery(options) ? options : undefined
}

async function listQueries(): Promise<[name: string, query: Query][]> {
  const files = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
  const modules = await Promise.all(
    files
      .filter((file) => QUERY_MODULES.test(file))
      .map((file) => import(new URL(file, FEATURES).href) as Promise<Record<string, unknown>>),
  )
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => {
      const query = readQuery(name, value)
      return query ? [[name, query] as [string, Query]] : []
    }),
  )
}

/** The tables whose changes triggers announce. */
async function listAnnouncedTables(): Promise<string[]> {
  const { rows } = await database.pool.query(
    `select distinct tgrelid::regclass::text as name
     from pg_trigger join pg_proc on pg_proc.oid = tgfoid where proname like 'announce\\_%'`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Tags without a query: the publication timer (`main.ts`) and the script that follows live coverage (`live/reader/`) wait
 * for them, and open pages keep their list of the most read articles and the names of people and topics.
 */
const WITHOUT_QUERY = [
  'authors',
  'author-name',
  'topics',
  'topic',
  'topic-name',
  'live',
  'most-read',
  'admin:publications',
]

/** Without the id of an article or the name of a category or page. */
const kindOf = (tag: string) =>
  tag.split(/(?<=^(?:category|article|front|live|(?:author|topic)(?:-name)?)):/)[0] ?? tag

it('each table whose changes are announced has tags', async () => {
  for (const table of await listAnnouncedTables())
    if (table !== ARTICLE.table) expect(findChangeTags({ table, id: '1' }), table).not.toBeNull()
})

it('every query has tags that changes announce, or declares that it has none, and every announced tag has a query', async () => {
  const pages = [{ author: '1', id: '1' }, { topic: '1', id: '1' }, { article: '1' }]
  const announced = [
    ARTICLE,
    ...pages,
    ...(await listAnnouncedTables()).map((table) => ({ table, id: '1' })),
  ].flatMap((change) => findChangeTags(change)?.map(kindOf) ?? [])
  const queries = await listQueries()
  expect(queries.length).toBeGreaterThan(25)
  for (const [name, { meta }] of queries) {
    expect(meta?.tags, `${name} has no meta.tags`).toBeDefined()
    for (const tag of meta?.tags ?? [])
      expect(announced, `${name} has a tag that nothing announces`).toContain(kindOf(tag))
  }
  const declared = queries.flatMap(([, { meta }]) => [
    ...(meta?.tags ?? []).map(kindOf),
    ...(meta?.hasCategory ? ['category'] : []),
  ])
  expect([...new Set(announced)].filter((tag) => !declared.includes(tag))).toEqual(WITHOUT_QUERY)
})

it('queries are declared in the modules that these tests read', () => {
  const others = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && !QUERY_MODULES.test(file),
  )
  const declares = (file: string) =>
    /queryFn: (async )?\(/.test(readFileSync(new URL(file, FEATURES), 'utf8'))
  expect(others.length).toBeGreaterThan(500)
  expect(others.filter(declares)).toEqual([])
})

it.each([
  ['names of topics', 'topics'],
  ['the topics of articles', 'article_topics'],
])('%s are announced to the lists of topics and articles', (_, table) => {
  const tags = findChangeTags({ table })
  for (const { meta } of [topicsQuery, articleListQuery({})])
    expect(meta?.tags.some((tag) => tags?.includes(tag))).toBe(true)
})
