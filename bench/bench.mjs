// Speed as a ratio within one run: the machine may be shared, so absolute times say little.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { openDatabase } from '../src/platform/database/db.server.ts'
import { LOCK_KEYS } from '../src/platform/database/lock-keys.ts'
import { openEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.server.ts'
import { loadArticles } from './articles.mjs'
import { median, scorePage } from './lighthouse.mjs'
import { openSink, sendCampaign } from './newsletter.mjs'
import { loadYear, timePageUnderBeacons, timeTabs } from './page-views.mjs'
import { processorTime, residentMemory, startProcess } from './processes.mjs'
import { addressesOf, read, timePages } from './uncached.mjs'

/** How many articles the scratch database holds for the speeds, for Lighthouse, and for the slowest of pages. */
const ARTICLES = 100_000
const FEW_ARTICLES = 100
const MANY_ARTICLES = 1_000_000
const ROUNDS = 9
const SECONDS_A_ROUND = 2
const CONNECTIONS = 32
const RENDERS = 300
const WARM_UP = 100
/** What 95 of 100 pages stay under, uncached, in milliseconds. */
const MOST_PAGE_MS = 50
const BAR = 0.9
/** How many times as long a cached page may take while readers' pages tell of themselves. */
const MOST_SLOWER = 1.1
/** How long telling ten seconds of beacons may take; where the server takes them more slowly, it is behind. */
const MOST_BEACON_SECONDS = 10.5
/** How long the figures of a tab of the analytics may take, with a year of a million views a month. */
const MOST_TAB_MS = 300
/** Processor time of a render, in milliseconds. */
const MOST_PROCESSOR_MS = { home: 10, article: 6 }
/** `node bench/bench.mjs lighthouse`: one part alone. */
const [only] = process.argv.slice(2)
const isWanted = (part) => !only || only === part

const dataDir = await mkdtemp(join(tmpdir(), 'masthead-bench-'))
const closing = new AsyncDisposableStack()
try {
  await bench()
} finally {
  await closing.disposeAsync()
  await rm(dataDir, { recursive: true, force: true })
}

async function bench() {
  const postgres = await openEmbeddedPostgres({ dataDir, log: () => {} })
  closing.defer(() => postgres.close())
  const sink = await openSink()
  closing.defer(() => sink.close())
  const { site, seconds } = await startSite({ SMTP_URL: sink.url, MAIL_FROM: 'news@example.org' })
  closing.defer(() => site.stop())
  const pid = await serverPid(site.value)
  print('from npm start to the first page', `${seconds.toFixed(2)} s`)

  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  closing.defer(() => client.end())
  if (isWanted('newsletter')) {
    const { recipients, rate, before, early, most } = await sendCampaign(client, sink, pid)
    print(
      `newsletter to ${recipients.toLocaleString('en-GB')}`,
      `${rate.toFixed(0)} messages a second; memory ${before.toFixed(0)} MB before, ${early.toFixed(0)} MB after a fifth, ${most.toFixed(0)} MB at most`,
    )
  }
  if (isWanted('lighthouse')) {
    const pages = await fill(client, site.value, FEW_ARTICLES)
    for (const [name, url] of Object.entries(pages)) await benchLighthouse(name, url)
  }
  if (isWanted('cached') || isWanted('uncached')) {
    const pages = await fill(client, site.value, ARTICLES)
    if (isWanted('cached')) for (const [name, url] of Object.entries(pages)) await benchCached(name, url, pid)
    if (isWanted('uncached'))
      for (const [name, url] of Object.entries(pages)) await benchUncached(name, url, pid)
  }
  if (isWanted('beacons')) await benchBeacons(site.value, client, pid)
  if (isWanted('analytics')) await benchAnalytics(postgres.url, client)
  if (isWanted('million')) await benchMillion(site.value, client)
  print('memory of the server', `${residentMemory(pid).toFixed(0)} MB`)
}

/** Stores so many articles. @returns the addresses of the home page and of an article */
async function fill(client, home, count) {
  await loadArticles(client, count)
  print('articles stored', count.toLocaleString('en-GB'))
  const [id] = await someIds(client, 1)
  return { home, article: `${home}article/${id}` }
}

async function someIds(client, count) {
  const { rows } = await client.query(
    'select id from articles order by published_at desc limit $1 offset 20',
    [count],
  )
  return rows.map(({ id }) => id)
}

/** How long a page takes that must be rendered, where there are a million articles. */
async function benchMillion(home, client) {
  await fill(client, home, MANY_ARTICLES)
  const addresses = addressesOf({ ids: await someIds(client, RENDERS + WARM_UP), articles: MANY_ARTICLES })
  for (const [name, address] of Object.entries(addresses)) {
    await timePages(home, address, 0, WARM_UP)
    const times = (await timePages(home, address, WARM_UP, RENDERS)).toSorted((a, b) => a - b)
    const p95 = times[Math.ceil(RENDERS * 0.95) - 1]
    print(
      `${name}, uncached`,
      `${median(times).toFixed(0)} ms, 95 of 100 within ${p95.toFixed(0)} ms (${verdict(p95 < MOST_PAGE_MS, `under ${MOST_PAGE_MS}`)})`,
    )
  }
}

async function benchLighthouse(name, url) {
  const { scores, times } = await scorePage(url)
  for (const { what, figure, bar, holds } of scores)
    print(`Lighthouse ${name}, ${what}`, `${figure} (${verdict(holds, bar)})`)
  print(`Lighthouse ${name}, times`, times)
}

function verdict(holds, bar) {
  return `bar ${bar}: ${holds ? 'holds' : 'DOES NOT HOLD'}`
}

async function startSite(mail) {
  const started = performance.now()
  const site = await startProcess('npm', ['start'], {
    env: {
      DATA_DIR: dataDir,
      PORT: '0',
      NEWS_FETCH: 'off',
      SAMPLE_EDITION: 'off',
      NODE_ENV: 'production',
      TRUST_PROXY: 'on',
      ...mail,
    },
    read: (line) => /http:\/\/localhost:\d+/.exec(line)?.[0].concat('/'),
  })
  await read(site.value)
  return { site, seconds: (performance.now() - started) / 1000 }
}

async function benchBeacons(url, client, pid) {
  const { quiet, bare, busy, beacons, perBeacon, perBare } = await timePageUnderBeacons(url, pid)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const { rows } = await client.query(
    'select count(*)::int as stored, count(*) filter (where seconds > 0)::int as left from page_views',
  )
  const count = (number) => number.toLocaleString('en-GB')
  print(
    'beacons',
    `${count(beacons.taken)} taken in ${beacons.seconds.toFixed(1)} s, ${count(beacons.refused)} refused; ${count(rows[0].stored)} views stored, ${count(rows[0].left)} of them left; ${(perBeacon * 1000).toFixed(0)} µs of processor time each, ${(perBare * 1000).toFixed(0)} µs of a bare server's`,
  )
  const times = `${busy.toFixed(2)} ms; ${quiet.toFixed(2)} ms without, ${bare.toFixed(2)} ms while a bare server is told`
  print('cached home under beacons', times)
  const [toQuiet, toBare] = [busy / quiet, busy / bare]
  // A server that takes fewer, or stores none, has an easy time.
  const isWhole = beacons.seconds < MOST_BEACON_SECONDS && rows[0].stored * 2 === beacons.taken
  print(
    'cached home under beacons, ratio',
    `${toBare.toFixed(2)} times as while a bare server is told (${verdict(isWhole && toBare <= MOST_SLOWER, MOST_SLOWER)}); ${toQuiet.toFixed(2)} times as without`,
  )
}

async function benchAnalytics(url, client) {
  const database = openDatabase(url, () => {})
  const ms = await loadYear(client, database.db)
  print('analytics, counting a whole day', `${ms.toFixed(0)} ms`)
  // Meanwhile the server counts nothing: what came in the last minute is there all the time.
  await client.query('select pg_advisory_lock($1)', [LOCK_KEYS.rollUpViews])
  for (const { tab, ms } of await timeTabs(database.db))
    print(`analytics, ${tab}`, `${ms.toFixed(0)} ms (${verdict(ms < MOST_TAB_MS, `under ${MOST_TAB_MS}`)})`)
  await database.close()
}

/** Cached requests per second beside a bare server that writes the same bytes, in rounds by turns. */
async function benchCached(name, url, pid) {
  const bare = await startProcess(process.execPath, ['bench/bare-server.mjs', url], {
    read: (line) => (line.startsWith('http') ? line : undefined),
  })
  const ours = []
  const theirs = []
  await load(url)
  await load(bare.value)
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await measure(url, pid))
    theirs.push(await measure(bare.value, bare.child.pid))
  }
  await bare.stop()
  const ratio = median(ours.map((our, round) => our.rate / theirs[round].rate))
  const processor = median(ours.map((our, round) => theirs[round].cost / our.cost))
  print(`cached ${name}`, `${perSecond(ours)} a second; bare node:http ${perSecond(theirs)}`)
  print(
    `cached ${name}, ratio`,
    `${ratio.toFixed(3)} of its requests (${verdict(ratio >= BAR, BAR)}); by processor time ${processor.toFixed(3)}`,
  )
}

async function measure(url, pid) {
  const before = processorTime(pid)
  const { requests, errors, non2xx } = await load(url)
  if (errors || non2xx) throw new Error(`${url}: ${errors} errors, ${non2xx} answers that were no page`)
  return { rate: requests.average, cost: (processorTime(pid) - before) / requests.total }
}

function load(url) {
  const headers = { 'accept-encoding': 'br' }
  return autocannon({ url, connections: CONNECTIONS, duration: SECONDS_A_ROUND, headers })
}

/** Renders one at a time; a query parameter that pages keep makes each a page that was never asked for. */
async function benchUncached(name, url, pid) {
  const { home: address } = addressesOf({ ids: [], articles: 0 })
  await timePages(url, address, 0, WARM_UP)
  const [processorBefore, started] = [processorTime(pid), performance.now()]
  await timePages(url, address, WARM_UP, RENDERS)
  const wall = (performance.now() - started) / RENDERS
  const processor = (processorTime(pid) - processorBefore) / RENDERS
  print(
    `uncached ${name}`,
    `${(1000 / wall).toFixed(0)} a second, ${processor.toFixed(1)} ms of processor time each (${verdict(processor < MOST_PROCESSOR_MS[name], `under ${MOST_PROCESSOR_MS[name]}`)})`,
  )
}

/** The process that listens, which `npm start` has below it. */
async function serverPid(url) {
  const figures = await (await fetch(new URL('/metrics', url))).text()
  const pid = /masthead_process_id (\d+)/.exec(figures)?.[1]
  if (!pid) throw new Error('/metrics does not tell the process id')
  return Number(pid)
}

function perSecond(rounds) {
  return Math.round(median(rounds.map(({ rate }) => rate))).toLocaleString('en-GB')
}

function print(what, figure) {
  console.log(`${what.padEnd(36)} ${figure}`)
}
