// Speeds are compared as ratios within one run, because absolute times on a shared machine vary.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../src/platform/database/db.server.ts'
import { LOCK_KEYS } from '../../src/platform/database/lock-keys.ts'
import { openEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.server.ts'
import { loadArticles } from './articles.mjs'
import { loadDesk, timeDesk } from './desk.mjs'
import { timeEditor } from './editor.mjs'
import { addFeeds, openPublishers, postgresCpuMs, timeRun } from './feeds.mjs'
import { median, scorePage } from './lighthouse.mjs'
import { openSink, sendCampaign } from './newsletter.mjs'
import { timeUnderAttack } from './overload.mjs'
import { insertYearOfViews, timePageUnderBeacons, timeTabs } from './page-views.mjs'
import { cpuTimeMs, residentMemoryMb, startProcess } from './processes.mjs'
import { timeQueries } from './queries.mjs'
import { findServerPid, readMetric, startSite } from './site.mjs'
import { createUrls, fetchPage, timePages } from './uncached.mjs'
import { compareWorkers } from './workers.mjs'
import { load } from './wrk.mjs'

/** Number of articles for the speed tests, for Lighthouse, and for the uncached pages at scale. */
const ARTICLES = 100_000
const FEW_ARTICLES = 100
const MANY_ARTICLES = 1_000_000
const ROUNDS = 9
const SECONDS_PER_ROUND = 2
const CONNECTIONS = 32
const RENDERS = 300
/** Renders before a measurement, after which V8 has optimised the hot functions. */
const WARM_UP_RENDERS = 1_000
const WARM_UP = 100
const PAGES_PER_STEP = 1_000
const DRAFTS = 100_000
/** 95th percentile of a page of the article list. */
const MAX_DESK_MS = 50
/** 95th percentile of an uncached page. */
const MAX_PAGE_MS = 50
/** CPU time of the bare server per request, relative to a cached page. */
const MIN_CACHED_RATIO = 0.9
/** Response time of a cached page while beacons arrive, relative to the time without. */
const MAX_SLOWDOWN = 1.1
/** Time to send ten seconds of beacons. More means that the server cannot keep up. */
const MAX_BEACON_SECONDS = 10.5
/** Share of the readers of a cached page that get it in time under an attack, relative to the share without. */
const MIN_RATE_UNDER_ATTACK = 0.9
/** Query time of one analytics tab, with a year of a million views a month. */
const MAX_TAB_MS = 300
/** CPU time of an uncached page. */
const MAX_CPU_MS = { home: 10, article: 6 }
/** 95th percentiles: from a key press to its paint, and from a click on an article to its text in the editor. */
const MAX_KEY_MS = 30
const MAX_OPENING_MS = 600
/** The size of the requests that save a sentence. */
const MAX_SENTENCE_BYTES = 1_000
const FEEDS = 1_000
/** PostgreSQL's processor time for the 50 new articles of a feed. */
const MAX_STORE_MS = 60
const MAX_RUN_SECONDS = 240
/** Rate of a cached page during a run, relative to the rate without. */
const MIN_RATE_DURING_RUN = 0.85
const MAX_STOP_SECONDS = 5
const WORKERS = 2
/** Cached pages of two workers, relative to one process. */
const MIN_WORKERS_RATIO = 1.7
/** `node harness/bench/bench.mjs lighthouse` runs one part only. */
const [only] = process.argv.slice(2)
const isSelected = (part) => !only || only === part

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
  const publishers = await openPublishers()
  closing.defer(() => publishers.close())
  const { site, seconds } = await startSite({
    DATA_DIR: dataDir,
    SMTP_URL: sink.url,
    MAIL_FROM: 'news@example.org',
    ALLOWED_PRIVATE_HOSTS: publishers.host,
  })
  closing.defer(() => site.stop())
  const pid = await findServerPid(site.value)
  print('npm start to first page', `${seconds.toFixed(2)} s`)

  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  await client.connect()
  closing.defer(() => client.end())
  if (isSelected('newsletter')) {
    const { recipients, rate, memory } = await sendCampaign(client, sink, pid)
    print(
      `newsletter to ${recipients.toLocaleString('en-GB')}`,
      `${rate.toFixed(0)} emails per second; memory ${memory.before.toFixed(0)} MB before, ${memory.early.toFixed(0)} MB peak in the first fifth, ${memory.peak.toFixed(0)} MB peak`,
    )
  }
  if (isSelected('lighthouse')) {
    const pages = await loadPages(client, site.value, FEW_ARTICLES)
    for (const [name, url] of Object.entries(pages)) await benchLighthouse(name, url)
  }
  if (isSelected('editor')) await benchEditor(client, site.value, pid)
  if (isSelected('workers')) {
    const { home } = await loadPages(client, site.value, FEW_ARTICLES)
    await benchWorkers(home, pid, postgres.ownerUrl)
  }
  if (isSelected('cached') || isSelected('uncached') || isSelected('overload')) {
    const pages = await loadPages(client, site.value, ARTICLES)
    if (isSelected('cached')) {
      for (const [name, url] of Object.entries(pages)) await benchCached(name, url, pid)
      await fillCache(site.value)
      for (const [name, url] of Object.entries(pages)) await benchCached(`${name}, full cache`, url, pid)
      print('server memory, full cache', `${residentMemoryMb(pid).toFixed(0)} MB`)
    }
    if (isSelected('overload')) await benchOverload(pages.home, pid)
    if (isSelected('uncached'))
      for (const [name, url] of Object.entries(pages)) await benchUncached(name, url, pid)
  }
  if (isSelected('desk')) await benchDesk(client)
  if (isSelected('beacons')) await benchBeacons(site.value, client, pid)
  if (isSelected('analytics')) await benchAnalytics(postgres.ownerUrl, client)
  if (isSelected('million')) await benchMillion(site.value, client)
  print('server memory', `${residentMemoryMb(pid).toFixed(0)} MB`)
  // Last, since it stops the server.
  if (isSelected('feeds')) await benchFeeds(site, client, publishers.host, pid)
}

/** Cached pages of several workers, relative to the site with one process. */
async function benchWorkers(url, pid, databaseUrl) {
  const environment = { DATA_DIR: join(dataDir, 'workers'), DATABASE_URL: databaseUrl }
  const { capacity, rate, maxRate } = await compareWorkers({ url, pid }, WORKERS, environment)
  print(
    `cached home, ${WORKERS} workers`,
    `${capacity.toFixed(2)} times one process by CPU time (${verdict(capacity >= MIN_WORKERS_RATIO, `at least ${MIN_WORKERS_RATIO}`)}); ${rate.toFixed(2)} times the rate, with the load generator on the same cores (at most ${maxRate.toFixed(2)} on this machine)`,
  )
}

/** A run of all feeds, and the time to stop the server during another. */
async function benchFeeds(site, client, host, pid) {
  await loadPages(client, site.value, ARTICLES)
  await addFeeds(client, host, FEEDS)
  const postmaster = Number(
    (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
  )
  const cpuBefore = postgresCpuMs(postmaster)
  const { report, seconds, idle, busy } = await timeRun(site.value, pid)
  const cpuMs = (postgresCpuMs(postmaster) - cpuBefore) / FEEDS
  print(
    `ingest of ${FEEDS.toLocaleString('en-GB')} feeds`,
    `${report.created.toLocaleString('en-GB')} articles of ${report.feeds.toLocaleString('en-GB')} feeds, ${report.failed} failed, in ${seconds.toFixed(0)} s (${verdict(report.failed === 0 && seconds < MAX_RUN_SECONDS, `under ${MAX_RUN_SECONDS}`)})`,
  )
  print(
    'ingest, CPU time of PostgreSQL',
    `${cpuMs.toFixed(1)} ms for 50 articles (${verdict(cpuMs < MAX_STORE_MS, `under ${MAX_STORE_MS}`)})`,
  )
  const medianOf = (rounds, key) => median(rounds.map((round) => round[key]))
  const ratio = medianOf(busy, 'rate') / medianOf(idle, 'rate')
  const cpuRatio = medianOf(idle, 'msPerResponse') / medianOf(busy, 'msPerResponse')
  const generatorShare = (rounds) => `${(medianOf(rounds, 'generatorShare') * 100).toFixed(0)} %`
  print(
    'cached home during ingest',
    `${ratio.toFixed(2)} of the rate without (${verdict(ratio >= MIN_RATE_DURING_RUN, `at least ${MIN_RATE_DURING_RUN}`)}); ${cpuRatio.toFixed(2)} by CPU time of the main thread per response; the load generator used ${generatorShare(busy)} of a processor, ${generatorShare(idle)} without`,
  )
  await addFeeds(client, host, FEEDS)
  const abandoned = fetch(new URL('/functions/v1/fetch-news', site.value), { method: 'POST' }).catch(() => {})
  while ((await client.query('select from feeds where last_checked_at is not null limit 1')).rowCount === 0)
    await new Promise((resolve) => setTimeout(resolve, 100))
  const stopped = performance.now()
  await site.stop()
  await abandoned
  const stopSeconds = (performance.now() - stopped) / 1000
  print(
    'SIGTERM during ingest',
    `${stopSeconds.toFixed(1)} s (${verdict(stopSeconds < MAX_STOP_SECONDS, `under ${MAX_STOP_SECONDS}`)})`,
  )
}

/** Stores `count` articles and returns the URLs of the home page and of an article. */
async function loadPages(client, home, count) {
  await loadArticles(client, count)
  print('articles stored', count.toLocaleString('en-GB'))
  const [id] = await findArticleIds(client, 1)
  return { home, article: `${home}article/${id}` }
}

async function findArticleIds(client, count) {
  const { rows } = await client.query(
    'select id from articles order by published_at desc limit $1 offset 20',
    [count],
  )
  return rows.map(({ id }) => id)
}

/** Response times of the queries of the article list. */
async function benchDesk(client) {
  const people = await loadDesk(client, { drafts: DRAFTS, articles: ARTICLES })
  for (const { name, ms, cpu } of await timeDesk(client, people))
    print(
      `article list, ${name}`,
      `median ${ms.median.toFixed(1)} ms, p95 ${ms.p95.toFixed(1)} ms (${verdict(ms.p95 < MAX_DESK_MS, `under ${MAX_DESK_MS}`)}); CPU median ${cpu.median.toFixed(1)} ms, p95 ${cpu.p95.toFixed(1)} ms`,
    )
}

/** Response times of uncached pages and of their queries with a million articles. */
async function benchMillion(home, client) {
  await loadPages(client, home, MANY_ARTICLES)
  for (const { name, maxMs, ms, cpu, rows } of await timeQueries(client))
    print(
      name,
      `median ${ms.median.toFixed(1)} ms, p95 ${ms.p95.toFixed(1)} ms (${verdict(ms.p95 < maxMs, `under ${maxMs}`)}); CPU median ${cpu.median.toFixed(1)} ms, p95 ${cpu.p95.toFixed(1)} ms${rows ? `; rows expected ${rows.expected}, read ${rows.read}` : ''}`,
    )
  const urls = createUrls({ ids: await findArticleIds(client, RENDERS + WARM_UP), articles: MANY_ARTICLES })
  for (const [name, createUrl] of Object.entries(urls)) {
    await timePages(home, createUrl, 0, WARM_UP)
    const times = (await timePages(home, createUrl, WARM_UP, RENDERS)).toSorted((a, b) => a - b)
    const p95 = times[Math.ceil(RENDERS * 0.95) - 1]
    print(
      `${name}, uncached`,
      `median ${median(times).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (${verdict(p95 < MAX_PAGE_MS, `under ${MAX_PAGE_MS}`)})`,
    )
  }
}

async function benchLighthouse(name, url) {
  const { scores, times } = await scorePage(url)
  for (const { metric, value, bar, isMet } of scores)
    print(`Lighthouse ${name}, ${metric}`, `${value} (${verdict(isMet, bar)})`)
  print(`Lighthouse ${name}, times`, times)
}

/** Times in the article editor. Those by CPU time leave out most of what a busy machine adds. */
async function benchEditor(client, home, pid) {
  await loadPages(client, home, FEW_ARTICLES)
  const { openings, keys, plainKeys, sentenceBytes } = await timeEditor(home, client, pid)
  print(
    'editor, autosave of a sentence',
    `${sentenceBytes} bytes (${verdict(sentenceBytes < MAX_SENTENCE_BYTES, `under ${MAX_SENTENCE_BYTES}`)})`,
  )
  for (const [suffix, key] of [
    ['', 'ms'],
    [' by CPU time', 'cpuMs'],
  ]) {
    const format = (times, maxMs) => {
      const sorted = times.map((time) => time[key]).toSorted((a, b) => a - b)
      const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1]
      const bar = maxMs === undefined ? '' : ` (${verdict(p95 < maxMs, `under ${maxMs}`)})`
      return `median ${median(sorted).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms${bar}`
    }
    print(`editor, opening${suffix}`, format(openings, MAX_OPENING_MS))
    print(
      `editor, key to paint${suffix}`,
      `${format(keys, MAX_KEY_MS)}; in a page without scripts ${format(plainKeys)}`,
    )
  }
}

function verdict(isMet, bar) {
  return `target ${bar}: ${isMet ? 'met' : 'NOT MET'}`
}

async function benchBeacons(url, client, pid) {
  const { idleMs, baselineMs, busyMs, beacons, cpuPerBeaconMs, baselineCpuPerBeaconMs } =
    await timePageUnderBeacons(url, pid)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const { rows } = await client.query(
    'select count(*)::int as stored, count(*) filter (where seconds > 0)::int as left from page_views',
  )
  const count = (number) => number.toLocaleString('en-GB')
  print(
    'beacons',
    `${count(beacons.accepted)} accepted in ${beacons.seconds.toFixed(1)} s, ${count(beacons.rejected)} rejected; ${count(rows[0].stored)} views stored, ${count(rows[0].left)} with a leave event; ${(cpuPerBeaconMs * 1000).toFixed(0)} µs of CPU time each, bare server ${(baselineCpuPerBeaconMs * 1000).toFixed(0)} µs`,
  )
  const times = `${busyMs.toFixed(2)} ms; ${idleMs.toFixed(2)} ms without beacons, ${baselineMs.toFixed(2)} ms with beacons to a bare server`
  print('cached home with beacons', times)
  const slowdown = busyMs / baselineMs
  // The comparison is only fair if the server accepts and stores all beacons.
  const isComplete = beacons.seconds < MAX_BEACON_SECONDS && rows[0].stored * 2 === beacons.accepted
  print(
    'cached home with beacons, ratio',
    `${slowdown.toFixed(2)} times the time with beacons to a bare server (${verdict(isComplete && slowdown <= MAX_SLOWDOWN, `at most ${MAX_SLOWDOWN}`)}); ${(busyMs / idleMs).toFixed(2)} times the time without beacons`,
  )
}

async function benchOverload(url, pid) {
  const { search: createUrl } = createUrls({ ids: [], articles: ARTICLES })
  await timePages(url, createUrl, 0, WARM_UP)
  const { calm, results } = await timeUnderAttack(url, pid)
  const formatReaders = ({ inTime, p50, p95 }) =>
    `${(inTime * 100).toFixed(1)} % of the readers in time; work of the main thread until the response: median ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`
  print('cached home at a fixed rate', formatReaders(calm))
  for (const { name, readers, attackRequests } of results) {
    const ratio = readers.inTime / calm.inTime
    print(
      `cached home, ${name}`,
      `ratio ${ratio.toFixed(3)} (${verdict(ratio >= MIN_RATE_UNDER_ATTACK, `at least ${MIN_RATE_UNDER_ATTACK}`)}); ${formatReaders(readers)}; ${attackRequests} responses to the attack`,
    )
  }
}

async function benchAnalytics(url, client) {
  const database = openDatabase(url, () => {})
  const ms = await insertYearOfViews(client, database.db)
  print('analytics, counting one day', `${ms.toFixed(0)} ms`)
  // Keeps the server from counting the views of the last minute, so that the queries have to.
  await client.query('select pg_advisory_lock($1)', [LOCK_KEYS.rollUpViews])
  for (const { tab, ms } of await timeTabs(database.db))
    print(`analytics, ${tab}`, `${ms.toFixed(0)} ms (${verdict(ms < MAX_TAB_MS, `under ${MAX_TAB_MS}`)})`)
  await database.close()
}

/** CPU time of a cached page, relative to a bare server that writes the same bytes, in alternating rounds. */
async function benchCached(name, url, pid) {
  const bare = await startProcess(process.execPath, ['harness/bench/bare-server.mjs', url], {
    parseLine: (line) => (line.startsWith('http') ? line : undefined),
  })
  const ours = []
  const theirs = []
  try {
    await measureCost(url, pid)
    await measureCost(bare.value, bare.child.pid)
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await measureCost(url, pid))
      theirs.push(await measureCost(bare.value, bare.child.pid))
    }
  } finally {
    await bare.stop()
  }
  const ratio = median(ours.map((our, round) => theirs[round] / our))
  const microseconds = (costs) => `${(median(costs) * 1000).toFixed(1)} µs`
  print(
    `cached ${name}`,
    `${ratio.toFixed(3)} of a bare node:http server by CPU time (${verdict(ratio >= MIN_CACHED_RATIO, `at least ${MIN_CACHED_RATIO}`)}); ${microseconds(ours)} of CPU time per request, bare server ${microseconds(theirs)}`,
  )
}

/** @returns milliseconds of CPU time per request */
async function measureCost(url, pid) {
  const before = cpuTimeMs(pid)
  const requests = await load(url, { connections: CONNECTIONS, seconds: SECONDS_PER_ROUND })
  return (cpuTimeMs(pid) - before) / requests
}

/** Requests different pages until the cache drops the first ones. */
async function fillCache(home) {
  const countStored = () => readMetric(home, 'masthead_page_cache_pages')
  const { category: createUrl } = createUrls({ ids: [], articles: ARTICLES })
  let [next, before, stored] = [WARM_UP, -1, 0]
  while (stored > before) {
    for (let i = 0; i < PAGES_PER_STEP; i += 4)
      await Promise.all([0, 1, 2, 3].map((n) => fetchPage(new URL(createUrl(next + i + n), home))))
    next += PAGES_PER_STEP
    ;[before, stored] = [stored, await countStored()]
  }
  print('cache filled', `${stored.toLocaleString('en-GB')} of ${next.toLocaleString('en-GB')} pages`)
}

/** CPU time of uncached pages, requested one after another. The query string makes each URL new to the page cache. */
async function benchUncached(name, url, pid) {
  const { home: createUrl } = createUrls({ ids: [], articles: 0 })
  await timePages(url, createUrl, 0, WARM_UP_RENDERS)
  const [cpuBefore, started] = [cpuTimeMs(pid), performance.now()]
  await timePages(url, createUrl, WARM_UP_RENDERS, RENDERS)
  const wallMs = (performance.now() - started) / RENDERS
  const cpuMs = (cpuTimeMs(pid) - cpuBefore) / RENDERS
  print(
    `uncached ${name}`,
    `${(1000 / wallMs).toFixed(0)} pages per second, ${cpuMs.toFixed(1)} ms of CPU time each (${verdict(cpuMs < MAX_CPU_MS[name], `under ${MAX_CPU_MS[name]}`)})`,
  )
}

function print(name, value) {
  console.log(`${name.padEnd(36)} ${value}`)
}
