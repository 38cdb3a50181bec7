import { afterEach, describe, expect, it } from 'vitest'
import { decideHost } from '#features/site/rules/decide-host.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import type { Fetch } from '#platform/render/page-pipeline.server.ts'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'
import { createHostGate } from './host-gate.server.ts'
import { createHealth } from './monitoring.server.ts'

const NAMES = { siteUrl: 'https://news.example.org', customDomain: '', preferWww: false }

let site: TestSite
afterEach(() => site.close())

async function start({
  trustedProxies = 0,
  includeSubDomains = false,
  app = page,
}: {
  trustedProxies?: number
  includeSubDomains?: boolean
  app?: Fetch
} = {}) {
  site = await startTestSite(app, {
    trustedProxies,
    includeSubDomains,
    hosts: createHostGate({ decide: (host, scheme) => decideHost(host, scheme, NAMES), trustedProxies }),
    probes: [createHealth(async () => false)],
    handlers: [
      async (path, _request, response) => {
        if (path === '/file.css') response.writeHead(200, ['content-type', 'text/css']).end('a{}')
        return path === '/file.css'
      },
    ],
  })
}
async function page(): Promise<Response> {
  addPageTags('articles')
  return new Response('a page', { headers: { 'content-type': 'text/html' } })
}
const sendRequest = (path: string, headers: Record<string, string>, method = 'GET') =>
  site.send(path, { method, headers })

describe('a request for another host', () => {
  it.each(['/', '/news', '/file.css', '/feed.xml', '/api/auth/get-session', '/_serverFn/abc'])(
    'gets one plain line at %s, and nothing is rendered or cached',
    async (path) => {
      await start({
        app: async () => {
          throw new Error('must not be asked')
        },
      })
      const { status, headers, body } = await sendRequest(path, { host: 'evil.example' })
      expect(status).toBe(421)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(body.toString()).toMatch(/^This site is not served at this address\. [^\n]+\n$/)
      expect(body.toString()).not.toContain('evil.example')
      expect(site.cache.size.pages).toBe(0)
    },
  )

  it('gets no cached page', async () => {
    await start()
    await sendRequest('/news', { host: 'localhost' })
    expect(site.cache.size.pages).toBe(1)
    expect((await sendRequest('/news', { host: 'evil.example' })).status).toBe(421)
    expect(await sendRequest('/news', { host: 'news.example.org' })).toMatchObject({ status: 308 })
  })

  it('is allowed for health checks', async () => {
    await start()
    for (const path of ['/livez', '/readyz'])
      expect((await sendRequest(path, { host: 'evil.example' })).status).toBe(200)
  })

  it.each([
    ['two hosts', 'Host: news.example.org\r\nHost: evil.example\r\n', 'HTTP/1.1', 400],
    ['the same host twice', 'Host: localhost\r\nHost: localhost\r\n', 'HTTP/1.1', 400],
    ['no host', '', 'HTTP/1.1', 400],
    ['no host, as HTTP/1.0 allows', '', 'HTTP/1.0', 400],
    ['user information', 'Host: user@localhost\r\n', 'HTTP/1.1', 400],
    ['an empty host', 'Host:\r\n', 'HTTP/1.1', 400],
    ['bytes that are not a valid name', 'Host: n\xe9ws.example.org\r\n', 'HTTP/1.1', 400],
    ['a host of 8000 characters', `Host: ${'a.'.repeat(4000)}example\r\n`, 'HTTP/1.1', 421],
  ])('with %s is rejected', async (_, host, version, status) => {
    await start()
    const answer = await site.write(`GET / ${version}\r\n${host}Connection: close\r\n\r\n`)
    expect(Number(answer.split(' ')[1])).toBe(status)
  })
})

describe('a redirect to the right host', () => {
  it.each([
    ['/', 'https://news.example.org/'],
    ['/news?before=a%20b&utm_source=x', 'https://news.example.org/news?before=a%20b&utm_source=x'],
    ['/file.css', 'https://news.example.org/file.css'],
    ['//evil.example/x', 'https://news.example.org/evil.example/x'],
    ['/\\evil.example', 'https://news.example.org/evil.example'],
    ['/a/../..//evil.example', 'https://news.example.org/evil.example'],
    ['/%0d%0aset-cookie:a=1', 'https://news.example.org/%0d%0aset-cookie:a=1'],
    ['http://evil.example/news', 'https://news.example.org/news'],
    ['/@evil.example', 'https://news.example.org/@evil.example'],
  ])('keeps path and query: %s', async (path, location) => {
    await start()
    for (const host of ['www.news.example.org', 'news.example.org', 'NEWS.EXAMPLE.ORG.']) {
      const { status, headers } = await sendRequest(path, { host })
      expect([status, headers.location, headers['cache-control']]).toEqual([308, location, 'no-store'])
    }
  })

  it('does not apply to API requests by http, which are rejected', async () => {
    await start({ trustedProxies: 1 })
    for (const path of [
      '/api/auth/sign-in/email',
      '/functions/v1/fetch-news',
      '/_serverFn/abc',
      '/API/live',
    ]) {
      const { status, headers, body } = await sendRequest(path, { host: 'www.news.example.org' }, 'POST')
      expect([status, headers.location]).toEqual([403, undefined])
      expect(body.toString()).toBe('Use https: send the request to https://news.example.org\n')
      const overHttps = { host: 'www.news.example.org', 'x-forwarded-proto': 'https' }
      expect((await sendRequest(path, overHttps, 'POST')).status).toBe(308)
    }
  })

  it('keeps the method', async () => {
    await start()
    expect(await sendRequest('/subscribe', { host: 'www.news.example.org' }, 'POST')).toMatchObject({
      status: 308,
    })
  })

  it('does not loop behind an untrusted proxy that terminates TLS', async () => {
    await start()
    const headers = { host: 'news.example.org', 'x-forwarded-proto': 'https' }
    const answer = await sendRequest('/news', headers)
    expect(answer.status).toBe(200)
    expect(answer.headers).not.toHaveProperty('strict-transport-security')
  })

  it('uses the host and protocol from a trusted proxy', async () => {
    await start({ trustedProxies: 1 })
    const inner = { host: 'inner:3000', 'x-forwarded-proto': 'https' }
    expect(await sendRequest('/news', { ...inner, 'x-forwarded-host': 'news.example.org' })).toMatchObject({
      status: 200,
    })
    const www = await sendRequest('/news', { ...inner, 'x-forwarded-host': 'www.news.example.org' })
    expect(www.headers.location).toBe('https://news.example.org/news')
    expect(await sendRequest('/news', { ...inner, 'x-forwarded-host': 'evil.example' })).toMatchObject({
      status: 421,
    })
  })
})

describe('Strict-Transport-Security', () => {
  const https = { host: 'news.example.org', 'x-forwarded-proto': 'https' }

  it.each([
    [false, 'max-age=31536000'],
    [true, 'max-age=31536000; includeSubDomains'],
  ])('with includeSubDomains %s is set on every response over HTTPS', async (includeSubDomains, expected) => {
    await start({ trustedProxies: 1, includeSubDomains })
    const rendered = await sendRequest('/news', https)
    const stored = await sendRequest('/news', https)
    const unchanged = await sendRequest('/news', { ...https, 'if-none-match': rendered.headers.etag ?? '' })
    const others = [
      await sendRequest('/file.css', https),
      await sendRequest('/api/x', https, 'POST'),
      await sendRequest('/news', { ...https, host: 'www.news.example.org' }),
    ]
    expect(site.outcomes).toEqual(['miss', 'hit', 'not-modified', 'pass'])
    expect(unchanged.status).toBe(304)
    for (const { headers } of [rendered, stored, unchanged, ...others])
      expect(headers['strict-transport-security']).toBe(expected)
    for (const { headers } of [rendered, stored, unchanged])
      expect(headers['server-timing']).toBe('live;desc="test-0"')
  })

  it('is not set over HTTP', async () => {
    await start({ trustedProxies: 1, includeSubDomains: true })
    const { status, headers } = await sendRequest('/news', { ...https, 'x-forwarded-proto': 'http' })
    expect(status).toBe(308)
    expect(headers).not.toHaveProperty('strict-transport-security')
  })

  it('is not part of the cached page', async () => {
    await start({ trustedProxies: 1 })
    await sendRequest('/news', https)
    await sendRequest('/news', https)
    const local = await sendRequest('/news', { host: 'localhost' })
    expect(local.headers).not.toHaveProperty('strict-transport-security')
    expect(site.outcomes).toEqual(['miss', 'hit', 'hit'])
  })
})

describe('the client address', () => {
  const app = async (request: Request) => {
    const copied = new Headers([...request.headers])
    return new Response(`${request.headers.get('x-forwarded-for')} ${copied.get('x-forwarded-for')}`)
  }
  it.each([
    [0, '203.0.113.9', '127.0.0.1 127.0.0.1'],
    [1, '198.51.100.1, 203.0.113.9', '203.0.113.9 203.0.113.9'],
    [1, '', '127.0.0.1 127.0.0.1'],
  ])('with %i trusted proxies and X-Forwarded-For %j is %s', async (trustedProxies, forwarded, expected) => {
    await start({ trustedProxies, app })
    const headers = { host: 'localhost', 'x-forwarded-for': forwarded }
    expect((await sendRequest('/api/x', headers, 'POST')).body.toString()).toBe(expected)
  })
})
