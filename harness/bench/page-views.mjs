import { request } from 'node:http'
import {
  findContent,
  findEngagement,
  findOverview,
  findTraffic,
  findVisitorsNow,
} from '../../src/features/analytics/server/analytics.server.ts'
import { rollUpNewViews } from '../../src/features/analytics/server/incremental-roll-up.server.ts'
import { median } from './lighthouse.mjs'
import { cpuTimeMs, startProcess } from './processes.mjs'

const BEACONS_PER_SECOND = 5_000
const SECONDS = 10
/** Requests are sequential, so that response times contain no queueing. */
const PAGES_PER_SECOND = 100

/**
 * Measures the response time of a cached page while 5,000 beacons per second arrive. The server needs TRUST_PROXY=on,
 * because it limits the beacons of one IP address. Sending the beacons takes CPU time as well, so the baseline is the
 * same page while a bare server receives the beacons.
 *
 * @returns median response times, the counts of the beacon client, and the CPU time per beacon of both servers
 */
export async function timePageUnderBeacons(url, pid) {
  await timePage(url, 2)
  const idleTimes = await timePage(url, SECONDS / 2)
  const bareServer = await startProcess(
    process.execPath,
    ['harness/bench/bare-server.mjs', new URL('robots.txt', url).href],
    {
      parseLine: (line) => (line.startsWith('http') ? line : undefined),
    },
  )
  const baselineBeacons = sendBeacons(bareServer.value)
  const baseline = await measureCpuTime(bareServer.child.pid, () => timePage(url, SECONDS))
  await baselineBeacons
  await bareServer.stop()
  const idle = await measureCpuTime(pid, () => timePage(url, SECONDS / 2))
  const sending = sendBeacons(url)
  const busy = await measureCpuTime(pid, () => timePage(url, SECONDS))
  const beacons = await sending
  return {
    idleMs: median([...idleTimes, ...idle.value]),
    baselineMs: median(baseline.value),
    busyMs: median(busy.value),
    beacons,
    cpuPerBeaconMs: (busy.cpuMs - (idle.cpuMs * SECONDS) / (SECONDS / 2)) / beacons.sent,
    baselineCpuPerBeaconMs: baseline.cpuMs / beacons.sent,
  }
}

async function measureCpuTime(pid, run) {
  const before = cpuTimeMs(pid)
  const value = await run()
  return { value, cpuMs: cpuTimeMs(pid) - before }
}

async function sendBeacons(url) {
  const client = await startProcess(
    process.execPath,
    ['harness/bench/beacon-client.mjs', url, String(BEACONS_PER_SECOND), String(SECONDS)],
    { parseLine: (line) => (line.startsWith('{') ? JSON.parse(line) : undefined) },
  )
  return client.value
}

/** Query time of each analytics tab in ms: the median of five runs. */
export async function timeTabs(db) {
  const tabs = {
    overview: findOverview,
    content: findContent,
    traffic: findTraffic,
    engagement: findEngagement,
    'visitors now': (db, { now }) => findVisitorsNow(db, now),
  }
  const times = []
  for (const period of ['30d', '90d', '12m'])
    for (const [tab, find] of Object.entries(tabs)) {
      const runs = []
      for (let round = 0; round < 5; round++) {
        const started = performance.now()
        await find(db, { period, now: new Date() })
        runs.push(performance.now() - started)
      }
      times.push({ tab: `${tab}, ${period}`, ms: median(runs) })
    }
  return times
}

/** @returns {Promise<number[]>} response times in ms */
async function timePage(url, seconds) {
  const times = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const started = performance.now()
    await fetchPage(url)
    times.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 1000 / PAGES_PER_SECOND))
  }
  return times
}

function fetchPage(url) {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end()
  })
}

/** Views of a busy day so far: three times the average. */
const VIEWS_TODAY = 100_000
/** Views of the busiest minute, which are not counted yet. */
const VIEWS_LAST_MINUTE = 200

/**
 * Stores a year of a million views a month: the totals of each day and month, and the individual views of today, which
 * are then counted as the server does each minute.
 *
 * @param {import('pg').Client} client
 * @returns {Promise<number>} time to count the views of today, in ms
 */
export async function insertYearOfViews(client, db) {
  await client.query('truncate page_views, view_metrics')
  // The views of a day are spread over a thousand pages. Only the totals of the year before are read.
  await client.query(`
    insert into view_metrics
    select kind, 'day', day::date, name, 33000 / parts, 20000 / parts, 24000 / parts, 9000 / parts, 2000000 / parts,
      30000 / parts, 1800000 / parts, 60 / parts, 90 / parts
    from generate_series(current_date - 730, current_date - 1, '1 day') as day
    cross join lateral (
      select 'all' as kind, '' as name, 1 as parts
      union all select 'path', '/article/' || md5((i + extract(epoch from day)::int / 86400 * 40)::text)::uuid, 1000
        from generate_series(1, 1000) as i
      union all select 'source', 'source-' || i || '.example', 200 from generate_series(1, 200) as i
      union all select 'referrer', 'site-' || i || '.example', 200 from generate_series(1, 200) as i
      union all select 'campaign', 'campaign-' || i, 20 from generate_series(1, 20) as i
      union all select 'device', device, 3 from unnest('{desktop,phone,tablet}'::text[]) as device
      union all select 'country', chr(65 + i / 26) || chr(65 + i % 26), 100 from generate_series(0, 99) as i
      union all select 'depth', depth, 4 from unnest('{25,50,75,100}'::text[]) as depth
    ) as part
    where kind = 'all' or day > current_date - 366`)
  await client.query(`
    insert into view_metrics
    select kind, 'month', date_trunc('month', start)::date, name, sum(views), sum(visitors), sum(sessions), sum(bounces),
      sum(seconds), sum(reads), sum(depth), sum(bookmarks), sum(shares)
    from view_metrics group by kind, date_trunc('month', start), name`)
  await client.query(`
    create temporary view day (first) as select date_trunc('day', now() at time zone 'Europe/London') at time zone 'Europe/London'`)
  await storeToday(client, 1, VIEWS_TODAY)
  await client.query('vacuum analyze page_views')
  const started = performance.now()
  await rollUpNewViews(db)
  const ms = performance.now() - started
  await storeToday(client, VIEWS_TODAY + 1, VIEWS_TODAY + VIEWS_LAST_MINUTE)
  await client.query(`update page_views set seconds = seconds + 20, depth = 100 where id in (
    select id from page_views order by at desc limit ${2 * VIEWS_LAST_MINUTE})`)
  await client.query('vacuum analyze view_metrics')
  return ms
}

/** Stores views evenly distributed from midnight to now, one or two per visitor. */
function storeToday(client, from, to) {
  return client.query(
    `insert into page_views (id, at, visitor, path, referrer, device, country, seconds, depth)
    select gen_random_uuid(), first + (now() - first) * (i / ${VIEWS_TODAY + VIEWS_LAST_MINUTE}.0), md5((i % 60000)::text)::uuid,
      '/article/' || md5((i % 1000)::text)::uuid, 'site-' || i % 200 || '.example', 'phone', 'GB', i % 300, i % 101
    from day, generate_series($1::int, $2::int) as i`,
    [from, to],
  )
}
