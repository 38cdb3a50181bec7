import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { fetchNews } from '../../e2e/fixtures/fetch-news.ts'
import { brokenConnections } from './broken-connections.mjs'
import { forEachConcurrently } from './client.mjs'
import { hostileArticles, hostileDocuments, hostilePages } from './hostile-documents.mjs'
import { inspectHtml } from './inspect-response.mjs'
import { goodFeed, response } from './publisher-responses.mjs'
import { checkServer, startSite, withPulse } from './site.mjs'
import { wrongResponses } from './wrong-responses.mjs'

const MB = 1024 * 1024
const MIN_FEEDS = 300
const GOOD_FEEDS = 30
const MAX_RUN_SECONDS = 240
/** The thread that reads feeds may use 512 MB of it. */
const MAX_MEMORY_MB = 900
/** Eight feeds are fetched at once. Each may have two requests, and connections that are kept for the next ones. */
const MAX_SOCKETS = 32
const SOCKETS_CLOSE_MS = 15_000
const CONCURRENCY = 4

/**
 * Feeds that misbehave in all ways that servers can, in one run.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const misbehavingFeeds = {
  name: 'misbehaving-feeds',
  title: 'misbehaving feeds and pages in one run',
  limitSeconds: 540,
  async run({ attempt, signal, random }) {
    const bad = [
      ...brokenConnections(),
      ...wrongResponses(),
      ...hostileDocuments(),
      ...hostilePages(),
      ...hostileArticles(),
    ]
    const good = Array.from({ length: GOOD_FEEDS }, (_, n) => goodFeed(`Good feed ${n}`))
    await attempt('number of misbehaving feeds', async () => {
      if (bad.length < MIN_FEEDS) throw new Error(`${bad.length}`)
    })
    await using publishers = await startPublishers([...bad, ...good])
    const { feeds } = publishers
    await using site = await startSite({
      ALLOWED_PRIVATE_HOSTS: feeds.map(({ origin }) => new URL(origin).host).join(','),
    })
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
      const limit = performance.now() + SOCKETS_CLOSE_MS
      while (publishers.sockets > 0 && performance.now() < limit) await delay(100)
      if (publishers.sockets > 0) throw new Error(`${publishers.sockets} stay open`)
    })
    await runAgain(site, attempt, feeds, signal)
    await checkArticles(site, attempt)
    await checkServer(site, attempt)
  },
}

/** In a random order. */
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
      seen.memoryMb = Math.max(seen.memoryMb, (await site.metric('process_resident_memory_bytes')) / MB)
      if (!stopping.signal.aborted && seen.goodArticles === 0) {
        const [{ count }] = await site.sql(
          "select count(*)::int from articles where title like 'Good feed%' and exists (select from feeds where last_checked_at is null)",
        )
        seen.goodArticles = count
      }
      await delay(500, undefined, { signal: stopping.signal }).catch(() => {})
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
    `select url, enabled, last_error, damage, last_checked_at, extract(epoch from next_check_at - last_checked_at) * 1000 as wait,
       (select count(*)::int from articles where feed_id = feeds.id) as articles,
       case when full_text then (select string_agg(content, ' ') from articles where feed_id = feeds.id) end as content
     from feeds`,
  )
  const rowOf = new Map(rows.map((row) => [row.url, row]))
  for (const {
    url,
    name,
    error = null,
    articles = 0,
    isDamaged = false,
    isGone = false,
    minWaitMs = 0,
    content = '',
  } of feeds)
    await attempt(name, async () => {
      const row = rowOf.get(url)
      if (!row?.last_checked_at) throw new Error('the feed was not checked')
      if (row.last_error !== error)
        throw new Error(`the feed has the error ${JSON.stringify(row.last_error)}`)
      if (row.articles !== articles) throw new Error(`the feed has ${row.articles} articles`)
      if ((row.damage !== null) !== isDamaged) throw new Error(`the feed has the damage ${row.damage}`)
      if (row.enabled === isGone)
        throw new Error(isGone ? 'the feed is still fetched' : 'the feed was stopped')
      if (content && !row.content.includes(content)) throw new Error('the text of the page was not read')
      if (row.wait < minWaitMs) throw new Error(`the next fetch is after ${row.wait} ms`)
    })
}

const CONTENT = `select md5(string_agg(a::text, '' order by id)) as digest, count(*)::int from
  (select id, title, summary, content, source_url, source_name, published_at, updated_at, category, feed_id from articles) as a`

/** Fetches the feeds again, without those that use up time limits. */
async function runAgain(site, attempt, feeds, signal) {
  const [before] = await site.sql(CONTENT)
  const urls = feeds.filter(({ isSlow }) => !isSlow).map(({ url }) => url)
  await site.sql('update feeds set next_check_at = now() where enabled and url = any($1)', [urls])
  const report = await fetchNews(site.url, signal)
  const [after] = await site.sql(CONTENT)
  await attempt('second run', async () => {
    if (report.created !== 0) throw new Error(`created ${report.created}`)
    if (report.feeds < MIN_FEEDS - 50) throw new Error(`only ${report.feeds} feeds were fetched`)
    if (after.digest !== before.digest)
      throw new Error(`${before.count} articles before, ${after.count} after`)
  })
}

/** Requests the pages of all articles with full text, and of some others. */
async function checkArticles(site, attempt) {
  const articles = await site.sql(
    "select id from articles where title !~ '^Good feed' order by title !~ '^full text', md5(id::text) limit 200",
  )
  await forEachConcurrently(articles, CONCURRENCY, ({ id }) =>
    attempt(`article ${id} of a misbehaving feed`, async () => {
      const { status, text } = await site.send(`/article/${id}`)
      if (status !== 200) throw new Error(`status ${status}`)
      if (/root:.{0,20}:0:0:/.test(text)) throw new Error('an external entity was read')
      inspectHtml(text)
    }),
  )
}

/** Starts a server for each behaviour, since requests to one host wait for each other. */
async function startPublishers(behaviours) {
  const sockets = new Set()
  const closing = new AsyncDisposableStack()
  let maxSockets = 0
  const feeds = []
  for (const behaviour of behaviours) {
    const { scheme = 'http', tls, connect } = behaviour
    const server = tls ? createTlsServer(tls) : createServer()
    server.on('connection', (socket) => {
      sockets.add(socket)
      maxSockets = Math.max(maxSockets, sockets.size)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
      // Else, the end of the connection is not noticed.
      if (connect) socket.resume()
    })
    server.on('tlsClientError', () => {})
    server.on(
      tls ? 'secureConnection' : 'connection',
      connect ?? ((socket) => serveRequest(socket, behaviour, origin)),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.defer(() => server.close())
    const origin = `${scheme}://127.0.0.1:${server.address().port}`
    feeds.push({ ...behaviour, origin, url: `${origin}/feed` })
  }
  return {
    feeds,
    get sockets() {
      return sockets.size
    },
    get maxSockets() {
      return maxSockets
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await closing.disposeAsync()
    },
  }
}

const NOT_FOUND = response('', {}, '404 Not Found')

/** Responds to the first request of a connection. */
function serveRequest(socket, { respond, respondElsewhere = (socket) => socket.end(NOT_FOUND) }, origin) {
  let head = ''
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    const isComplete = head.includes('\r\n\r\n')
    head += bytes.toString('latin1')
    if (isComplete || !head.includes('\r\n\r\n')) return
    const path = head.split(' ', 2)[1]
    if (path.startsWith('/feed')) respond(socket, { path, origin })
    else respondElsewhere(socket, { path, origin })
  })
}
