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

/** The articles, except for what a run may change. */
const CONTENT = `select md5(string_agg(a::text, '' order by id)) as digest, count(*)::int from
  (select id, title, summary, content, source_url, source_name, published_at, updated_at, category, feed_id from articles) as a`

/**
 * Feeds that use up time, memory and connections, in one run with good ones that must not wait for them.
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
    const watch = watchRun(site)
    const started = performance.now()
    await withPulse(site, attempt, () => fetchNews(site.url, signal))
    const seconds = (performance.now() - started) / 1000
    const { memoryMb, goodArticles } = await watch.stop()
    await checkFeeds(site, attempt, feeds)
    await attempt('good feeds during the run', async () => {
      if (goodArticles === 0) throw new Error('no article was stored before the end of the run')
    })
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
    await attempt('second run', () => runAgain(site, feeds, signal))
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

/** Samples the state of the site until it is stopped. */
function watchRun(site) {
  const stopping = new AbortController()
  const seen = { memoryMb: 0, goodArticles: 0 }
  const sampling = (async () => {
    while (!stopping.signal.aborted) {
      seen.memoryMb = Math.max(seen.memoryMb, await site.memoryMb())
      if (!stopping.signal.aborted && seen.goodArticles === 0) {
        const [{ count }] = await site.sql(
          "select count(*)::int from articles where title like 'Good feed%' and exists (select from feeds where last_checked_at is null)",
        )
        seen.goodArticles = count
      }
      await delay(SAMPLE_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  // Reported by `stop`, unless the run itself has failed.
  sampling.catch(() => {})
  return {
    async stop() {
      stopping.abort()
      await sampling
      return seen
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

/** Fetches the feeds again, without those that use up time limits. */
async function runAgain(site, feeds, signal) {
  const [before] = await site.sql(CONTENT)
  const urls = feeds.filter(({ isSlow }) => !isSlow).map(({ url }) => url)
  await site.sql('update feeds set next_check_at = now() where url = any($1)', [urls])
  const report = await fetchNews(site.url, signal)
  const [after] = await site.sql(CONTENT)
  if (report.created !== 0) throw new Error(`created ${report.created}`)
  if (report.feeds !== urls.length) throw new Error(`${report.feeds} of ${urls.length} feeds were fetched`)
  if (after.digest !== before.digest) throw new Error(`${before.count} articles before, ${after.count} after`)
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
