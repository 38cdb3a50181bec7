import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { log } from '#platform/log.server.ts'
import { createOutbound } from '#platform/outbound/outbound.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { Route } from '#routes/functions/v1/fetch-news.ts'
import { openFeedTestServer } from '../testing/feed-test-server.ts'
import { items, rss } from '../testing/rss.ts'
import { createNewsFetcher, setNewsFetcher } from './fetch-news.server.ts'

const url = 'http://localhost:3000/functions/v1/fetch-news'

beforeAll(() => {
  log().level = 'silent'
})
afterEach(() => setNewsFetcher(undefined))

async function sendRequest(init: RequestInit): Promise<Response> {
  const request = new Request(url, init)
  const handlers = Route.options.server?.handlers as Record<
    string,
    (context: { request: Request }) => Promise<Response>
  >
  const handler = handlers[request.method] ?? handlers.ANY
  if (!handler) throw new Error(`Nothing answers ${request.method}`)
  return handler({ request })
}

describe('POST /functions/v1/fetch-news', () => {
  it('fetches due feeds and responds with the counts and the errors of each feed', async () => {
    await using testServer = await openFeedTestServer()
    setNewsFetcher(testServer.fetcher)
    await testServer.addFeed('/good')
    await testServer.addFeed('/bad')
    testServer.publish('/good', rss(items(3)))
    const response = await sendRequest({ method: 'POST' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      feeds: 2,
      notModified: 0,
      failed: 1,
      created: 3,
      updated: 0,
      duplicates: 0,
      errors: [
        { url: `${testServer.server.origin}/bad`, title: '', error: 'The server responded with status 404.' },
      ],
    })
  })

  it.each([
    ['JSON', 'application/json', '{"force": true, "feeds": []}'],
    ['broken JSON', 'application/json', '{'],
    ['another type', 'application/x-unheard-of; charset=none', '\0\0'],
    ['a form', 'application/x-www-form-urlencoded', 'feed=1'],
  ])('ignores a body of %s', async (_, contentType, body) => {
    await using testServer = await openFeedTestServer()
    setNewsFetcher(testServer.fetcher)
    await testServer.addFeed('/a')
    testServer.publish('/a', rss(items(1)))
    const response = await sendRequest({ method: 'POST', headers: { 'content-type': contentType }, body })
    expect(await response.json()).toMatchObject({ feeds: 1, created: 1 })
  })

  it('serves concurrent requests from one run, and fetches no feed before it is due', async () => {
    await using testServer = await openFeedTestServer()
    setNewsFetcher(testServer.fetcher)
    await testServer.addFeed('/a')
    testServer.publish('/a', rss(items(1)))
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendRequest({ method: 'POST' })))
    for (const answer of answers) expect(await answer.json()).toMatchObject({ feeds: 1, created: 1 })
    expect(await (await sendRequest({ method: 'POST' })).json()).toMatchObject({ feeds: 0, created: 0 })
    expect(testServer.server.requests).toHaveLength(1)
  })

  it('responds with 503 and a plain message while the database is unavailable', async () => {
    const database = await createTestDatabase()
    const outbound = createOutbound({ allowedPrivateHosts: new Set(), userAgent: 'Masthead' })
    setNewsFetcher(createNewsFetcher({ database, outbound }))
    await database.drop()
    const response = await sendRequest({ method: 'POST' })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('10')
    expect(await response.json()).toEqual({
      error: 'The news cannot be fetched at the moment. Please try again later.',
    })
    await outbound.close()
  })
})

it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('rejects %s without fetching', async (method) => {
  const response = await sendRequest({ method })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('POST')
})
