import { createServer } from 'node:http'
import { fetchNews } from '../../e2e/fixtures/fetch-news.ts'
import { AUTHORS, PLACES } from './articles.mjs'
import { childrenOf, cpuTimeMs, endedChildrenMs, mainThreadMs } from './processes.mjs'
import { load } from './wrk.mjs'

const ITEMS = 50
const CONNECTIONS = 8
const SECONDS_PER_ROUND = 2
/** Before the run, and again after it. */
const IDLE_ROUNDS = 5

/** Text of a story, different for each feed and item. */
function words(feed, item, count) {
  return Array.from(
    { length: count },
    (_, n) => PLACES[(feed * 7919 + item * 104_729 + n * 31) % PLACES.length],
  ).join(' ')
}

function document(feed) {
  const items = Array.from(
    { length: ITEMS },
    (_, item) => `<item><title>The ${words(feed, item, 6)} ${feed}-${item}</title>
<link>https://publisher-${feed}.example/story/${item}</link><guid isPermaLink="false">${feed}-${item}</guid>
<dc:creator>${AUTHORS[(feed + item) % AUTHORS.length]}</dc:creator>
<pubDate>${new Date(Date.now() - item * 60_000).toUTCString()}</pubDate>
<description>${words(feed, item + 1, 25)}.</description>
<content:encoded><![CDATA[${`<p>${words(feed, item + 2, 60)}.</p>`.repeat(4)}]]></content:encoded></item>`,
  )
  return `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>Publisher ${feed}</title><link>https://publisher-${feed}.example/</link>${items.join('\n')}</channel></rss>`
}

/** Serves a feed of 50 items at each path that is a number. */
export async function openPublishers() {
  const server = createServer((request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/rss+xml' })
      .end(document(Number(request.url.slice(1)))),
  )
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/**
 * Adds feeds, which are due, and removes all others.
 *
 * @param {import('pg').Client} client
 */
export async function addFeeds(client, host, count) {
  await client.query('delete from feeds')
  await client.query(
    "insert into feeds (url, title) select 'http://' || $1::text || '/' || n, 'Feed ' || n from generate_series(1, $2::int) as n",
    [host, count],
  )
}

/**
 * CPU time in milliseconds that the processes of a PostgreSQL server have used so far,
 * ended ones included (Linux only).
 */
export function postgresCpuMs(postmasterPid) {
  const children = childrenOf(postmasterPid).map(cpuTimeMs)
  return cpuTimeMs(postmasterPid) + endedChildrenMs(postmasterPid) + children.reduce((sum, ms) => sum + ms, 0)
}

/**
 * Starts a run, and measures it and the rate of a cached page until it ends.
 *
 * @returns the report, seconds, and rounds outside the run and during it: responses per second, CPU time of the
 *   server's main thread per response, and the share of a processor that the load generator used
 */
export async function timeRun(site, pid) {
  const measure = async () => {
    const [mainMs, generatorMs, started] = [
      mainThreadMs(pid),
      endedChildrenMs(process.pid),
      performance.now(),
    ]
    const responses = await load(site, { connections: CONNECTIONS, seconds: SECONDS_PER_ROUND })
    return {
      rate: responses / SECONDS_PER_ROUND,
      msPerResponse: (mainThreadMs(pid) - mainMs) / responses,
      generatorShare: (endedChildrenMs(process.pid) - generatorMs) / (performance.now() - started),
    }
  }
  const idle = []
  const measureIdle = async () => {
    for (let round = 0; round < IDLE_ROUNDS; round += 1) idle.push(await measure())
  }
  await measure()
  await measureIdle()
  const started = performance.now()
  let report
  const run = fetchNews(site).then((result) => {
    report = result
  })
  // A failed measurement ends the server, and with it the run.
  run.catch(() => {})
  const busy = []
  while (!report) busy.push(await measure())
  await run
  const seconds = (performance.now() - started) / 1000
  await measureIdle()
  // The last round may have been longer than the run.
  return { report, seconds, idle, busy: busy.slice(0, -1) }
}
