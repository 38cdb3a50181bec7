import { setTimeout as delay } from 'node:timers/promises'
import { keepAlive } from '../shared/client.mjs'
import { loadPages } from './articles.mjs'
import { createPaths, fetchPage, timePages } from './pages.mjs'
import { mainThreadMs } from './processes.mjs'
import { atLeast, formatTimes, print } from './report.mjs'
import { load } from './wrk.mjs'

const MAX_CONNECTIONS = 200
/** All connections request one cached page: far more often than on a news site, and far less than the server can send. */
const REQUESTS_PER_SECOND = 200
const SECONDS = 6
const WARM_UP_MS = 1_000
const WARM_UP_PAGES = 100
/** A reader does not notice a delay of this length. */
const IN_TIME_MS = 50
/** Share of the readers of a cached page that get it in time under an attack, relative to the share without. */
const MIN_RATE_UNDER_ATTACK = 0.9

const ATTACKS = {
  'bursts of uncached pages': { connections: 200, requests: 'searches' },
  'unknown addresses': { connections: 16, requests: 'unknown' },
}

/**
 * How many readers get a cached page in time, at a fixed request rate, without and under each attack. Times are those
 * that the server's main thread works until the response is received, so that other processes do not count.
 */
export async function benchOverload(bench) {
  const { pid } = bench.site
  const { home } = await loadPages(bench)
  await timePages(home, createPaths({ paths: [], articles: bench.articles }).search, 0, WARM_UP_PAGES)
  const calm = await readAtFixedRate(home, pid)
  print('cached home at a fixed rate', formatReaders(calm))
  for (const [name, options] of Object.entries(ATTACKS)) {
    const attack = load(home, { ...options, seconds: SECONDS + 2, isAttack: true })
    await delay(WARM_UP_MS)
    const readers = await readAtFixedRate(home, pid)
    const responses = await attack
    const ratio = readers.inTime / calm.inTime
    print(
      `cached home, ${name}`,
      `ratio ${ratio.toFixed(3)}; ${formatReaders(readers)}; ${responses} responses to the attack`,
      atLeast(ratio, MIN_RATE_UNDER_ATTACK),
    )
  }
}

function formatReaders({ inTime, times }) {
  return `${(inTime * 100).toFixed(1)} % of the readers in time; work of the main thread until the response: ${formatTimes(times)}`
}

/** @returns the share of all requests that were in time, and their times */
async function readAtFixedRate(url, pid) {
  const agent = keepAlive(MAX_CONNECTIONS)
  const pending = []
  const started = performance.now()
  const count = REQUESTS_PER_SECOND * SECONDS
  for (let sent = 0; sent < count; sent++) {
    const waitMs = started + (sent * 1_000) / REQUESTS_PER_SECOND - performance.now()
    if (waitMs > 0) await delay(waitMs)
    const workedMs = mainThreadMs(pid)
    pending.push(
      fetchPage(url, { agent }).then(
        () => mainThreadMs(pid) - workedMs,
        () => Number.POSITIVE_INFINITY,
      ),
    )
  }
  const times = await Promise.all(pending)
  return { inTime: times.filter((ms) => ms <= IN_TIME_MS).length / count, times }
}
