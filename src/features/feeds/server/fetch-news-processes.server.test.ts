import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type FeedTestServer, openFeedTestServer } from '../testing/feed-test-server.ts'
import { startMasthead } from '../testing/masthead-process.ts'
import { items, rss } from '../testing/rss.ts'

const ITEMS = 60

describe('runs in several processes', { timeout: 60_000 }, () => {
  it('fetch no feed twice', async () => {
    await using desk = await openFeedTestServer()
    for (let number = 0; number < 12; number += 1) await addFeed(desk, number)
    const processes = [1, 2].map(() => fetchNews(desk).ended)
    const ends = await Promise.all(processes)
    expect(ends).toMatchObject([
      { status: 0, stderr: '' },
      { status: 0, stderr: '' },
    ])
    const reports = ends.map(({ stdout }) => JSON.parse(stdout))
    expect(reports.map(({ feeds }) => feeds).sort()).toEqual([0, 12])
    expect(desk.server.requests.map(({ url }) => url).sort()).toEqual(
      Array.from({ length: 12 }, (_, number) => `/${number}`).sort(),
    )
  })

  it('leave no partial feed and no claim when one is killed while storing', async () => {
    await using desk = await openFeedTestServer()
    for (let number = 0; number < 6; number += 1) await addFeed(desk, number)
    const { pool } = desk.database
    // Feed 3 blocks between storing its articles and their keys until the test releases a lock.
    await pool.query(`
      create function pause() returns trigger language plpgsql as $$
      begin if new.key like '%story-3/${ITEMS}' then perform pg_advisory_xact_lock(42); end if; return new; end $$;
      create trigger pause before insert on article_identities for each row execute function pause()`)
    const gate = await pool.connect()
    await gate.query('select pg_advisory_lock(42)')
    const killed = fetchNews(desk)
    await until(async () => {
      const { rows } = await pool.query(
        `select from pg_locks where locktype = 'advisory' and not granted and objid = 42`,
      )
      return rows.length === 1
    })
    killed.kill()
    expect(await killed.ended).toMatchObject({ status: null })
    await gate.query('select pg_advisory_unlock(42)')
    gate.release()

    const report = JSON.parse((await fetchNews(desk).ended).stdout)
    const stored = await storedByFeed(desk)
    expect(stored).toEqual(
      Object.fromEntries(Array.from({ length: 6 }, (_, number) => [`/${number}`, ITEMS])),
    )
    expect(report).toMatchObject({ failed: 0, updated: 0, duplicates: 0 })
    expect(report.created).toBe(report.feeds * ITEMS)
    expect(report.feeds).toBeGreaterThan(0)
  })

  it('preserve exactly the stored feeds when one is killed while fetching', async () => {
    await using desk = await openFeedTestServer()
    for (const number of [0, 1]) await addFeed(desk, number)
    await desk.addFeed('/slow')
    desk.publish('/slow', (_, response) =>
      response.write('<rss version="2.0"><channel><title>The Courier</title>'),
    )
    const killed = fetchNews(desk)
    await until(async () => Object.keys(await storedByFeed(desk)).length === 2)
    await until(() => desk.server.requests.some(({ url }) => url === '/slow'))
    killed.kill()
    await killed.ended
    expect(await storedByFeed(desk)).toEqual({ '/0': ITEMS, '/1': ITEMS })
    expect(await desk.feed('/slow')).toMatchObject({ failureCount: 0, lastCheckedAt: null })

    desk.publish('/slow', rss(items(ITEMS, 'slow')))
    const { stdout } = await fetchNews(desk).ended
    expect(JSON.parse(stdout)).toMatchObject({ feeds: 1, created: ITEMS, failed: 0 })
  })
})

async function addFeed(desk: FeedTestServer, number: number): Promise<void> {
  await desk.addFeed(`/${number}`)
  desk.publish(`/${number}`, rss(items(ITEMS, `story-${number}`)))
}

function fetchNews(desk: FeedTestServer) {
  return startMasthead(['fetch-news'], {
    DATABASE_URL: desk.database.url,
    ALLOWED_PRIVATE_HOSTS: desk.server.host,
  })
}

async function storedByFeed(desk: FeedTestServer): Promise<Record<string, number>> {
  const { rows } = await desk.database.pool.query<{ url: string; count: number }>(
    'select url, count(*)::int from articles join feeds on feeds.id = feed_id group by url',
  )
  return Object.fromEntries(rows.map(({ url, count }) => [new URL(url).pathname, count]))
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(20)
}
