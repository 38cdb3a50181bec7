import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { imageKey, mediaPath } from '../src/features/media/rules/variant.ts'
import { forEachConcurrently } from './client.mjs'
import { inspectHtml } from './inspect-response.mjs'
import { checkServer, startSite, withPulse } from './site.mjs'

const MB = 1024 * 1024
const MAX_MEMORY_MB = 700
const CONCURRENCY = 4
const REDIRECTS = [301, 302, 303, 307, 308]
/** Ends requests that the server under attack has not ended. */
const STREAM_SECONDS = 20

/**
 * Feeds and images of attackers: addresses of internal services, and documents that exhaust memory or time.
 *
 * @returns {import('./run-class.mjs').FaultClass}
 */
export function feeds() {
  return {
    name: 'feeds',
    title: 'SSRF and bombs through feeds and images',
    limitSeconds: 90,
    async run({ attempt }) {
      await using internal = await listen((_request, response) => response.end(rss('internal secret')))
      const documents = createDocuments()
      await using publisher = await listen((request, response) => {
        const { pathname, searchParams } = new URL(request.url, 'http://publisher')
        const to = searchParams.get('to')
        if (to) response.writeHead(Number(searchParams.get('status')), { location: encodeLocation(to) }).end()
        else if (documents[pathname.slice(1)]) documents[pathname.slice(1)](response)
        else response.writeHead(404).end()
      })
      await using site = await startSite({ ALLOWED_PRIVATE_HOSTS: publisher.host })
      await site.sql('delete from feeds')
      await withPulse(site, attempt, async () => {
        await fetchInternal(site, attempt, { internal, publisher })
        await fetchImages(site, attempt, { internal, publisher })
        await fetchDocuments(site, attempt, { documents, publisher })
      })
      await checkServer(site, attempt)
    },
  }
}

/** Addresses of a service on this machine in the notations that resolvers and URL parsers accept. */
function internalAddresses(port) {
  const hosts = [
    '127.0.0.1',
    '127.0.0.2',
    '127.1',
    '127.000.000.001',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '017700000001',
    '0.0.0.0',
    '0',
    'localhost',
    'LOCALHOST.',
    'news.localhost',
    'ip6-localhost',
    '127.0.0.1.',
    '１２７.０.０.１',
    '127。0。0。1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    'publisher@127.0.0.1',
    'publisher:80@localhost',
  ]
  const elsewhere = [
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://100.100.100.200/',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'http://172.17.0.1/',
  ]
  return [...hosts.map((host) => `http://${host}:${port}/`), ...elsewhere]
}

async function fetchInternal(site, attempt, { internal, publisher }) {
  const addresses = internalAddresses(internal.port)
  const schemes = [
    'file:///etc/passwd',
    `gopher://127.0.0.1:${internal.port}/`,
    'data:text/xml,<rss/>',
    `ftp://127.0.0.1:${internal.port}/`,
  ]
  const redirects = [...addresses, ...schemes].map((to, index) => {
    const status = REDIRECTS[index % REDIRECTS.length]
    return `${publisher.origin}/?status=${status}&to=${encodeURIComponent(to)}`
  })
  const urls = [...addresses.map((address) => `${address}feed`), ...redirects]
  await site.sql('insert into feeds (url) select * from unnest($1::text[]) on conflict do nothing', [urls])
  const report = await fetchNews(site)
  const rows = await site.sql('select url, last_checked_at, last_success_at, last_error from feeds')
  for (const url of urls)
    await attempt(url, async () => {
      const feed = rows.find((row) => row.url === url)
      if (!feed.last_checked_at) throw new Error(`the feed was not checked (${report.status})`)
      if (feed.last_success_at || !feed.last_error) throw new Error('the feed was fetched')
    })
  await attempt('requests to the internal service', async () => {
    if (internal.requests() > 0) throw new Error(`${internal.requests()} requests`)
  })
}

async function fetchImages(site, attempt, { internal, publisher }) {
  const urls = internalAddresses(internal.port).flatMap((address) => [
    `${address}image.png`,
    `${publisher.origin}/?status=302&to=${encodeURIComponent(`${address}image.png`)}`,
  ])
  const ids = await site.publish(urls.map((url, index) => ({ title: `Image ${index}`, image_url: url })))
  await forEachConcurrently(urls.entries(), CONCURRENCY, ([index, url]) =>
    attempt(`image ${url}`, async () => {
      const variant = {
        articleId: ids[index],
        imageKey: imageKey(url),
        ratio: '16:9',
        width: 640,
        format: 'webp',
      }
      const { status } = await site.send(mediaPath(variant))
      if (status !== 404) throw new Error(`status ${status}`)
    }),
  )
  await attempt('requests for images to the internal service', async () => {
    if (internal.requests() > 0) throw new Error(`${internal.requests()} requests`)
  })
}

async function fetchDocuments(site, attempt, { documents, publisher }) {
  await site.sql('delete from feeds')
  const urls = Object.keys(documents).map((name) => `${publisher.origin}/${name}`)
  await site.sql('insert into feeds (url) select * from unnest($1::text[])', [urls])
  const { status, text } = await fetchNews(site)
  await attempt('an ingest of hostile documents', async () => {
    if (status !== 200) throw new Error(`status ${status}: ${text.slice(0, 200)}`)
  })
  const rows = await site.sql('select url, last_checked_at from feeds')
  for (const url of urls)
    await attempt(url, async () => {
      if (!rows.find((row) => row.url === url).last_checked_at) throw new Error('the feed was not checked')
    })
  const articles = await site.sql("select id from articles where origin = 'feed' order by id limit 200")
  await forEachConcurrently(articles, CONCURRENCY, ({ id }) =>
    attempt(`article ${id} of a hostile document`, async () => {
      const response = await site.send(`/article/${id}`)
      if (response.status !== 200) throw new Error(`status ${response.status}`)
      if (/root:.{0,20}:0:0:/.test(response.text)) throw new Error('an external entity was read')
      inspectHtml(response.text)
    }),
  )
  await attempt('memory after hostile documents', async () => {
    const usedMb = (await site.metric('process_resident_memory_bytes')) / MB
    if (usedMb > MAX_MEMORY_MB) throw new Error(`${usedMb.toFixed(0)} MB`)
  })
}

function fetchNews(site) {
  return site.send('/functions/v1/fetch-news', { method: 'POST', timeoutMs: 80_000 })
}

const STRANGE_DATES = [
  '-1',
  '9999-99-99',
  '1e400',
  '0000-00-00T00:00:00Z',
  '275760-09-13',
  'Thu, 99 Foo 99999 99:99:99 +9999',
]

/** Functions that respond with a document. */
function createDocuments() {
  const xml =
    (text, headers = {}) =>
    (response) =>
      response.writeHead(200, { 'content-type': 'application/xml', ...headers }).end(text)
  const item = (content) =>
    `<item><guid>${content.length}</guid><title>x</title><description><![CDATA[${content}]]></description></item>`
  const entities = Array.from({ length: 12 }, (_, level) =>
    level === 0 ? '<!ENTITY e0 "lol">' : `<!ENTITY e${level} "${`&e${level - 1};`.repeat(10)}">`,
  ).join('')
  return {
    'billion-laughs': xml(`<!DOCTYPE rss [${entities}]>${rss('&e11;')}`),
    'quadratic-entity': xml(
      `<!DOCTYPE rss [<!ENTITY a "${'a'.repeat(50_000)}">]>${rss('&a;'.repeat(50_000))}`,
    ),
    'external-entity': xml(`<!DOCTYPE rss [<!ENTITY e SYSTEM "file:///etc/passwd">]>${rss('x &e;')}`),
    'parameter-entity': xml(`<!DOCTYPE rss [<!ENTITY % p SYSTEM "http://127.0.0.1:1/"> %p;]>${rss('y')}`),
    'gzip-bomb': xml(gzipSync(Buffer.alloc(200 * MB)), { 'content-encoding': 'gzip' }),
    'gzip-in-gzip': xml(gzipSync(gzipSync(Buffer.alloc(200 * MB))), { 'content-encoding': 'gzip, gzip' }),
    'invalid-gzip': xml('not compressed', { 'content-encoding': 'gzip' }),
    'deep-elements': xml(`<rss>${'<a>'.repeat(200_000)}`),
    'deep-json': xml(`{"version":"https://jsonfeed.org/version/1.1","items":${'['.repeat(200_000)}`),
    'many-attributes': xml(`<rss ${Array.from({ length: 100_000 }, (_, i) => `a${i}=""`).join(' ')}>`),
    'many-items': xml(
      `<rss version="2.0"><channel>${Array.from({ length: 20_000 }, (_, i) => `<item><guid>${i}</guid><title>${i}</title></item>`).join('')}</channel></rss>`,
    ),
    'one-open-tag': xml(rss(item('<'.repeat(200_000)))),
    'open-comments': xml(rss(item('<!--'.repeat(50_000)))),
    'open-elements': xml(rss(item('<b><i><div>'.repeat(18_000)))),
    'open-attributes': xml(rss(item('<a href="'.repeat(22_000)))),
    'long-title': xml(
      `<rss version="2.0"><channel><item><title>${'t '.repeat(500_000)}</title></item></channel></rss>`,
    ),
    'null-characters': xml(rss(item('a\0b\ufffe\uffff'))),
    'invalid-utf-8': xml(
      Buffer.concat([Buffer.from('<rss><channel><item><title>'), Buffer.alloc(10_000, 0xff)]),
    ),
    'unknown-charset': xml(rss(item('x')), { 'content-type': 'application/xml; charset=x-evil' }),
    'strange-dates': xml(
      `<rss version="2.0"><channel>${STRANGE_DATES.map((date, i) => `<item><guid>d${i}</guid><title>date ${i}</title><pubDate>${date}</pubDate></item>`).join('')}</channel></rss>`,
    ),
    'endless-body': (response) => endWithin(response, stream(response, Buffer.alloc(MB, 'a'), 1)),
    'slow-body': (response) => endWithin(response, stream(response, 'a', 500)),
    'too-many-headers': (response) =>
      response.writeHead(200, Array.from({ length: 1_500 }, (_, i) => [`x-${i}`, 'y']).flat()).end(),
    'large-header': (response) => response.writeHead(200, { 'x-large': 'a'.repeat(500_000) }).end(),
    'short-body': (response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('<rss>')
      response.destroy()
    },
    'redirect-loop': (response) => response.writeHead(302, { location: '/redirect-loop' }).end(),
    'retry-after': (response) => response.writeHead(429, { 'retry-after': '9'.repeat(400) }).end(),
  }
}

function rss(description) {
  return `<rss version="2.0"><channel><title>x</title><item><title>x</title><guid>${description.length}</guid><description>${description}</description></item></channel></rss>`
}

function stream(response, chunk, intervalMs) {
  response.writeHead(200, { 'content-type': 'application/xml' })
  return setInterval(
    () => response.writable && response.writableLength < 4 * MB && response.write(chunk),
    intervalMs,
  )
}

async function endWithin(response, timer) {
  await Promise.race([once(response, 'close'), delay(STREAM_SECONDS * 1000, undefined, { ref: false })])
  clearInterval(timer)
  response.destroy()
}

/** The bytes of UTF-8, as servers send them. */
function encodeLocation(address) {
  return Buffer.from(address).toString('latin1')
}

async function listen(respond) {
  let count = 0
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    count += 1
    response.on('error', () => {})
    respond(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  return {
    port,
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    requests: () => count,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
