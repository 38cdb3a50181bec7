import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FeedTestServer, openFeedTestServer } from '../testing/feed-test-server.ts'
import { items, rss } from '../testing/rss.ts'

let desk: FeedTestServer
beforeEach(async () => {
  desk = await openFeedTestServer()
})
afterEach(() => desk[Symbol.asyncDispose]())

const refresh = () => desk.fetcher.refresh('all')
const asked = () => desk.server.requests.map(({ url }) => url)

describe('refreshing all feeds', () => {
  it('fetches feeds before they are due and returns the counts', async () => {
    await desk.addFeed('/a')
    desk.publish('/a', rss(items(2)))
    await desk.fetchNews()
    desk.publish('/a', rss(items(3)))
    desk.wait(2)
    expect(await desk.fetchNews()).toMatchObject({ feeds: 0 })
    expect(await refresh()).toMatchObject({ feeds: 1, created: 1 })
  })

  it('skips feeds fetched within the last minute', async () => {
    await desk.addFeed('/a')
    desk.publish('/a', rss(items(1)))
    expect(await refresh()).toMatchObject({ feeds: 1 })
    expect(await refresh()).toMatchObject({ feeds: 0 })
    desk.wait(1.1)
    expect(await refresh()).toMatchObject({ feeds: 1 })
  })

  it('skips disabled feeds, and failed feeds until their back-off ends', async () => {
    await desk.addFeed('/busy')
    await desk.addFeed('/off')
    await desk.database.pool.query(`update feeds set enabled = false where url like '%/off'`)
    desk.publish('/busy', (_, response) => void response.writeHead(503, { 'retry-after': '600' }).end())
    expect(await refresh()).toMatchObject({ feeds: 1, failed: 1 })
    desk.wait(5)
    expect(await refresh()).toMatchObject({ feeds: 0 })
    desk.wait(6)
    expect(await refresh()).toMatchObject({ feeds: 1 })
    expect(asked()).toEqual(['/busy', '/busy'])
  })

  it('waits for a run in progress, then fetches the feeds that it did not include', async () => {
    const slow = Promise.withResolvers<ServerResponse>()
    await desk.addFeed('/slow')
    await desk.addFeed('/rested')
    await desk.database.pool.query(
      `update feeds set next_check_at = $1::timestamptz + interval '1 hour' where url like '%/rested'`,
      [desk.clock.toISOString()],
    )
    desk.publish('/slow', (_, response) => slow.resolve(response))
    desk.publish('/rested', rss(items(2)))
    const running = desk.fetchNews()
    const response = await slow.promise
    const refreshed = refresh()
    response.writeHead(200, { 'content-type': 'text/xml' }).end(rss(items(1, 'slow')))
    expect(await running).toMatchObject({ feeds: 1, created: 1 })
    expect(await refreshed).toMatchObject({ feeds: 1, created: 2, failed: 0 })
    expect(asked()).toEqual(['/slow', '/rested'])
  })
})
