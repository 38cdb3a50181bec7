import { addPosts, startLive } from '../../e2e/fixtures/live-coverage.ts'
import { readMetric } from '../shared/site.mjs'
import { createBlocks, findArticlePath, insertArticle, loadPages } from './articles.mjs'
import { clearFronts, curateHome } from './front.mjs'
import { createPaths, fetchPage, timePages } from './pages.mjs'
import { residentMemoryMb, startBareServer, withCpuTime } from './processes.mjs'
import { atLeast, count, median, print, under } from './report.mjs'
import { load } from './wrk.mjs'

const ROUNDS = 9
const SECONDS_PER_ROUND = 2
const CONNECTIONS = 32
/** CPU time of the bare server per request, relative to a cached page. */
const MIN_CACHED_RATIO = 0.9
/** CPU time of an uncached page. */
const MAX_CPU_MS = {
  home: 10,
  article: 6,
  'article of 60 blocks': 20,
  'curated home': 15,
  'live article': 60,
}
const BLOCKS = 60
const POSTS = 500
const RENDERS = 300
/** Renders before a measurement, after which V8 has optimised the hot functions. */
const WARM_UP_RENDERS = 1_000
const PAGES_PER_STEP = 1_000

/** CPU time of cached pages, relative to a bare server that writes the same bytes, in alternating rounds. */
export async function benchCached(bench) {
  const { url, pid } = bench.site
  const pages = await loadPages(bench)
  for (const [name, page] of Object.entries(pages)) await comparePage(name, page, pid)
  await fillCache(url)
  for (const [name, page] of Object.entries(pages)) await comparePage(`${name}, full cache`, page, pid)
  print('server memory, full cache', `${residentMemoryMb(pid).toFixed(0)} MB`)
}

async function comparePage(name, url, pid) {
  const bare = await startBareServer(url)
  const ours = []
  const theirs = []
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      ours.push(await measureCost(url, pid))
      theirs.push(await measureCost(bare.url, bare.pid))
    }
  } finally {
    await bare.stop()
  }
  // The first round warms up.
  const ratio = median(ours.map((our, round) => theirs[round] / our).slice(1))
  const cost = (costs) => `${(median(costs.slice(1)) * 1000).toFixed(1)} µs`
  print(
    `cached ${name}`,
    `${ratio.toFixed(3)} of a bare node:http server by CPU time; ${cost(ours)} per request, bare server ${cost(theirs)}`,
    atLeast(ratio, MIN_CACHED_RATIO),
  )
}

/** @returns milliseconds of CPU time per request */
async function measureCost(url, pid) {
  const options = { connections: CONNECTIONS, seconds: SECONDS_PER_ROUND }
  const { value: requests, cpuMs } = await withCpuTime(pid, () => load(url, options))
  return cpuMs / requests
}

/** Requests different pages until the cache drops the first ones. */
async function fillCache(origin) {
  const { category: createPath } = createPaths({ paths: [], articles: PAGES_PER_STEP })
  let [next, before, stored] = [0, -1, 0]
  while (stored > before) {
    for (let i = 0; i < PAGES_PER_STEP; i += 4)
      await Promise.all([0, 1, 2, 3].map((n) => fetchPage(new URL(createPath(next + i + n), origin))))
    next += PAGES_PER_STEP
    before = stored
    stored = await readMetric(origin, 'masthead_page_cache_pages')
  }
  print('cache filled', `${count(stored)} of ${count(next)} pages`)
}

/** CPU time of uncached pages, requested one after another. */
export async function benchUncached(bench) {
  const pages = await loadPages(bench)
  for (const [name, page] of Object.entries(pages)) await measureUncached(bench, name, page)
  const add = async (title, content) => {
    const id = await insertArticle(bench.client, title, content)
    return { id, url: new URL(await findArticlePath(bench.client, id), pages.home).href }
  }
  const story = await add('The last train home', await createBlocks(BLOCKS))
  await measureUncached(bench, 'article of 60 blocks', story.url)
  await curateHome(bench.client)
  await measureUncached(bench, 'curated home', pages.home)
  await clearFronts(bench.client)
  const live = await add('The count', '<p>The hall is full.</p>')
  await addPostsTo(bench.client, live.id)
  await measureUncached(bench, 'live article', live.url)
}

async function addPostsTo(client, id) {
  const site = { sql: async (text, values) => (await client.query(text, values)).rows }
  await startLive(site, id)
  await addPosts(site, id, POSTS)
}

/** The query string makes each address new to the page cache. */
async function measureUncached({ site }, name, url) {
  const { home: createPath } = createPaths({ paths: [], articles: 0 })
  const pathOf = (i) => new URL(createPath(i).slice(1), url)
  await timePages(url, pathOf, 0, WARM_UP_RENDERS)
  const { cpuMs } = await withCpuTime(site.pid, () => timePages(url, pathOf, WARM_UP_RENDERS, RENDERS))
  const ms = cpuMs / RENDERS
  print(`uncached ${name}`, `${ms.toFixed(1)} ms of CPU time`, under(ms, MAX_CPU_MS[name]))
}
