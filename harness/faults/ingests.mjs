import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fetchNews } from '../../e2e/fixtures/fetch-news.ts'
import { startObservedSite, untilTransactionsEnd } from './observed-site.mjs'
import { checkServer } from './site.mjs'

/** Kills at the responses of the database, spread evenly over a run, and at random times. */
const KILLS_AT_RESPONSES = 30
const KILLS_AT_TIMES = 12
const STORIES = { plain: 12, 'full-text': 4, amp: 3 }

/** Everything that a run stores, without ids and times. */
const STATE = `select url, jsonb_build_object(
    'title', title, 'etag', etag, 'error', last_error, 'failures', failure_count, 'publisher', detected_publisher,
    'isChecked', last_checked_at is not null,
    'articles', (select jsonb_agg(to_jsonb(a) - '{id,created_at,updated_at,feed_id}'::text[] || jsonb_build_object(
        'keys', (select jsonb_agg(key order by key) from article_identities where article_id = a.id)) order by a.title)
      from articles a where feed_id = feeds.id))::text as state
  from feeds order by url`

/** Keys without an article, articles without a key, and articles without a feed. */
const ORPHANS = `select
  (select count(*)::int from article_identities where article_id is null) as keys,
  (select count(*)::int from articles where feed_id is null
     or not exists (select from article_identities where article_id = articles.id)) as articles`

/**
 * Kills the server while it fetches and stores feeds, with the pages of their articles: new articles, and changed ones.
 * Each feed is then stored completely or not at all, and the next run stores the rest.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const ingests = {
  name: 'ingests',
  title: 'server killed during ingests',
  limitSeconds: 420,
  async run({ attempt, signal, random }) {
    await using closing = new AsyncDisposableStack()
    const publisher = await startPublisher(closing)
    const { site, onResponse } = await startObservedSite(closing, { ALLOWED_PRIVATE_HOSTS: publisher.host })

    const runs = await measureRuns(site, publisher, onResponse, signal)
    for (let round = 0; round < KILLS_AT_RESPONSES + KILLS_AT_TIMES && !signal.aborted; round += 1) {
      const run = runs[round % 2]
      const { edition, before, after } = run
      const isAtResponse = round < KILLS_AT_RESPONSES
      const place = isAtResponse ? round / KILLS_AT_RESPONSES : random.next()
      let label
      let isKilled = false
      // The number of responses depends on the speed of the machine: a run may end before the expected one.
      do {
        const killAt = Math.floor(place * 0.9 * run.responses)
        label = `kill ${round} after ${isAtResponse ? `response ${killAt}` : `${Math.floor(place * run.ms)} ms`} of edition ${edition}`
        await prepare(site, publisher, edition, signal)
        const { pid } = site.server
        const kill = () => {
          isKilled = true
          process.kill(pid, 'SIGKILL')
        }
        let responses = 0
        onResponse(() => {
          if (isAtResponse && responses === killAt) kill()
          responses += 1
        })
        const request = fetchNews(site.url, signal).catch(() => undefined)
        if (!isAtResponse) {
          await Promise.race([delay(place * run.ms), request])
          kill()
        }
        await request
        onResponse(() => {})
        if (!isKilled) run.responses = Math.min(run.responses, responses)
      } while (!isKilled && !signal.aborted)
      await site.disconnect()
      await site.server[Symbol.asyncDispose]()
      await untilTransactionsEnd(site)
      await attempt(label, async () => {
        for (const [url, state] of await readStates(site))
          if (state !== before.get(url) && state !== after.get(url)) throw new Error(`half a state: ${state}`)
        await checkOrphans(site)
      })
      await attempt(`restart after ${label}`, () => site.startAgain())
      await attempt(`run after ${label}`, async () => {
        await fetchNews(site.url, signal)
        for (const [url, state] of await readStates(site))
          if (state !== after.get(url)) throw new Error(`not complete: ${state}`)
        await checkOrphans(site)
        const again = await runAgain(site, signal)
        if (again.created + again.updated > 0)
          throw new Error(`a further run stores ${JSON.stringify(again)}`)
      })
    }
    await checkServer(site, attempt)
  },
}

/** The states before and after a run of each edition, and its shorter measurements of two. */
async function measureRuns(site, publisher, onResponse, signal) {
  const runs = [1, 2].map((edition) => ({ edition, responses: Infinity, ms: Infinity }))
  // The server has just started, and still does other work with the database.
  for (const run of [...runs, ...runs]) {
    await prepare(site, publisher, run.edition, signal)
    run.before = await readStates(site)
    let responses = 0
    onResponse(() => {
      responses += 1
    })
    const started = performance.now()
    await fetchNews(site.url, signal)
    onResponse(() => {})
    run.responses = Math.min(run.responses, responses)
    run.ms = Math.min(run.ms, performance.now() - started)
    run.after = await readStates(site)
  }
  return runs
}

/** Stores everything before the edition; then, the feeds are due. */
async function prepare(site, publisher, edition, signal) {
  publisher.edition = 1
  await site.sql('delete from feeds; delete from articles; delete from article_identities')
  await site.sql(
    "insert into feeds (url, full_text) select $1::text || path, path = 'full-text' from unnest($2::text[]) as path",
    [`${publisher.origin}/`, Object.keys(STORIES)],
  )
  if (edition === 1) return
  await fetchNews(site.url, signal)
  publisher.edition = edition
  await site.sql('update feeds set next_check_at = now(), last_checked_at = null')
}

async function readStates(site) {
  return new Map((await site.sql(STATE)).map(({ url, state }) => [url, state]))
}

async function checkOrphans(site) {
  const [orphans] = await site.sql(ORPHANS)
  if (Object.values(orphans).some((count) => count > 0)) throw new Error(JSON.stringify(orphans))
}

async function runAgain(site, signal) {
  await site.sql('update feeds set next_check_at = now()')
  const report = await fetchNews(site.url, signal)
  if (report.feeds !== Object.keys(STORIES).length)
    throw new Error(`${report.feeds} feeds were fetched again`)
  return report
}

/** Serves feeds and the pages of their stories. In the second edition, stories are changed and new. */
async function startPublisher(closing) {
  const publisher = { edition: 1, host: '', origin: '' }
  const server = createServer((request, response) => {
    const [, name, story] = request.url.split('/')
    const type = name in STORIES && story === undefined ? 'application/rss+xml' : 'text/html'
    const body = type === 'text/html' ? page(publisher, name, story) : feed(publisher, name)
    response.writeHead(200, { 'content-type': type, etag: `"${publisher.edition}"` }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.defer(() => server.close())
  publisher.host = `127.0.0.1:${server.address().port}`
  publisher.origin = `http://${publisher.host}`
  return publisher
}

function feed({ edition, origin }, name) {
  const items = Array.from({ length: STORIES[name] + edition - 1 }, (_, n) => {
    const title = `Story ${n} of ${name}${edition === 2 && n === 1 ? ', changed' : ''}`
    return `<item><title>${title}</title><link>${origin}/${name}/${n}${name === 'amp' ? '.amp.html' : ''}</link>
<description>In short.</description><pubDate>Fri, 20 Nov 2026 10:${10 + n}:00 GMT</pubDate></item>`
  })
  return `<rss version="2.0"><channel><title>Courier ${name}</title><link>${origin}/</link>${items.join('\n')}</channel></rss>`
}

function page({ edition, origin }, name, story) {
  const paragraph = `<p>${`Text ${edition} of story ${story} of ${name}, with many words, and with commas. `.repeat(8)}</p>`
  const canonical = story ? `<link rel="canonical" href="${origin}/canonical/${name}/${story}">` : ''
  return `<!doctype html><html><head><meta property="og:site_name" content="The Courier">${canonical}<title>Courier</title></head>
<body><article>${paragraph.repeat(6)}</article></body></html>`
}
