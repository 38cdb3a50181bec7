import {
  findContent,
  findEngagement,
  findOverview,
  findTraffic,
  findVisitorsNow,
} from '#features/analytics/server/analytics.server.ts'
import { rollUpNewViews } from '#features/analytics/server/incremental-roll-up.server.ts'
import { openDatabase } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { numbers } from '../shared/client.mjs'
import { median, print, under } from './report.mjs'

const ROUNDS = 5
/** Query time of one analytics tab, with a year of a million views a month. */
const MAX_TAB_MS = 300
const TABS = {
  overview: findOverview,
  content: findContent,
  traffic: findTraffic,
  engagement: findEngagement,
  'visitors now': (db, { now }) => findVisitorsNow(db, now),
}

/** The query time of each tab of the analytics: the median of several runs. */
export async function benchAnalytics({ client, databaseUrl }) {
  const database = openDatabase(databaseUrl, () => {})
  const { db } = database
  const countMs = await insertYearOfViews(client, db)
  print('analytics, counting one day', `${countMs.toFixed(0)} ms`)
  // Keeps the server from counting the views of the last minute, so that the queries have to.
  await client.query('select pg_advisory_lock($1)', [LOCK_KEYS.rollUpViews])
  for (const period of ['30d', '90d', '12m'])
    for (const [tab, find] of Object.entries(TABS)) {
      const times = []
      for (const _ of numbers(ROUNDS)) {
        const started = performance.now()
        await find(db, { period, now: new Date() })
        times.push(performance.now() - started)
      }
      const ms = median(times)
      print(`analytics, ${tab}, ${period}`, `${ms.toFixed(0)} ms`, under(ms, MAX_TAB_MS))
    }
  await client.query('select pg_advisory_unlock($1)', [LOCK_KEYS.rollUpViews])
  await database.close()
}

/** Views of a busy day so far: three times the average. */
const VIEWS_TODAY = 100_000
/** Views of the busiest minute, which are not counted yet. */
const VIEWS_LAST_MINUTE = 200

/**
 * Stores a year of a million views a month: the totals of each day and month, and the individual views of today, which
 * are then counted as the server does each minute.
 *
 * @returns {Promise<number>} time to count the views of today, in ms
 */
async function insertYearOfViews(client, db) {
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
