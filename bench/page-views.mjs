import { request } from 'node:http'
import {
  findContent,
  findEngagement,
  findOverview,
  findTraffic,
  findVisitorsNow,
} from '../src/features/analytics/server/analytics.server.ts'
import { countRunningDays } from '../src/features/analytics/server/running-days.server.ts'
import { median } from './lighthouse.mjs'
import { processorTime, startProcess } from './processes.mjs'

const BEACONS_A_SECOND = 5_000
const SECONDS = 10
/** A cached page is asked for so often, one after another, that each answer's time is its own and not that of a queue. */
const PAGES_A_SECOND = 100

/**
 * How much longer a cached page takes while readers' pages tell 5,000 beacons a second. The server must believe
 * X-Forwarded-For: from one address it takes fewer. On a machine where all stand beside each other, telling them takes
 * processors too: so it is timed as well while a bare server, which does nothing with them, is told as many.
 *
 * @returns the medians in ms: `quiet`, `bare` while another server is told, `busy`; the beacons, and the processor time for each in ms, of the server
 * and of the bare one
 */
export async function timePageUnderBeacons(url, pid) {
  await timePage(url, 2)
  const before = await timePage(url, SECONDS / 2)
  const other = await startProcess(
    process.execPath,
    ['bench/bare-server.mjs', new URL('robots.txt', url).href],
    {
      read: (line) => (line.startsWith('http') ? line : undefined),
    },
  )
  const toOther = tellBeacons(other.value)
  const bareCost = await costOf(other.child.pid, () => timePage(url, SECONDS))
  await toOther
  await other.stop()
  const quietCost = await costOf(pid, () => timePage(url, SECONDS / 2).then((times) => before.push(...times)))
  const told = tellBeacons(url)
  const busyCost = await costOf(pid, () => timePage(url, SECONDS))
  const beacons = await told
  return {
    quiet: median(before),
    bare: median(bareCost.value),
    perBare: bareCost.ms / beacons.sent,
    busy: median(busyCost.value),
    beacons,
    perBeacon: (busyCost.ms - (quietCost.ms * SECONDS) / (SECONDS / 2)) / beacons.sent,
  }
}

async function costOf(pid, run) {
  const before = processorTime(pid)
  const value = await run()
  return { value, ms: processorTime(pid) - before }
}

async function tellBeacons(url) {
  const client = await startProcess(
    process.execPath,
    ['bench/beacon-client.mjs', url, String(BEACONS_A_SECOND), String(SECONDS)],
    { read: (line) => (line.startsWith('{') ? JSON.parse(line) : undefined) },
  )
  return client.value
}

/** How long the figures of each tab take, in ms: of five tries the median. */
export async function timeTabs(db) {
  const tabs = {
    overview: findOverview,
    content: findContent,
    traffic: findTraffic,
    engagement: findEngagement,
    'who is here now': (db, { now }) => findVisitorsNow(db, now),
  }
  const times = []
  for (const period of ['30d', '90d', '12m'])
    for (const [tab, find] of Object.entries(tabs)) {
      const tries = []
      for (let round = 0; round < 5; round++) {
        const started = performance.now()
        await find(db, { period, now: new Date() })
        tries.push(performance.now() - started)
      }
      times.push({ tab: `${tab}, ${period}`, ms: median(tries) })
    }
  return times
}

/** @returns {Promise<number[]>} how long each answer took, in ms */
async function timePage(url, seconds) {
  const times = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const started = performance.now()
    await read(url)
    times.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 1000 / PAGES_A_SECOND))
  }
  return times
}

function read(url) {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end()
  })
}

/** How many views a busy day has had by now, three times a usual one's, and how many its busiest minute, not counted yet. */
const TODAY = 100_000
const LAST_MINUTE = 200

/**
 * A year of a million views a month: the figures of each day and month, of as many pages as a paper has, and the views of a busy
 * today, counted as the server does each minute.
 *
 * @param {import('pg').Client} client
 * @returns {Promise<number>} how long counting today's took, in ms
 */
export async function loadYear(client, db) {
  await client.query('truncate page_views, view_figures')
  // A day's views spread over a thousand pages, most of them of the days before. Of the year before that, only sums are read.
  await client.query(`
    insert into view_figures
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
    insert into view_figures
    select kind, 'month', date_trunc('month', start)::date, name, sum(views), sum(visitors), sum(sessions), sum(bounces),
      sum(seconds), sum(reads), sum(depth), sum(bookmarks), sum(shares)
    from view_figures group by kind, date_trunc('month', start), name`)
  await client.query(`
    create temporary view day (first) as select date_trunc('day', now() at time zone 'Europe/London') at time zone 'Europe/London'`)
  await storeToday(client, 1, TODAY)
  await client.query('vacuum analyze page_views')
  const started = performance.now()
  await countRunningDays(db)
  const ms = performance.now() - started
  await storeToday(client, TODAY + 1, TODAY + LAST_MINUTE)
  await client.query(`update page_views set seconds = seconds + 20, depth = 100 where id in (
    select id from page_views order by at desc limit ${2 * LAST_MINUTE})`)
  await client.query('vacuum analyze view_figures')
  return ms
}

/** Views evenly from the day's beginning to now; of each visitor one or two, on another page. */
function storeToday(client, from, to) {
  return client.query(
    `insert into page_views (id, at, visitor, path, referrer, device, country, seconds, depth)
    select gen_random_uuid(), first + (now() - first) * (i / ${TODAY + LAST_MINUTE}.0), md5((i % 60000)::text)::uuid,
      '/article/' || md5((i % 1000)::text)::uuid, 'site-' || i % 200 || '.example', 'phone', 'GB', i % 300, i % 101
    from day, generate_series($1::int, $2::int) as i`,
    [from, to],
  )
}
