import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { itemDrafts } from '#features/publishing/server/item-drafts.server.ts'
import { createOutbound, type Outbound } from '#platform/outbound/outbound.server.ts'
import { MAX_FEED_BYTES } from '../parse/xml-document.ts'
import { openFeedTestServer } from '../testing/feed-test-server.ts'
import { items, rss } from '../testing/rss.ts'
import { createFeedReader } from './feed-reader.server.ts'
import { createNewsFetcher } from './fetch-news.server.ts'

const TIME_LIMIT_MS = 500
const SLOW = 'The server did not respond within 0.5 seconds.'
const CLOSED = 'The server closed the connection before the response was complete.'
const BOMB = gzipSync(Buffer.alloc(MAX_FEED_BYTES + 1, 'a'))

/** Each with the error that the feed must have. */
const MISBEHAVIOURS: Record<string, { listener: RequestListener; error: string }> = {
  hang: { listener: () => {}, error: SLOW },
  drip: {
    listener(_, response) {
      const timer = setInterval(() => response.write('<'), 20)
      response.on('close', () => clearInterval(timer))
    },
    error: SLOW,
  },
  reset: { listener: ({ socket }) => socket.resetAndDestroy(), error: CLOSED },
  'no response': { listener: ({ socket }) => socket.end(), error: CLOSED },
  'not HTTP': {
    listener: ({ socket }) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
    error: 'The server sent an invalid HTTP response.',
  },
  'short body': {
    listener(_, response) {
      response.writeHead(200, { 'content-length': 1_000 }).write('<rss>')
      response.flushHeaders()
      setImmediate(() => response.destroy())
    },
    error: CLOSED,
  },
  'cut chunks': {
    listener(_, response) {
      response.writeHead(200, { connection: 'close' }).write('<rss>', () => response.socket?.end())
    },
    error: CLOSED,
  },
  'gzip bomb': {
    listener: (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB),
    error: 'The response is larger than 15 MB.',
  },
  'invalid gzip': {
    listener: (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'),
    error: 'The response is damaged and could not be decompressed.',
  },
  'redirect loop': {
    listener: ({ url }, response) => response.writeHead(302, { location: url }).end(),
    error: 'The server redirects in a loop.',
  },
  'endless redirects': {
    listener: ({ url }, response) => response.writeHead(302, { location: `${url}x` }).end(),
    error: 'The server redirected more than 5 times.',
  },
  'redirect to an internal address': {
    listener: (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    error: 'The address belongs to a private network.',
  },
  'web page': {
    listener: (_, response) => response.end('<!doctype html><html><title>News</title></html>'),
    error: 'This is a web page, not a feed.',
  },
  empty: { listener: (_, response) => response.end(), error: 'The document is empty.' },
  'status 503': {
    listener: (_, response) => response.writeHead(503).end(),
    error: 'The server responded with status 503.',
  },
}

it('stores a true error for each misbehaving feed of a run, the articles of the others, and nothing new in a second run', {
  timeout: 60_000,
}, async () => {
  await using testServer = await openFeedTestServer()
  const { database, server } = testServer
  const feeds = Object.entries(MISBEHAVIOURS).map(([name, behaviour]) => ({
    path: `/${encodeURIComponent(name)}`,
    ...behaviour,
  }))
  for (const { path, listener } of feeds) {
    await testServer.addFeed(path)
    testServer.publish(path, listener)
    testServer.publish(`${path}x`, listener)
  }
  for (const n of [2, 3, 4, 5]) {
    for (const { path, listener } of feeds) testServer.publish(path + 'x'.repeat(n), listener)
    await testServer.addFeed(`/good-${n}`)
    testServer.publish(`/good-${n}`, rss(items(3, `story-${n}`)))
  }
  const options = { allowedPrivateHosts: new Set([server.host]), userAgent: 'Masthead' }
  const patient = createOutbound(options)
  const hasty = createOutbound({ ...options, timeouts: { connect: 10_000, total: TIME_LIMIT_MS } })
  const slow = feeds.filter(({ error }) => error === SLOW).map(({ path }) => server.origin + path)
  const outbound: Outbound = {
    // A busy machine may exceed the short limit for feeds with other errors.
    get: (address, request) => (slow.includes(address) ? hasty : patient).get(address, request),
    close: async () => void (await Promise.all([patient.close(), hasty.close()])),
  }
  const fetcher = createNewsFetcher({
    drafts: itemDrafts,
    database,
    outbound,
    now: () => testServer.clock,
    openReader: createFeedReader,
    isBusy: () => false,
  })
  expect(await fetcher.fetchNews()).toMatchObject({ failed: feeds.length, created: 12 })
  const stored = await Promise.all(
    feeds.map(async ({ path }) => [path, (await testServer.feed(path)).lastError]),
  )
  expect(Object.fromEntries(stored)).toEqual(
    Object.fromEntries(feeds.map(({ path, error }) => [path, error])),
  )
  testServer.wait(2)
  expect(await fetcher.refresh('all')).toMatchObject({ feeds: 4, created: 0, updated: 0, failed: 0 })
  await outbound.close()
})
