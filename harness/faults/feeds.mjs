import { once } from 'node:events'
import { createServer } from 'node:http'
import { fetchNews } from '../../e2e/fixtures/fetch-news.ts'
import { canonicaliseLink } from '../../src/features/feeds/parse/identify-items.ts'
import { imageKey, mediaPath } from '../../src/features/media/rules/variant.ts'
import { escapeXml } from '../../src/features/syndication/rules/xml-text.ts'
import { forEachConcurrently } from './client.mjs'
import { inspectHtml } from './inspect-response.mjs'
import { checkServer, startSite, withPulse } from './site.mjs'

const CONCURRENCY = 4
const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * Feeds, pages of articles, and images at addresses of internal services.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const feeds = {
  name: 'feeds',
  title: 'SSRF through feeds, pages of articles and images',
  limitSeconds: 180,
  async run({ attempt }) {
    await using internal = await listen((_request, response) =>
      response.end(rss({ title: 'x', description: 'internal secret' })),
    )
    await using publisher = await listen((request, response) => {
      const { searchParams } = new URL(request.url, 'http://publisher')
      const to = searchParams.get('to')
      const link = searchParams.get('link')
      if (to) response.writeHead(Number(searchParams.get('status')), { location: encodeLocation(to) }).end()
      else if (link) response.end(rss({ link, title: searchParams.get('title') }))
      else response.writeHead(404).end()
    })
    await using site = await startSite({ ALLOWED_PRIVATE_HOSTS: publisher.host })
    await site.sql('delete from feeds')
    await withPulse(site, attempt, async () => {
      await fetchInternal(site, attempt, { internal, publisher })
      await fetchImages(site, attempt, { internal, publisher })
      await fetchPages(site, attempt, { internal, publisher })
    })
    await checkServer(site, attempt)
  },
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
  await fetchNews(site.url)
  const rows = await site.sql('select url, last_checked_at, last_success_at, last_error from feeds')
  for (const url of urls)
    await attempt(url, async () => {
      const feed = rows.find((row) => row.url === url)
      if (!feed.last_checked_at) throw new Error('the feed was not checked')
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

/** Pages of articles, which the server requests for feeds with full text. */
async function fetchPages(site, attempt, { internal, publisher }) {
  await site.sql('delete from feeds')
  const addresses = internalAddresses(internal.port)
  // Notations of the same address are the same article.
  const pages = new Map(addresses.map((address) => [canonicaliseLink(address), `${address}page`]))
  const redirects = addresses.map(
    (address) => `${publisher.origin}/?status=302&to=${encodeURIComponent(address)}`,
  )
  const links = [...pages.values(), ...redirects]
  // The same headline would be the same article. The text of a page must contain half of its longer words.
  const stories = links.map((link, n) => ({
    link,
    title: `x ${String.fromCharCode(97 + n / 26, 97 + (n % 26))}`,
  }))
  const urls = stories.map((story) => `${publisher.origin}/?${new URLSearchParams(story)}`)
  await site.sql('insert into feeds (url, full_text) select *, true from unnest($1::text[])', [urls])
  await fetchNews(site.url)
  const articles = await site.sql('select id, title, content from articles where title = any($1)', [
    stories.map(({ title }) => title),
  ])
  for (const { link, title } of stories)
    await attempt(`the page ${link}`, async () => {
      const article = articles.find((one) => one.title === title)
      if (!article) throw new Error('the article was not stored')
      if (article.content.includes('internal secret')) throw new Error('the internal service was read')
      const { status, text } = await site.send(`/article/${article.id}`)
      if (status !== 200) throw new Error(`status ${status}`)
      inspectHtml(text)
    })
  await attempt('requests for pages to the internal service', async () => {
    if (internal.requests() > 0) throw new Error(`${internal.requests()} requests`)
  })
}

/** A feed with one item. */
function rss({ title, link = '', description = 'A summary.' }) {
  return `<rss version="2.0"><channel><title>x</title><item><title>${title}</title><link>${escapeXml(link)}</link><guid>${escapeXml(link) || 1}</guid><description>${description}</description></item></channel></rss>`
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
