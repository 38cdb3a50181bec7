import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { itemDrafts } from '#features/publishing/server/item-drafts.server.ts'
import { openDatabase, setDatabase } from '#platform/database/db.server.ts'
import { createOutbound } from '#platform/outbound/outbound.server.ts'
import { log } from '#platform/process/log.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { Route } from '#routes/functions/v1/fetch-news.ts'
import { openFeedTestServer } from '../testing/feed-test-server.ts'
import { items, rss } from '../testing/rss.ts'
import { createNewsFetcher, NewsFetchOffError, newsFetcher, setNewsFetcher } from './fetch-news.server.ts'
import { handleFetchNews } from './fetch-news-handler.server.ts'
import { refreshFeeds } from './refresh-feeds.server.ts'

const url = 'http://localhost:3000/functions/v1/fetch-news'

beforeAll(() => {
  log().level = 'silent'
})
afterEach(() => {
  setNewsFetcher(undefined)
  setDatabase(undefined)
})

async function sendRequest(init: RequestInit, path = ''): Promise<Response> {
  const request = new Request(new URL(path, url), init)
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
      held: 0,
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

  it('starts nothing while NEWS_FETCH is off, and says so', async () => {
    await using testServer = await openFeedTestServer()
    const { database, server } = testServer
    const outbound = createOutbound({ allowedPrivateHosts: new Set([server.host]), userAgent: 'Masthead' })
    setNewsFetcher(createNewsFetcher({ database, outbound, drafts: itemDrafts, isOff: true }))
    await testServer.addFeed('/a')
    testServer.publish('/a', rss(items(1)))
    const response = await sendRequest({ method: 'POST' })
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({ error: 'This site does not fetch news: NEWS_FETCH is off.' })
    const by = { id: randomUUID(), email: 'ada@example.org', fullName: 'Ada', role: 'admin' } as const
    await expect(refreshFeeds(database.db, newsFetcher(), by)).rejects.toThrow(NewsFetchOffError)
    expect(server.requests).toEqual([])
    await outbound.close()
  })

  it('responds with 503 and a plain message while the database is unavailable', async () => {
    const database = openDatabase('postgres://nobody@127.0.0.1:1/nowhere', () => {})
    const outbound = createOutbound({ allowedPrivateHosts: new Set(), userAgent: 'Masthead' })
    setNewsFetcher(createNewsFetcher({ database, outbound, drafts: itemDrafts }))
    const response = await sendRequest({ method: 'POST' })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('10')
    expect(await response.json()).toEqual({
      error: 'The news cannot be fetched at the moment. Please try again later.',
    })
    await outbound.close()
  })
})

describe('a run that takes longer than the response may', () => {
  it('responds to 16 requests with the address of the run, which shows its counts when it has ended', async () => {
    await using testServer = await openFeedTestServer()
    setNewsFetcher(testServer.fetcher)
    setDatabase(testServer.database)
    await testServer.addFeed('/slow')
    const release = Promise.withResolvers<void>()
    testServer.publish('/slow', (_, response) => {
      release.promise.then(() => response.end(rss(items(2))))
    })
    const send = () => handleFetchNews({ request: new Request(url, { method: 'POST' }) }, 50)
    const responses = await Promise.all(Array.from({ length: 17 }, send))
    const responded = Date.now()
    expect(responses.map(({ status }) => status)).toEqual([...Array(16).fill(202), 503])
    const [response, joined] = responses as [Response, Response]
    const location = response.headers.get('location') ?? ''
    expect(location).toMatch(/^\/functions\/v1\/fetch-news\?run=[0-9a-f-]{36}$/)
    expect(await response.json()).toEqual({ status: 'running', run: location })
    expect(joined.headers.get('location')).toBe(location)
    const readState = async () => (await sendRequest({ method: 'GET' }, location)).json()
    const { startedAt, ...state } = await readState()
    expect(state).toEqual({ status: 'running' })
    // Timers may be a millisecond early.
    expect(responded - Date.parse(startedAt)).toBeGreaterThanOrEqual(49)
    release.resolve()
    await eventually(async () => expect(await readState()).toMatchObject({ status: 'finished' }))
    expect(await readState()).toMatchObject({ report: { feeds: 1, created: 2, failed: 0 } })
  })

  it('is interrupted if its process has ended, and unknown after 24 hours', async () => {
    await using testServer = await openFeedTestServer()
    setDatabase(testServer.database)
    const { pool } = testServer.database
    const run = randomUUID()
    const old = randomUUID()
    await pool.query(
      "insert into ingest_runs (id, started_at) values ($1, now()), ($2, now() - interval '25 hours')",
      [run, old],
    )
    const readRun = async (id: string) => sendRequest({ method: 'GET' }, `?run=${id}`)
    expect(await (await readRun(run)).json()).toMatchObject({ status: 'interrupted' })
    await testServer.fetcher.recordRun(Promise.reject(new Error('The database is unavailable')), new Date())
    expect((await readRun(old)).status).toBe(404)
    expect((await readRun('none')).status).toBe(404)
  })
})

it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('rejects %s without fetching', async (method) => {
  const response = await sendRequest({ method })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('POST')
})
