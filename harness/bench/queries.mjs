import { readFileSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/node-postgres'
import { listArticles } from '#features/desk/server/list-articles.server.ts'
import { searchArticles } from '../../src/features/search/server/search-articles.server.ts'
import {
  listFeedArticles,
  listSitemapArticles,
  listSitemapMonths,
} from '../../src/features/syndication/server/syndication.server.ts'
import { CATEGORIES } from '../../src/kernel/category.ts'
import { AUTHORS, PLACES } from './articles.mjs'

const RUNS = 100
const WARM_UP = 10
const DAY_MS = 24 * 3_600_000

const isoDay = (days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** Selects as many frequent as rare entries, in a fixed order. */
function zipf(list, i) {
  const random = (i * 0.6180339887) % 1
  return list[Math.floor((list.length + 1) ** random) - 1]
}

const category = (i) => CATEGORIES[i % CATEGORIES.length]
const q = (i) => zipf(PLACES, i)
const to = (i) => isoDay(30 + ((i * 37) % 600))
const author = (i) => zipf(AUTHORS, i * 3)

const SEARCHES = {
  'search by word': (i) => ({ q: q(i) }),
  'search by word and category': (i) => ({ q: q(i), category: category(i) }),
  'search by word, category, author': (i) => ({ q: q(i), category: category(i), author: author(i) }),
  'search by word in old dates': (i) => ({ q: q(i), to: to(i) }),
  'search by word in a month': (i) => ({ q: q(i), from: isoDay(60 + ((i * 37) % 600)), to: to(i) }),
  'search by phrase in old dates': (i) => ({ q: `said in ${q(i)}`, to: to(i) }),
  'search by author in old dates': (i) => ({ author: author(i), to: to(i) }),
}

/** With the limits of their 95th percentile in milliseconds. */
const QUERIES = [
  ...Object.entries(SEARCHES).map(([name, filter]) => [name, 50, (db, i) => searchArticles(db, filter(i))]),
  ['RSS', 50, (db, i) => listFeedArticles(db, category(i))],
  ['article manager', 50, (db, i) => listArticles(db, i % 2 ? {} : { category: category(i) })],
  ['sitemap index', 150, (db) => listSitemapMonths(db)],
  [
    'sitemap of a month',
    150,
    (db, i) => listSitemapArticles(db, { month: isoDay(31 * (1 + (i % 12))).slice(0, 7), part: 1 + (i % 4) }),
  ],
]

/**
 * Measures the queries of pages, without rendering: times, CPU time of PostgreSQL (Linux only), and for searches the
 * rows of the text index that the planner expects and that are read, at most in the first ten runs.
 *
 * @param {import('pg').Client} client
 */
export async function timeQueries(client) {
  const { rows: backends } = await client.query('select pg_backend_pid() as pid')
  const cpuMs = () => Number(readFileSync(`/proc/${backends[0].pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  const statements = []
  const db = drizzle({ client })
  const logged = drizzle({
    client,
    logger: { logQuery: (query, params) => statements.push({ query, params }) },
  })
  const results = []
  for (const [name, maxMs, run] of QUERIES) {
    for (let i = 0; i < WARM_UP; i++) await run(logged, i)
    const rows = await readRows(client, statements.splice(0))
    const samples = []
    for (let i = WARM_UP; i < WARM_UP + RUNS; i++) {
      const [started, cpuBefore] = [performance.now(), cpuMs()]
      await run(db, i)
      samples.push({ ms: performance.now() - started, cpu: cpuMs() - cpuBefore })
    }
    results.push({ name, maxMs, ms: quantiles(samples, 'ms'), cpu: quantiles(samples, 'cpu'), rows })
  }
  return results
}

function quantiles(samples, key) {
  const sorted = samples.map((sample) => sample[key]).toSorted((a, b) => a - b)
  return { median: sorted[RUNS / 2], p95: sorted[Math.ceil(RUNS * 0.95) - 1] }
}

/** Explains the statement with the text index that reads the most rows. */
async function readRows(client, statements) {
  const counts = []
  for (const { query, params } of statements.filter(({ query }) =>
    query.includes('matches as materialized'),
  )) {
    await client.query('begin; set local enable_seqscan = off; set local enable_indexscan = off')
    const { rows } = await client.query(`explain (analyze, format json) ${query}`, params)
    await client.query('commit')
    counts.push(...indexScans(rows[0]['QUERY PLAN'][0].Plan))
  }
  return counts.toSorted((a, b) => b.read - a.read)[0]
}

function indexScans(node) {
  const found = { expected: node['Plan Rows'], read: node['Actual Rows'] }
  return node['Node Type'] === 'Bitmap Index Scan' ? [found] : (node.Plans ?? []).flatMap(indexScans)
}
