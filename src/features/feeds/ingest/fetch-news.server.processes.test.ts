import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { type FeedTestServer, openFeedTestServer } from '../testing/feed-test-server.ts'
import { buildMasthead, startMasthead } from '../testing/masthead-process.ts'
import { items, rss } from '../testing/rss.ts'

const ITEMS = 60

beforeAll(buildMasthead, 240_000)

describe('runs in several processes', { timeout: 60_000 }, () => {
  it('fetch no feed twice', async () => {
    await using testServer = await openFeedTestServer()
    for (let number = 0; number < 12; number += 1) await addFeed(testServer, number)
    const processes = [1, 2].map(() => fetchNews(testServer).ended)
    const ends = await Promise.all(processes)
    expect(ends).toMatchObject([
      { status: 0, stderr: '' },
      { status: 0, stderr: '' },
    ])
    const reports = ends.map(({ stdout }) => JSON.parse(stdout))
    expect(reports.map(({ feeds }) => feeds).sort()).toEqual([0, 12])
    expect(testServer.server.requests.map(({ url }) => url).sort()).toEqual(
      Array.from({ length: 12 }, (_, number) => `/${number}`).sort(),
    )
  })

  it('leave no partial feed and no claim when one is killed while fetching and storing', async () => {
    await using testServer = await openFeedTestServer()
    const stored = ['/0', '/1', '/2', '/4', '/5']
    for (let number = 0; number < 6; number += 1) await addFeed(testServer, number)
    await testServer.addFeed('/slow')
    testServer.publish('/slow', (_, response) =>
      response.write('<rss version="2.0"><channel><title>The Courier</title>'),
    )
    testServer.publish('/3', async (_, response) => {
      await eventually(async () =>
        expect(Object.keys(await storedByFeed(testServer))).toHaveLength(stored.length),
      )
      response.end(rss(items(ITEMS, 'story-3')))
    })
    const { pool } = testServer.database
    // A host gets two requests at a time: these are the last.
    await pool.query(`update feeds set next_check_at = now() - interval '1 minute' where url ~ '/(3|slow)$'`)
    // Feed 3 blocks between storing its articles and their keys until the test releases a lock.
    await pool.query(`
      create function pause() returns trigger language plpgsql as $$
      begin if new.key like '%story-3/${ITEMS}' then perform pg_advisory_xact_lock(42); end if; return new; end $$;
      create trigger pause before insert on article_identities for each row execute function pause()`)
    const gate = await pool.connect()
    await gate.query('select pg_advisory_lock(42)')
    const killed = fetchNews(testServer)
    await eventually(async () => {
      const { rows } = await pool.query(
        `select from pg_locks join pg_database as d on d.oid = database
         where datname = current_database() and locktype = 'advisory' and not granted and objid = 42`,
      )
      expect(rows).toHaveLength(1)
    })
    await eventually(() => expect(testServer.server.requests.map(({ url }) => url)).toContain('/slow'))
    killed.kill()
    expect(await killed.ended).toMatchObject({ status: null })
    await gate.query('select pg_advisory_unlock(42)')
    gate.release()
    const countsOf = (paths: string[]) => Object.fromEntries(paths.map((path) => [path, ITEMS]))
    expect(await storedByFeed(testServer)).toEqual(countsOf(stored))
    expect(await testServer.feed('/slow')).toMatchObject({ failureCount: 0, lastCheckedAt: null })

    testServer.publish('/3', rss(items(ITEMS, 'story-3')))
    testServer.publish('/slow', rss(items(ITEMS, 'slow')))
    testServer.clock = new Date()
    const report = await testServer.fetchNews()
    expect(await storedByFeed(testServer)).toEqual(countsOf([...stored, '/3', '/slow']))
    expect(report).toMatchObject({ feeds: 2, created: 2 * ITEMS, failed: 0, updated: 0, duplicates: 0 })
  })
})

async function addFeed(testServer: FeedTestServer, number: number): Promise<void> {
  await testServer.addFeed(`/${number}`)
  testServer.publish(`/${number}`, rss(items(ITEMS, `story-${number}`)))
}

function fetchNews(testServer: FeedTestServer) {
  return startMasthead(['fetch-news'], {
    DATABASE_URL: testServer.database.url,
    ALLOWED_PRIVATE_HOSTS: testServer.server.host,
  })
}

async function storedByFeed(testServer: FeedTestServer): Promise<Record<string, number>> {
  const { rows } = await testServer.database.pool.query<{ url: string; count: number }>(
    'select url, count(*)::int from articles join feeds on feeds.id = feed_id group by url',
  )
  return Object.fromEntries(rows.map(({ url, count }) => [new URL(url).pathname, count]))
}
