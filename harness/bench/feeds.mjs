import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { fetchNews } from '../../e2e/fixtures/fetch-news.ts'
import { numbers } from '../shared/client.mjs'
import { until } from '../shared/until.mjs'
import { AUTHORS, loadPages, PLACES } from './articles.mjs'
import { childrenOf, cpuTimeMs, endedChildrenMs, mainThreadMs } from './processes.mjs'
import { atLeast, count, median, print, under } from './report.mjs'
import { load } from './wrk.mjs'

const ITEMS = 50
/** PostgreSQL's processor time for the 50 new articles of a feed. */
const MAX_STORE_MS = 60
const MAX_RUN_SECONDS = 240
/** Rate of a cached page during a run, relative to the rate without. */
const MIN_RATE_DURING_RUN = 0.85
const MAX_STOP_SECONDS = 5
const START_LIMIT_MS = 60_000
const CONNECTIONS = 8
const SECONDS_PER_ROUND = 2
/** Before the run, and again after it. */
const IDLE_ROUNDS = 5

/** Serves a feed of 50 items at each path that is a number. */
export async function startPublishers(closing) {
  const server = await startLocalServer((request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/rss+xml' })
      .end(document(Number(request.url.slice(1)))),
  )
  return closing.use(server)
}

function document(feed) {
  const items = numbers(ITEMS).map(
    (item) => `<item><title>The ${words(feed, item, 6)} ${feed}-${item}</title>
<link>https://publisher-${feed}.example/story/${item}</link><guid isPermaLink="false">${feed}-${item}</guid>
<dc:creator>${AUTHORS[(feed + item) % AUTHORS.length]}</dc:creator>
<pubDate>${new Date(Date.now() - item * 60_000).toUTCString()}</pubDate>
<description>${words(feed, item + 1, 25)}.</description>
<content:encoded><![CDATA[${`<p>${words(feed, item + 2, 60)}.</p>`.repeat(4)}]]></content:encoded></item>`,
  )
  return `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>Publisher ${feed}</title><link>https://publisher-${feed}.example/</link>${items.join('\n')}</channel></rss>`
}

/** Text of a story, different for each feed and item. */
function words(feed, item, length) {
  return numbers(length)
    .map((n) => PLACES[(feed * 7919 + item * 104_729 + n * 31) % PLACES.length])
    .join(' ')
}

/** A run of a feed for each 100 articles, and the time to stop the server during another. */
export async function benchFeeds(bench) {
  const { client, site } = bench
  const feeds = Math.ceil(bench.articles / 100)
  await loadPages(bench)
  await addFeeds(bench, feeds)
  const postmasterFile = await readFile(join(bench.folder, 'postgres', 'postmaster.pid'), 'utf8')
  const postmaster = Number(postmasterFile.split('\n')[0])
  const cpuBefore = postgresCpuMs(postmaster)
  const { report, seconds, idle, busy } = await timeRun(site)
  const cpuMs = (postgresCpuMs(postmaster) - cpuBefore) / feeds
  print(
    `ingest of ${count(feeds)} feeds`,
    `${count(report.created)} articles, ${report.failed} feeds failed, in ${seconds.toFixed(0)} s`,
    under(report.failed === 0 ? seconds : Number.POSITIVE_INFINITY, MAX_RUN_SECONDS),
  )
  print(
    'ingest, CPU time of PostgreSQL',
    `${cpuMs.toFixed(1)} ms for ${ITEMS} articles`,
    under(cpuMs, MAX_STORE_MS),
  )
  const [calm, loaded] = [idle, busy].map((rounds) =>
    Object.fromEntries(Object.keys(idle[0]).map((key) => [key, median(rounds.map((one) => one[key]))])),
  )
  const ratio = loaded.rate / calm.rate
  const share = (one) => `${(one.generatorShare * 100).toFixed(0)} %`
  print(
    'cached home during ingest',
    `${ratio.toFixed(2)} of the rate without; ${(calm.msPerResponse / loaded.msPerResponse).toFixed(2)} by CPU time of the main thread per response; the load generator used ${share(loaded)} of a processor, ${share(calm)} without`,
    atLeast(ratio, MIN_RATE_DURING_RUN),
  )

  await addFeeds(bench, feeds)
  const abandoned = fetch(new URL('/functions/v1/fetch-news', site.url), { method: 'POST' }).catch(() => {})
  await until(START_LIMIT_MS, async () => {
    const { rowCount } = await client.query('select from feeds where last_checked_at is not null limit 1')
    return rowCount > 0
  })
  const stopped = performance.now()
  await site.stop()
  await abandoned
  const stopSeconds = (performance.now() - stopped) / 1000
  print('SIGTERM during ingest', `${stopSeconds.toFixed(1)} s`, under(stopSeconds, MAX_STOP_SECONDS))
}

/** Adds feeds, which are due, and removes all others. */
async function addFeeds({ client, publishers }, feeds) {
  await client.query('delete from feeds')
  await client.query(
    "insert into feeds (url, title) select $1::text || '/' || n, 'Feed ' || n from generate_series(1, $2::int) as n",
    [publishers.origin, feeds],
  )
}

/** CPU time that the processes of a PostgreSQL server have used so far, ended ones included (Linux only). */
function postgresCpuMs(postmaster) {
  const children = childrenOf(postmaster).map(cpuTimeMs)
  return cpuTimeMs(postmaster) + endedChildrenMs(postmaster) + children.reduce((sum, ms) => sum + ms, 0)
}

/**
 * Starts a run, and measures it and the rate of a cached page until it ends.
 *
 * @returns the report, seconds, and rounds outside the run and during it: responses per second, CPU time of the
 *   server's main thread per response, and the share of a processor that the load generator used
 */
async function timeRun({ url, pid }) {
  async function measure() {
    const mainBefore = mainThreadMs(pid)
    const generatorBefore = endedChildrenMs(process.pid)
    const started = performance.now()
    const responses = await load(url, { connections: CONNECTIONS, seconds: SECONDS_PER_ROUND })
    return {
      rate: responses / SECONDS_PER_ROUND,
      msPerResponse: (mainThreadMs(pid) - mainBefore) / responses,
      generatorShare: (endedChildrenMs(process.pid) - generatorBefore) / (performance.now() - started),
    }
  }
  const idle = []
  const busy = []
  await measure()
  for (const _ of numbers(IDLE_ROUNDS)) idle.push(await measure())
  const started = performance.now()
  let hasEnded = false
  const run = fetchNews(url).finally(() => {
    hasEnded = true
  })
  // A failed measurement ends the server, and with it the run.
  run.catch(() => {})
  while (!hasEnded) busy.push(await measure())
  const report = await run
  const seconds = (performance.now() - started) / 1000
  for (const _ of numbers(IDLE_ROUNDS)) idle.push(await measure())
  // The last round may have been longer than the run.
  return { report, seconds, idle, busy: busy.slice(0, -1) }
}
