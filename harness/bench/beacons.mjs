import { setTimeout as delay } from 'node:timers/promises'
import { fetchPage } from './pages.mjs'
import { startBareServer, withCpuTime } from './processes.mjs'
import { atMost, count, median, print } from './report.mjs'
import { load } from './wrk.mjs'

/** About 25 beacons a second each (`beacons.lua`). */
const CONNECTIONS = 200
const SECONDS = 10
const MIN_BEACONS = 0.8 * 25 * CONNECTIONS * SECONDS
/** Requests are sequential, so that response times contain no queueing. */
const PAUSE_MS = 10
const STORE_MS = 3_000
/** Response time of a cached page while beacons arrive, relative to the time while a bare server receives them. */
const MAX_SLOWDOWN = 1.1

/** The response time of a cached page while 5,000 beacons per second arrive, which takes CPU time to send as well. */
export async function benchBeacons({ client, site }) {
  await timePage(site.url, 2)
  const bare = await startBareServer(new URL('robots.txt', site.url).href)
  const baseline = await underBeacons(bare, site)
  await bare.stop()
  const idle = await withCpuTime(site.pid, () => timePage(site.url, SECONDS))
  const busy = await underBeacons(site, site)
  await delay(STORE_MS)
  const { rows } = await client.query('select count(*)::int as stored from page_views')
  const [{ stored }] = rows
  const perBeacon = (cpuMs, { sent }) => `${((cpuMs * 1000) / sent).toFixed(0)} µs`
  print(
    'beacons',
    `${count(busy.sent)} accepted, ${count(stored)} views stored; ${perBeacon(busy.cpuMs - idle.cpuMs, busy)} of CPU time each, bare server ${perBeacon(baseline.cpuMs, baseline)}`,
  )
  const [busyMs, idleMs, baselineMs] = [busy.times, idle.value, baseline.times].map(median)
  // The comparison is only fair if the server accepts and stores all beacons.
  const isComplete = busy.sent >= MIN_BEACONS && stored * 2 >= busy.sent
  const slowdown = busyMs / baselineMs
  print(
    'cached home with beacons',
    `${busyMs.toFixed(2)} ms, ${idleMs.toFixed(2)} ms without beacons, ${baselineMs.toFixed(2)} ms with beacons to a bare server: ratio ${slowdown.toFixed(2)}`,
    atMost(isComplete ? slowdown : Number.POSITIVE_INFINITY, MAX_SLOWDOWN),
  )
}

/** Times the page of a site while a server receives beacons. */
async function underBeacons(server, site) {
  const { value, cpuMs } = await withCpuTime(server.pid, () =>
    Promise.all([
      load(server.url, { connections: CONNECTIONS, seconds: SECONDS, sendsBeacons: true }),
      timePage(site.url, SECONDS),
    ]),
  )
  return { sent: value[0], times: value[1], cpuMs }
}

/** @returns {Promise<number[]>} response times in ms */
async function timePage(url, seconds) {
  const times = []
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const started = performance.now()
    await fetchPage(url)
    times.push(performance.now() - started)
    await delay(PAUSE_MS)
  }
  return times
}
