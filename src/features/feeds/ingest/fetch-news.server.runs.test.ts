import { describe, expect, it } from 'vitest'
import { itemDrafts } from '#features/publishing/server/item-drafts.server.ts'
import { openDatabase } from '#platform/database/db.server.ts'
import { createOutbound } from '#platform/outbound/outbound.server.ts'
import { openFeedTestServer } from '../testing/feed-test-server.ts'
import { items, rss } from '../testing/rss.ts'
import { createNewsFetcher } from './fetch-news.server.ts'

const FEEDS = 8

describe('a run: concurrent calls', () => {
  it('shares one run between calls in one process', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    testServer.publish('/a', rss(items(2)))
    const reports = await Promise.all(Array.from({ length: 20 }, () => testServer.fetchNews()))
    expect(new Set(reports).size).toBe(1)
    expect(reports[0]).toMatchObject({ feeds: 1, created: 2 })
    expect(testServer.server.requests).toHaveLength(1)
    expect(await testServer.fetchNews()).toMatchObject({ feeds: 0, created: 0 })
  })

  it('fetches no feed twice when several fetchers share a database', async () => {
    await using testServer = await openFeedTestServer()
    for (let number = 0; number < 12; number += 1) {
      await testServer.addFeed(`/${number}`)
      testServer.publish(`/${number}`, rss(items(2, `story-${number}`)))
    }
    const outbound = createOutbound({
      allowedPrivateHosts: new Set([testServer.server.host]),
      userAgent: 'Masthead',
    })
    const others = [1, 2].map(() =>
      createNewsFetcher({
        database: testServer.database,
        drafts: itemDrafts,
        outbound,
        now: () => testServer.clock,
      }),
    )
    const reports = await Promise.all([testServer, ...others].map((fetcher) => fetcher.fetchNews()))
    expect(reports.map(({ feeds }) => feeds).sort()).toEqual([0, 0, 12])
    expect(testServer.server.requests).toHaveLength(12)
    await outbound.close()
  })
})

it('a run ends while the disk of the database is low, and the feeds stay due', async () => {
  await using testServer = await openFeedTestServer()
  for (const path of ['/a', '/b']) {
    await testServer.addFeed(path)
    testServer.publish(path, rss(items(2, path)))
  }
  const outbound = createOutbound({
    allowedPrivateHosts: new Set([testServer.server.host]),
    userAgent: 'Masthead',
  })
  let isLow = true
  const fetcher = createNewsFetcher({
    drafts: itemDrafts,
    database: testServer.database,
    outbound,
    now: () => testServer.clock,
    async requireSpace() {
      if (isLow) throw new Error('The disk is almost full')
    },
  })
  await expect(fetcher.fetchNews()).rejects.toThrow('The disk is almost full')
  expect(testServer.server.requests).toEqual([])
  isLow = false
  expect(await fetcher.fetchNews()).toMatchObject({ feeds: 2, failed: 0, created: 4 })
  await outbound.close()
})

describe('storing feeds', () => {
  /**
   * `most` is the number of feeds that were stored at the same time. The first feed waits until `expected` feeds are
   * being stored, however slow the machine is.
   */
  async function runWithTimes(
    isBusy: () => boolean,
    expected: number,
  ): Promise<{ most: number; ms: number }> {
    await using testServer = await openFeedTestServer()
    const { pool } = testServer.database
    for (let number = 0; number < FEEDS; number += 1) {
      await testServer.addFeed(`/${number}`)
      const feed = rss(items(1)).replaceAll('courier.example', `courier-${number}.example`)
      testServer.publish(`/${number}`, feed)
    }
    await pool.query(`
      create table stored (started timestamptz, ended timestamptz);
      create sequence storing;
      create function note_storing() returns trigger language plpgsql as $$
        declare started timestamptz := clock_timestamp();
        begin
          perform nextval('storing');
          while (select last_value from storing) < ${expected} loop perform pg_sleep(0.01); end loop;
          perform pg_sleep(0.05);
          insert into stored values (started, clock_timestamp());
          return null;
        end $$;
      create trigger note_storing after update of last_checked_at on feeds for each row execute function note_storing()`)
    const outbound = createOutbound({
      allowedPrivateHosts: new Set([testServer.server.host]),
      userAgent: 'Masthead',
    })
    const fetcher = createNewsFetcher({
      database: testServer.database,
      drafts: itemDrafts,
      outbound,
      isBusy,
    })
    const started = performance.now()
    expect(await fetcher.fetchNews()).toMatchObject({ feeds: FEEDS })
    const ms = performance.now() - started
    const { rows } = await pool.query(`
      select max((select count(*) from stored b where b.started <= a.started and b.ended > a.started))::int as most
      from stored a`)
    await pool.query('drop function note_storing cascade; drop table stored; drop sequence storing')
    await outbound.close()
    return { most: rows[0].most, ms }
  }

  it('takes place one after the other at intervals while the process is busy, else together', async () => {
    const busy = await runWithTimes(() => true, 1)
    expect(busy.most).toBe(1)
    expect(busy.ms).toBeGreaterThan(FEEDS * 150)
    expect((await runWithTimes(() => false, 2)).most).toBeGreaterThan(1)
  })
})

describe('an interrupted run', () => {
  it('aborts fetches in progress on stop, without counting failures', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/slow')
    await testServer.addFeed('/good')
    testServer.publish('/good', rss(items(2)))
    const requested = Promise.withResolvers<void>()
    testServer.publish('/slow', ({ socket }) => {
      requested.resolve()
      socket.on('close', () => left.resolve())
    })
    const left = Promise.withResolvers<void>()
    const outbound = createOutbound({
      allowedPrivateHosts: new Set([testServer.server.host]),
      userAgent: 'Masthead',
    })
    const good = Promise.withResolvers<void>()
    const fetcher = createNewsFetcher({
      drafts: itemDrafts,
      database: testServer.database,
      outbound,
      now: () => testServer.clock,
      onFeed: () => good.resolve(),
    })
    const run = fetcher.fetchNews()
    await Promise.all([requested.promise, good.promise])
    await fetcher.stop()
    expect(await run).toMatchObject({ feeds: 1, created: 2, failed: 0 })
    await left.promise
    expect(await testServer.feed('/slow')).toMatchObject({
      failureCount: 0,
      lastCheckedAt: null,
      nextCheckAt: new Date(0),
    })
    await outbound.close()
  })

  it('rejects when the database is unavailable', async () => {
    const database = openDatabase('postgres://nobody@127.0.0.1:1/nowhere', () => {})
    const outbound = createOutbound({ allowedPrivateHosts: new Set(), userAgent: 'Masthead' })
    const fetcher = createNewsFetcher({ database, outbound, drafts: itemDrafts })
    await expect(fetcher.fetchNews()).rejects.toThrow(/ECONNREFUSED/)
    await outbound.close()
  })

  it('ends without further fetches when the database becomes unavailable', async () => {
    await using testServer = await openFeedTestServer()
    const { pool } = testServer.database
    const requested = Promise.withResolvers<void>()
    const away = Promise.withResolvers<void>()
    for (let number = 0; number < 30; number += 1) {
      await testServer.addFeed(`/${number}`)
      testServer.publish(`/${number}`, (_, response) => {
        requested.resolve()
        away.promise.then(() => response.end(rss(items(1))))
      })
    }
    const run = testServer.fetchNews()
    await requested.promise
    await pool.query('alter table feeds rename to feeds_elsewhere')
    try {
      away.resolve()
      await expect(run).rejects.toThrow(/feeds/)
    } finally {
      await pool.query('alter table feeds_elsewhere rename to feeds')
    }
    expect(testServer.server.requests.length).toBeLessThan(30)
  })
})
