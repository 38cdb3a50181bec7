import { stories } from './fixtures/article-row.ts'
import { expectWithinASecond } from './fixtures/expect-within-a-second.ts'
import type { MastheadServer } from './fixtures/masthead-server.ts'
import { requestHost } from './fixtures/request-host.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

const SITE_URL = 'https://news.example.org'

const set = (site: Site, name: string, value: string) =>
  site.sql('update site_settings set setting_value = $2 where setting_name = $1', [name, value])

/** Sends a request like a TLS-terminating proxy, which keeps the Host header for a server that does not trust it. */
const behindProxy = (server: MastheadServer, host: string, scheme: string, path = '/') =>
  requestHost(
    server.url + path,
    server === proxied
      ? { host: 'inner:3000', 'x-forwarded-host': host, 'x-forwarded-proto': scheme }
      : { host, ...(scheme === 'https' && { 'x-forwarded-proto': scheme }) },
  )

/** Follows redirects like a browser. @returns each URL and the last status */
async function follow(server: MastheadServer, address: string): Promise<string[]> {
  const { host, protocol, pathname, search } = new URL(address)
  const answer = await behindProxy(server, host, protocol.slice(0, -1), pathname + search)
  const { location } = answer.headers
  return [address, ...(location ? await follow(server, location) : [String(answer.status)])]
}

/** A server that trusts the proxy in front of it. */
let proxied: MastheadServer

test.beforeAll(async ({ runningSite }) => {
  // Starts a server, and the worker's own if this is its first test.
  test.setTimeout(120_000)
  proxied = await runningSite.startAnother({ SITE_URL, TRUST_PROXY: 'on' })
})
test.afterAll(() => proxied?.[Symbol.asyncDispose]())
test.beforeEach(({ site: _ }) => {})

test('http and www redirect to https without www, in one step, with path and query', async () => {
  const right = 'https://news.example.org/politics?utm_source=x%20y'
  for (const start of [
    'http://www.news.example.org/politics?utm_source=x%20y',
    'http://news.example.org/politics?utm_source=x%20y',
    'https://www.news.example.org/politics?utm_source=x%20y',
    'https://news.example.org./politics?utm_source=x%20y',
  ])
    expect(await follow(proxied, start)).toEqual([start, right, '200'])
  expect(await follow(proxied, right)).toEqual([right, '200'])
})

test('prefer_www reverses the redirect and the canonical link immediately', async ({ site }) => {
  await site.publish(stories(1))
  const html = async (host: string) => (await behindProxy(proxied, host, 'https', '/news')).body
  expect(await html('news.example.org')).toContain('href="https://news.example.org/news"')

  await set(site, 'prefer_www', 'true')
  await expectWithinASecond(async () =>
    expect(await follow(proxied, 'http://news.example.org/')).toEqual([
      'http://news.example.org/',
      'https://www.news.example.org/',
      '200',
    ]),
  )
  expect(await html('www.news.example.org')).toContain('href="https://www.news.example.org/news"')
  expect((await behindProxy(proxied, 'www.news.example.org', 'https', '/robots.txt')).body).toContain(
    'https://www.news.example.org/sitemap.xml',
  )
  await set(site, 'prefer_www', 'false')
  await expectWithinASecond(async () =>
    expect(await follow(proxied, 'https://www.news.example.org/')).toHaveLength(3),
  )
})

test('the custom domain is the canonical host until it changes', async ({ site }) => {
  const { server } = site
  const unnamed = await behindProxy(server, 'paper.example', 'https')
  expect(unnamed.status).toBe(421)
  expect(unnamed.body).toMatch(/^This site has no public address yet\. Set SITE_URL [^\n]+\n$/)

  await set(site, 'custom_domain', 'paper.example')
  await expectWithinASecond(async () =>
    expect(await follow(server, 'http://www.paper.example/')).toEqual([
      'http://www.paper.example/',
      'https://paper.example/',
      '200',
    ]),
  )
  const head = async () => (await behindProxy(server, 'localhost', 'http', '/news')).body
  expect(await head()).toContain('href="https://paper.example/news"')
  expect(await head()).toContain('content="https://paper.example/social-share-default.jpg"')

  await set(site, 'custom_domain', 'other.example')
  await expectWithinASecond(async () => expect(await head()).toContain('href="https://other.example/news"'))
  expect((await behindProxy(server, 'paper.example', 'https')).status).toBe(421)
})
