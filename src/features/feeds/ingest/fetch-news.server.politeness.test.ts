import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { itemDrafts } from '#features/publishing/server/item-drafts.server.ts'
import { createOutbound } from '#platform/outbound/outbound.server.ts'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { feeds } from '#schema/feeds.ts'
import { type FeedTestServer, openFeedTestServer } from '../testing/feed-test-server.ts'
import { items, rss } from '../testing/rss.ts'
import { createNewsFetcher } from './fetch-news.server.ts'

const MINUTE = 60_000
const HOUR = 60

function feedWith(headers: Record<string, string>, channel = ''): RequestListener {
  return (_, response) => response.writeHead(200, headers).end(rss(items(1), { channel }))
}

function status(code: number, headers: Record<string, string> = {}): RequestListener {
  return (_, response) => response.writeHead(code, headers).end()
}

describe('a run: conditional requests', () => {
  it('sends the validators back exactly as received, and counts a 304', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    const etag = 'W/"a,b  c"'
    const lastModified = 'Sat, 21-Nov-2026 08:00:00 +0000'
    testServer.publish('/a', feedWith({ etag, 'last-modified': lastModified }))
    await testServer.fetchNews()
    expect(await testServer.feed('/a')).toMatchObject({ etag, lastModified })
    expect(testServer.server.requests[0]?.headers).not.toHaveProperty('if-none-match')

    testServer.publish('/a', status(304))
    testServer.wait(HOUR)
    expect(await testServer.fetchNews()).toMatchObject({ feeds: 1, notModified: 1, created: 0, failed: 0 })
    expect(testServer.server.requests[1]?.headers).toMatchObject({
      'if-none-match': etag,
      'if-modified-since': lastModified,
    })
    // A 304 without validators leaves the stored ones unchanged.
    expect(await testServer.feed('/a')).toMatchObject({ etag, lastModified, lastSuccessAt: testServer.clock })
  })

  it('removes validators that the server no longer sends', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    testServer.publish('/a', feedWith({ etag: '"1"' }))
    await testServer.fetchNews()
    testServer.publish('/a', feedWith({}))
    testServer.wait(HOUR)
    await testServer.fetchNews()
    expect(await testServer.feed('/a')).toMatchObject({ etag: null, lastModified: null })
  })

  it('preserves the validators when the response is unreadable, so that it is fetched again', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    testServer.publish('/a', feedWith({ etag: '"good"' }))
    await testServer.fetchNews()
    testServer.publish('/a', (_, response) =>
      response.writeHead(200, { etag: '"broken"' }).end('<html></html>'),
    )
    testServer.wait(HOUR)
    expect(await testServer.fetchNews()).toMatchObject({ failed: 1 })
    expect(await testServer.feed('/a')).toMatchObject({ etag: '"good"' })
  })
})

describe('a run: time of the next fetch', () => {
  it.each([
    ['in about an hour', feedWith({}), 55],
    ['not earlier, whatever the server sends', feedWith({ 'cache-control': 'max-age=60' }), 55],
    ['after the ttl', feedWith({}, '<ttl>180</ttl>'), 175],
    ['after the cache lifetime', feedWith({ 'cache-control': 'public, max-age=7200' }), 115],
    [
      'after the longer of ttl and cache lifetime',
      feedWith({ 'cache-control': 'max-age=7200' }, '<ttl>90</ttl>'),
      115,
    ],
    ['after Expires', feedWith({ date: at(8), expires: at(11) }), 175],
    ['within a day', feedWith({}, '<ttl>99999</ttl>'), 24 * HOUR - 5],
    ['5 minutes after a failure', status(500), 5],
    ['after the Retry-After of a 429, in seconds', status(429, { 'retry-after': '3600' }), HOUR],
    ['after the Retry-After of a 503, as a date', status(503, { 'retry-after': at(12) }), 3 * HOUR],
    ['after Retry-After, at most a week', status(429, { 'retry-after': '99999999' }), 7 * 24 * HOUR],
    ['not before the end of the back-off, whatever Retry-After says', status(429, { 'retry-after': '1' }), 5],
  ])('%s', async (_, answer, minutes) => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    testServer.publish('/a', answer)
    await testServer.fetchNews()
    const { nextCheckAt } = await testServer.feed('/a')
    expect((nextCheckAt.getTime() - testServer.clock.getTime()) / MINUTE).toBe(minutes)
  })

  it('respects the cache lifetime of a 304', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    testServer.publish('/a', feedWith({ etag: '"1"' }))
    await testServer.fetchNews()
    testServer.publish('/a', status(304, { 'cache-control': 'max-age=10800' }))
    testServer.wait(HOUR)
    await testServer.fetchNews()
    const { nextCheckAt } = await testServer.feed('/a')
    expect((nextCheckAt.getTime() - testServer.clock.getTime()) / MINUTE).toBe(175)
  })

  it('backs off from a failing feed for up to a day, never disables it, and resets on success', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    testServer.publish('/a', status(500))
    const waits: number[] = []
    for (let failure = 1; failure <= 12; failure += 1) {
      await testServer.fetchNews()
      const { nextCheckAt, failureCount, enabled } = await testServer.feed('/a')
      expect({ failureCount, enabled }).toEqual({ failureCount: failure, enabled: true })
      waits.push((nextCheckAt.getTime() - testServer.clock.getTime()) / MINUTE)
      testServer.wait((waits.at(-1) ?? 0) - 1)
      expect(await testServer.fetchNews()).toMatchObject({ feeds: 0 })
      testServer.wait(1)
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440, 1440])

    testServer.publish('/a', feedWith({}))
    expect(await testServer.fetchNews()).toMatchObject({ feeds: 1, created: 1, failed: 0 })
    expect(await testServer.feed('/a')).toMatchObject({
      failureCount: 0,
      lastError: null,
      lastSuccessAt: testServer.clock,
    })
  })
})

describe('a run: requests per host', () => {
  it('fetches at most two feeds of a host at a time, in parallel with other hosts', async () => {
    await using testServer = await openFeedTestServer()
    await using other = await startLocalServer((_, response) => void response.end(rss(items(1))))
    for (let number = 0; number < 6; number += 1) {
      await testServer.addFeed(`/${number}`)
      testServer.publish(
        `/${number}`,
        (_, response) => void released.promise.then(() => response.end(rss(items(1)))),
      )
    }
    const released = Promise.withResolvers<void>()
    const { db } = testServer.database
    const elsewhere = [1, 2].map((number) => ({ url: `${other.origin}/${number}`, nextCheckAt: new Date(1) }))
    await db.insert(feeds).values(elsewhere)
    const allowedPrivateHosts = new Set([testServer.server.host, other.host])
    const outbound = createOutbound({ allowedPrivateHosts, userAgent: 'Masthead' })
    const answered = Promise.withResolvers<void>()
    const onFeed = () => other.requests.length === 2 && answered.resolve()
    const run = createNewsFetcher({
      database: testServer.database,
      drafts: itemDrafts,
      outbound,
      onFeed,
    }).fetchNews()

    // All six feeds have started, so a third request would have arrived.
    await answered.promise
    expect(testServer.server.requests).toHaveLength(2)
    released.resolve()
    expect(await run).toMatchObject({ feeds: 8, failed: 0 })
    expect(testServer.server.requests).toHaveLength(6)
    await outbound.close()
  })
})

/** An HTTP date on the day of the test's clock. */
function at(hour: number): string {
  return new Date(Date.UTC(2026, 10, 21, hour)).toUTCString()
}

describe('a run: feeds that move or end', () => {
  const redirect =
    (code: number, location: string): RequestListener =>
    (_, response) =>
      response.writeHead(code, { location }).end()

  async function readState(testServer: FeedTestServer) {
    const { rows } = await testServer.database.pool.query(
      'select url, enabled, last_error as error from feeds order by created_at, url',
    )
    return rows.map(({ url, ...row }) => ({ path: new URL(url).pathname, ...row }))
  }

  async function fetchTimes(testServer: FeedTestServer, times: number) {
    for (let time = 0; time < times; time += 1) {
      await testServer.fetchNews()
      testServer.wait(HOUR)
    }
  }

  it('replaces the address after three permanent redirects, with an entry in the audit log', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/old')
    testServer.publish('/old', redirect(301, '/newer'))
    testServer.publish('/newer', redirect(308, '/new'))
    testServer.publish('/new', redirect(302, '/today'))
    testServer.publish('/today', feedWith({ etag: '"1"' }))
    await fetchTimes(testServer, 2)
    expect(await readState(testServer)).toEqual([{ path: '/old', enabled: true, error: null }])
    await fetchTimes(testServer, 1)
    expect(await readState(testServer)).toEqual([{ path: '/new', enabled: true, error: null }])
    const { rows } = await testServer.database.pool.query('select actor_email, changes from audit_log')
    const { origin } = testServer.server
    expect(rows).toEqual([
      { actor_email: 'feed fetch', changes: { url: { from: `${origin}/old`, to: `${origin}/new` } } },
    ])
    await testServer.fetchNews()
    expect(testServer.server.requests.at(-2)?.url).toBe('/new')
  })

  it.each([
    ['temporary redirects', [302, 307, 302, 303]],
    ['permanent redirects with others between them', [301, 301, 302, 301, 301]],
  ])('preserves the address after %s', async (_, codes) => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/old')
    testServer.publish('/new', feedWith({}))
    for (const code of codes) {
      testServer.publish('/old', redirect(code, '/new'))
      await fetchTimes(testServer, 1)
    }
    expect(await readState(testServer)).toEqual([{ path: '/old', enabled: true, error: null }])
  })

  it('stops a feed that has moved to the address of another one', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/old')
    await testServer.addFeed('/zebra')
    testServer.publish('/old', redirect(301, '/zebra'))
    testServer.publish('/zebra', feedWith({}))
    await fetchTimes(testServer, 3)
    expect(await readState(testServer)).toEqual([
      {
        path: '/old',
        enabled: false,
        error: 'This feed has moved to the address of another feed. It is no longer fetched.',
      },
      { path: '/zebra', enabled: true, error: null },
    ])
  })

  it('keeps fetching a feed that has moved to the address of a disabled one', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/old')
    await testServer.addFeed('/zebra')
    await testServer.database.pool.query("update feeds set enabled = false where url like '%/zebra'")
    testServer.publish('/old', redirect(301, '/zebra'))
    testServer.publish('/zebra', feedWith({}))
    await fetchTimes(testServer, 4)
    expect(await readState(testServer)).toEqual([
      { path: '/old', enabled: true, error: null },
      { path: '/zebra', enabled: false, error: null },
    ])
  })

  it('retries a feed that is redirected to an address with status 410', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/old')
    testServer.publish('/old', (_, response) => response.writeHead(302, { location: '/other' }).end())
    testServer.publish('/other', status(410))
    await testServer.fetchNews()
    expect(await readState(testServer)).toEqual([
      { path: '/old', enabled: true, error: 'The server responded with status 410.' },
    ])
  })

  it('stops a feed whose server responds with 410', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/old')
    testServer.publish('/old', status(410))
    await fetchTimes(testServer, 2)
    expect(testServer.server.requests).toHaveLength(1)
    expect(await readState(testServer)).toEqual([
      {
        path: '/old',
        enabled: false,
        error: 'The publisher has removed this feed (status 410). It is no longer fetched.',
      },
    ])
  })
})
