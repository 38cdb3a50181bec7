import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fetchNews } from '../../e2e/fixtures/fetch-news.ts'
import { numbers } from '../shared/client.mjs'
import { startSite } from '../shared/site.mjs'
import { until } from '../shared/until.mjs'
import { goodFeed, misbehaviours } from './publisher-behaviours.mjs'
import { checkServer, withPulse } from './site-class.mjs'

const GOOD_FEEDS = 30
const MAX_RUN_SECONDS = 240
/** The thread that reads feeds may use 512 MB of it. */
const MAX_MEMORY_MB = 900
/** Eight feeds are fetched at once. Each may have two requests, and connections that are kept for the next ones. */
const MAX_SOCKETS = 32
const SOCKETS_CLOSE_MS = 15_000
const SAMPLE_MS = 500

/**
 * Feeds that use up time, memory and connections, in one run with good ones.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const misbehavingFeeds = {
  name: 'misbehaving-feeds',
  title: 'misbehaving feeds and pages in one run',
  limitSeconds: 540,
  async run({ attempt, signal, random }) {
    await using closing = new AsyncDisposableStack()
    const good = numbers(GOOD_FEEDS).map((n) => goodFeed(`Good feed ${n}`))
    const publishers = closing.use(await startPublishers([...misbehaviours(), ...good]))
    const { feeds } = publishers
    const hosts = feeds.map(({ url }) => new URL(url).host)
    const site = closing.use(await startSite({ ALLOWED_PRIVATE_HOSTS: hosts.join(',') }))
    await addFeeds(site, feeds, random)
    const memory = watchMemory(site)
    const started = performance.now()
    await withPulse(site, attempt, () => fetchNews(site.url, signal))
    const seconds = (performance.now() - started) / 1000
    const memoryMb = await memory.stop()
    await checkFeeds(site, attempt, feeds)
    await attempt('time of the run', async () => {
      if (seconds > MAX_RUN_SECONDS) throw new Error(`${seconds.toFixed(0)} s`)
    })
    await attempt('memory during the run', async () => {
      if (memoryMb > MAX_MEMORY_MB) throw new Error(`${memoryMb.toFixed(0)} MB`)
    })
    await attempt('sockets', async () => {
      if (publishers.maxSockets > MAX_SOCKETS) throw new Error(`${publishers.maxSockets} at once`)
      await until(SOCKETS_CLOSE_MS, async () => publishers.sockets.size === 0)
    })
    await checkServer(site, attempt)
  },
}

/** Adds the feeds in a random order. */
async function addFeeds(site, feeds, random) {
  await site.sql('delete from feeds')
  await site.sql(
    `insert into feeds (url, full_text, next_check_at)
     select url, full_text, now() - place * interval '1 minute' from unnest($1::text[], $2::boolean[], $3::float[]) as t (url, full_text, place)`,
    [
      feeds.map(({ url }) => url),
      feeds.map(({ fullText }) => fullText === true),
      feeds.map(() => random.next()),
    ],
  )
}

/** Samples the memory of the server until it is stopped. */
function watchMemory(site) {
  const stopping = new AbortController()
  const sampling = (async () => {
    let maxMb = 0
    while (!stopping.signal.aborted) {
      maxMb = Math.max(maxMb, await site.memoryMb())
      await delay(SAMPLE_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
    return maxMb
  })()
  // Reported by `stop`, unless the run itself has failed.
  sampling.catch(() => {})
  return {
    stop() {
      stopping.abort()
      return sampling
    },
  }
}

async function checkFeeds(site, attempt, feeds) {
  const rows = await site.sql(
    `select url, enabled, last_error, last_checked_at,
       (select count(*)::int from articles where feed_id = feeds.id) as articles
     from feeds`,
  )
  for (const { url, name, error = null, articles = 0 } of feeds)
    await attempt(name, async () => {
      const row = rows.find((one) => one.url === url)
      if (!row?.last_checked_at) throw new Error('the feed was not checked')
      if (row.last_error !== error)
        throw new Error(`the feed has the error ${JSON.stringify(row.last_error)}`)
      if (row.articles !== articles) throw new Error(`the feed has ${row.articles} articles`)
      if (!row.enabled) throw new Error('the feed was stopped')
    })
}

/** Starts a server for each behaviour, since requests to one host wait for each other. */
async function startPublishers(behaviours) {
  const closing = new AsyncDisposableStack()
  const publishers = { feeds: [], sockets: new Set(), maxSockets: 0 }
  const { feeds, sockets } = publishers
  for (const behaviour of behaviours) {
    const server = createServer((socket) => {
      sockets.add(socket)
      publishers.maxSockets = Math.max(publishers.maxSockets, sockets.size)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
      serveRequest(socket, behaviour, origin)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.defer(() => server.close())
    const origin = `http://127.0.0.1:${server.address().port}`
    feeds.push({ ...behaviour, url: `${origin}/feed` })
  }
  return Object.assign(publishers, {
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await closing.disposeAsync()
    },
  })
}

/** Responds to the first request of a connection. Other pages of a publisher, such as its home page, do not exist. */
function serveRequest(socket, { respond }, origin) {
  let head = ''
  socket.on('data', (bytes) => {
    const isComplete = head.includes('\r\n\r\n')
    head += bytes.toString('latin1')
    if (isComplete || !head.includes('\r\n\r\n')) return
    const path = head.split(' ', 2)[1]
    if (path.startsWith('/feed')) respond(socket, { path, origin })
    else socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n')
  })
}
