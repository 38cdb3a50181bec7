import { readFileSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/node-postgres'
import { listArticles } from '#features/desk/server/list-articles.server.ts'
import { searchArticles } from '#features/search/server/search-articles.server.ts'
import {
  listFeedArticles,
  listSitemapArticles,
  listSitemapMonths,
} from '#features/syndication/server/syndication.server.ts'
import { CATEGORIES } from '../../e2e/fixtures/categories.ts'
import { AUTHORS, findArticlePaths, loadPages, PLACES, zipf } from './articles.mjs'
import { createPaths, isoDay, timePages } from './pages.mjs'
import { formatTimes, print, printTimes, quantile, under } from './report.mjs'

const RUNS = 100
const WARM_UP = 10
const RENDERS = 300
const WARM_UP_RENDERS = 100
/** 95th percentile of an uncached page. */
const MAX_PAGE_MS = 50

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
  ['article list', 50, (db, i) => listArticles(db, i % 2 ? {} : { category: category(i) })],
  ['sitemap index', 150, (db) => listSitemapMonths(db)],
  [
    'sitemap of a month',
    150,
    (db, i) => listSitemapArticles(db, { month: isoDay(31 * (1 + (i % 12))).slice(0, 7), part: 1 + (i % 4) }),
  ],
]

/** Times of queries and of uncached pages with ten times as many articles: a million. */
export async function benchMillion(bench) {
  const { client, site } = bench
  const articles = 10 * bench.articles
  await loadPages(bench, articles)
  await printQueries(client, QUERIES, RUNS)
  const paths = await findArticlePaths(client, RENDERS + WARM_UP_RENDERS)
  for (const [name, createPath] of Object.entries(createPaths({ paths, articles }))) {
    await timePages(site.url, createPath, 0, WARM_UP_RENDERS)
    const times = await timePages(site.url, createPath, WARM_UP_RENDERS, RENDERS)
    printTimes(`${name}, uncached`, times, MAX_PAGE_MS)
  }
}

/**
 * Measures queries without rendering: times, and CPU time of PostgreSQL (Linux only).
 *
 * @param {import('pg').Client} client
 * @param {[name: string, maxMs: number, run: (db: any, i: number) => Promise<unknown>][]} queries with the limit of their
 *   95th percentile
 */
export async function printQueries(client, queries, runs) {
  const db = drizzle({ client })
  const { rows: backends } = await client.query('select pg_backend_pid() as pid')
  const readCpuMs = () =>
    Number(readFileSync(`/proc/${backends[0].pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  for (const [name, maxMs, run] of queries) {
    const times = []
    const cpuTimes = []
    for (let i = 0; i < WARM_UP + runs; i++) {
      const started = performance.now()
      const cpuBefore = readCpuMs()
      await run(db, i)
      if (i < WARM_UP) continue
      times.push(performance.now() - started)
      cpuTimes.push(readCpuMs() - cpuBefore)
    }
    print(name, `${formatTimes(times)}; CPU ${formatTimes(cpuTimes)}`, under(quantile(times, 0.95), maxMs))
  }
}
