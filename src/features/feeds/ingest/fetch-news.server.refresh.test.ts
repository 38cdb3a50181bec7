import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FeedTestServer, openFeedTestServer } from '../testing/feed-test-server.ts'
import { items, rss } from '../testing/rss.ts'

let testServer: FeedTestServer
beforeEach(async () => {
  testServer = await openFeedTestServer()
})
afterEach(() => testServer[Symbol.asyncDispose]())

const refresh = () => testServer.fetcher.refresh('all')
const requestedPaths = () => testServer.server.requests.map(({ url }) => url)

describe('refreshing all feeds', () => {
  it('fetches feeds before they are due and returns the counts', async () => {
    await testServer.addFeed('/a')
    testServer.publish('/a', rss(items(2)))
    await testServer.fetchNews()
    testServer.publish('/a', rss(items(3)))
    testServer.wait(2)
    expect(await testServer.fetchNews()).toMatchObject({ feeds: 0 })
    expect(await refresh()).toMatchObject({ feeds: 1, created: 1 })
  })

  it('skips feeds fetched within the last minute', async () => {
    await testServer.addFeed('/a')
    testServer.publish('/a', rss(items(1)))
    expect(await refresh()).toMatchObject({ feeds: 1 })
    expect(await refresh()).toMatchObject({ feeds: 0 })
    testServer.wait(1.1)
    expect(await refresh()).toMatchObject({ feeds: 1 })
  })

  it('skips disabled feeds, and failed feeds until their back-off ends', async () => {
    await testServer.addFeed('/busy')
    await testServer.addFeed('/off')
    await testServer.database.pool.query(`update feeds set enabled = false where url like '%/off'`)
    testServer.publish('/busy', (_, response) => void response.writeHead(503, { 'retry-after': '600' }).end())
    expect(await refresh()).toMatchObject({ feeds: 1, failed: 1 })
    testServer.wait(5)
    expect(await refresh()).toMatchObject({ feeds: 0 })
    testServer.wait(6)
    expect(await refresh()).toMatchObject({ feeds: 1 })
    expect(requestedPaths()).toEqual(['/busy', '/busy'])
  })

  it('waits for a run in progress, then fetches the feeds that it did not include', async () => {
    const slow = Promise.withResolvers<ServerResponse>()
    await testServer.addFeed('/slow')
    await testServer.addFeed('/checked-before')
    await testServer.database.pool.query(
      `update feeds set next_check_at = $1::timestamptz + interval '1 hour' where url like '%/checked-before'`,
      [testServer.clock.toISOString()],
    )
    testServer.publish('/slow', (_, response) => slow.resolve(response))
    testServer.publish('/checked-before', rss(items(2)))
    const running = testServer.fetchNews()
    const response = await slow.promise
    const refreshed = refresh()
    response.writeHead(200, { 'content-type': 'text/xml' }).end(rss(items(1, 'slow')))
    expect(await running).toMatchObject({ feeds: 1, created: 1 })
    expect(await refreshed).toMatchObject({ feeds: 1, created: 2, failed: 0 })
    expect(requestedPaths()).toEqual(['/slow', '/checked-before'])
  })
})
