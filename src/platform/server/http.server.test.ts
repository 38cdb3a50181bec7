import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createCachedPage } from '#platform/cache/cached-page.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'
import { startTestSite } from '#platform/testing/test-site.ts'

const ORIGIN = 'https://news.example.org'
setSiteOrigin({ SITE_URL: ORIGIN }, 0)

async function app(request: Request): Promise<Response> {
  addPageTags('articles')
  const received = { url: request.url, method: request.method, headers: Object.fromEntries(request.headers) }
  const filler = '<!-- filler -->'.repeat(100)
  return new Response(JSON.stringify(received) + filler, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}
const receivedRequest = (body: Buffer) => JSON.parse(body.toString().replace(/<!--.*/, ''))

let site: Awaited<ReturnType<typeof startTestSite>>
const start = async () => {
  site = await startTestSite(app)
}
afterEach(() => site.close())

describe('the parameters of a page', () => {
  it.each([
    ['/article/1/?utm_source=letter&utm_medium=email', '/article/1?utm_source=letter&utm_medium=email'],
    ['/news/', '/news'],
    ['/news///?before=cursor', '/news?before=cursor'],
    ['/caf%C3%A9/?q=%2F', '/caf%C3%A9?q=%2F'],
    ['/feed.xml/', '/feed.xml'],
    ['//elsewhere.example/?a=1', '/elsewhere.example/?a=1'],
  ])('stay when a slash at the end is removed: %s', async (path, location) => {
    await start()
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await site.send(path, { method })
      expect([status, headers.location]).toEqual([308, location])
    }
    expect(site.outcomes).toEqual([])
  })

  it('are not changed without such a slash, and for paths of the admin area', async () => {
    await start()
    for (const path of ['/?utm_source=letter', '/news?a=/', '/admin/articles/?article=new'])
      expect((await site.send(path)).status, path).toBe(200)
  })

  it('an invalid parameter value shares the page without it', async () => {
    await start()
    await site.send('/news')
    await site.send('/news?before=junk')
    await site.send('/news?before=cursor')
    expect(site.outcomes).toEqual(['miss', 'hit', 'miss'])
  })
})

describe('a redirect', () => {
  it('keeps the query of the request, and is remembered without it', async () => {
    site = await startTestSite(app, {
      async renderPage() {
        const page = await createCachedPage(301, { location: '/new' }, 'See /new')
        return { page, tags: new Set(['articles'] as const), expiresAt: Number.POSITIVE_INFINITY }
      },
    })
    const locationOf = async (path: string) => {
      const { status, headers } = await site.send(path)
      return [status, headers.location]
    }
    expect(await locationOf('/old?utm_source=letter')).toEqual([301, '/new?utm_source=letter'])
    expect(await locationOf('/old')).toEqual([301, '/new'])
    expect(await locationOf('/old?a=%0d%0aX:%20y&b="<')).toEqual([301, '/new?a=%0d%0aX:%20y&b=%22%3C'])
    expect(site.outcomes).toEqual(['miss', 'hit', 'hit'])
  })
})

describe('low-priority requests', () => {
  it.each([
    ['run after the other requests that have arrived', '/low-priority', [false]],
    ['do not delay other requests', '/other', [true]],
  ])('%s', async (_, path, seen) => {
    const handled: string[] = []
    site = await startTestSite(app, {
      isLowPriority: (path) => path === '/low-priority',
      handlers: [
        async (path, _request, response) => {
          handled.push(path)
          response.writeHead(204).end()
          return true
        },
      ],
    })
    const hadResponded: boolean[] = []
    site.server.on('request', () => hadResponded.push(handled.length > 0))
    expect((await site.send(path, { method: 'POST' })).status).toBe(204)
    expect([hadResponded, handled]).toEqual([seen, [path]])
  })
})

it.each([
  ['pages that are not cached', '/article'],
  ['requests for the application', '/admin'],
])('cached pages are sent before %s that were sent earlier', async (_, path) => {
  const started: string[] = []
  site = await startTestSite((request) => {
    started.push(request.url)
    return app(request)
  })
  const sendOn = async (socket: Socket, path: string) => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await once(socket, 'data')
  }
  const sockets = Array.from({ length: 30 }, () => connect(site.port, '127.0.0.1').on('error', () => {}))
  for (const socket of sockets) await sendOn(socket, '/news')
  started.length = 0
  const [reader, ...others] = sockets as [Socket, ...Socket[]]
  const pending = others.map((socket, index) => sendOn(socket, `${path}/${index}`))
  await sendOn(reader, '/news')
  expect(started.length).toBeLessThan(5)
  await Promise.all(pending)
  expect(started).toHaveLength(others.length)
  for (const socket of sockets) socket.destroy()
})

describe('a page', () => {
  it('is rendered once and then served from memory, without a body for HEAD', async () => {
    await start()
    const first = await site.send('/news')
    const second = await site.send('/news')
    const head = await site.send('/news', { method: 'HEAD' })
    expect(site.outcomes).toEqual(['miss', 'hit', 'hit'])
    expect(second.body).toEqual(first.body)
    expect(head.body).toHaveLength(0)
    for (const { status, headers } of [first, second, head]) {
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-length': String(first.body.length),
        'cache-control': 'public, max-age=0, must-revalidate',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("script-src 'self'"),
        vary: 'Accept-Encoding',
      })
    }
  })

  it('is rendered for GET even when HEAD comes first', async () => {
    await start()
    await site.send('/news', { method: 'HEAD' })
    expect(receivedRequest((await site.send('/news')).body).method).toBe('GET')
    expect(site.outcomes).toEqual(['miss', 'hit'])
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is sent in %s to clients that accept it', async (encoding, decode) => {
    await start()
    const { body } = await site.send('/news')
    const encoded = await site.send('/news', { headers: { 'accept-encoding': `${encoding}, deflate;q=0.5` } })
    expect(encoded.headers['content-encoding']).toBe(encoding)
    expect(encoded.headers['content-length']).toBe(String(encoded.body.length))
    expect(decode(encoded.body)).toEqual(body)
  })

  it.each([0, 1, 1_000, 14_000, 100_000])('is sent unchanged with %i characters', async (length) => {
    // Letters of one and two bytes, 100,000 of which cannot be compressed to 14,000 bytes.
    const text = Array.from({ length }, () => 'aäö'[randomInt(3)]).join('')
    site = await startTestSite(async () => {
      addPageTags('articles')
      return new Response(text)
    })
    for (const outcome of ['miss', 'hit', 'hit']) {
      const { headers, body } = await site.send('/news', { headers: { 'accept-encoding': 'br' } })
      expect(site.outcomes.at(-1)).toBe(outcome)
      expect(headers['content-length']).toBe(String(body.length))
      expect(String(headers['content-encoding'] ? brotliDecompressSync(body) : body)).toBe(text)
    }
  })

  it.each(['accept', 'a fresh render'])('is 304 when the ETag matches: %s', async (when) => {
    await start()
    const { etag = '' } = (await site.send('/news')).headers
    if (when === 'a fresh render') site.cache.clear()
    const headers = { 'if-none-match': `"other", ${etag}`, 'accept-encoding': 'br' }
    const answer = await site.send('/news', { headers })
    expect(answer.status).toBe(304)
    expect(answer.body).toHaveLength(0)
    expect(answer.headers).toMatchObject({
      etag,
      vary: 'Accept-Encoding',
      'cache-control': expect.any(String),
    })
    for (const name of ['content-type', 'content-length', 'content-encoding']) {
      expect(answer.headers).not.toHaveProperty(name)
    }
  })

  it('names the last event before its request, also when it is sent later', async () => {
    let lastEventId = 'run-1'
    site = await startTestSite(
      async (request) => {
        lastEventId = 'run-2'
        return app(request)
      },
      { lastEventId: () => lastEventId },
    )
    const rendered = await site.send('/news')
    expect(rendered.headers['server-timing']).toBe('live;desc="run-1"')
    const encoded = await site.send('/news', { headers: { 'accept-encoding': 'gzip' } })
    expect(encoded.headers['server-timing']).toBe('live;desc="run-2"')
    lastEventId = 'run-3'
    const unchanged = await site.send('/news', { headers: { 'if-none-match': rendered.headers.etag ?? '' } })
    expect(unchanged.status).toBe(304)
    for (const { headers } of [
      unchanged,
      await site.send('/news'),
      await site.send('/news', { method: 'HEAD' }),
    ])
      expect(headers['server-timing']).toBe('live;desc="run-3"')
  })

  it('has another ETag after a change', async () => {
    let body = 'one'
    site = await startTestSite(async () => {
      addPageTags('articles')
      return new Response(body)
    })
    const { etag = '' } = (await site.send('/')).headers
    body = 'two'
    site.cache.invalidate(['articles'])
    const answer = await site.send('/', { headers: { 'if-none-match': etag } })
    expect([answer.status, answer.body.toString()]).toEqual([200, 'two'])
  })

  it('is cached once regardless of unknown parameters', async () => {
    await start()
    for (const path of [
      '/news',
      '/news?',
      '/news?utm_source=x',
      '/news?fbclid=1&x=2',
      '/news?before=',
      '/news?=#x',
    ]) {
      expect(receivedRequest((await site.send(path)).body).url).toBe(`${ORIGIN}/news`)
    }
    expect(site.cache.size.pages).toBe(1)
  })

  it('is cached for each value of a known parameter', async () => {
    await start()
    const urls = ['/news?before=a%20b', '/news?x=1&before=a+b', '/news?before=c'].map((path) =>
      site.send(path),
    )
    expect((await Promise.all(urls)).map(({ body }) => receivedRequest(body).url)).toEqual([
      `${ORIGIN}/news?before=a%20b`,
      `${ORIGIN}/news?before=a%20b`,
      `${ORIGIN}/news?before=c`,
    ])
    expect(site.cache.size.pages).toBe(2)
  })

  it('is rendered without the headers of the client', async () => {
    await start()
    const { body } = await site.send('/news', {
      headers: {
        host: 'evil.example',
        cookie: 'session=secret',
        authorization: 'Bearer secret',
        'x-forwarded-host': 'evil.example',
        'accept-language': 'fr',
        accept: 'application/json',
        referer: 'https://evil.example/',
      },
    })
    expect(receivedRequest(body)).toEqual({
      url: `${ORIGIN}/news`,
      method: 'GET',
      headers: { accept: 'text/html' },
    })
  })

  it('is cached within the size limit', async () => {
    await start()
    for (let i = 0; i < 400; i++) await site.send(`/${i}/${'x'.repeat(3500)}`)
    const { bytes, pages, tags } = site.cache.size
    expect(bytes).toBeLessThanOrEqual(1024 * 1024)
    expect(pages).toBeGreaterThan(10)
    expect(tags).toBe(1)
  })
})

describe('a request that is not for a page', () => {
  it.each([
    '/api/live',
    '/admin',
    '/admin/users',
    '/ADMIN/users',
    '/%61dmin',
    '/x/../admin',
    '/functions/v1/fetch-news',
  ])('reaches the application with everything that was sent: %s', async (path) => {
    await start()
    const { status, headers, body } = await site.send(path, { headers: { cookie: 'session=1' } })
    expect(status).toBe(200)
    expect(receivedRequest(body).headers.cookie).toBe('session=1')
    expect(site.outcomes).toEqual(['pass'])
    expect(site.cache.size.pages).toBe(0)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    })
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'])(
    'is 405 for %s to a read-only page',
    async (method) => {
      await start()
      await site.send('/news')
      const { status, headers } = await site.send('/news', { method })
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
      expect(site.outcomes).toEqual(['miss'])
    },
  )

  it.each([
    ['POST', '/newsletter', 200],
    ['PUT', '/newsletter', 405],
    ['PUT', '/api/x', 200],
    ['POST', '/_serverFn/abc', 200],
  ])('%s %s ends with %i', async (method, path, status) => {
    await start()
    expect((await site.send(path, { method })).status).toBe(status)
  })

  it('passes the body of a request through', async () => {
    site = await startTestSite(async (request) => new Response(`got ${await request.text()}`))
    expect((await site.send('/newsletter', { method: 'POST', body: 'email=a' })).body.toString()).toBe(
      'got email=a',
    )
  })

  it.each([
    ['that is too large', { 'content-length': '65537' }, 413],
    ['without a Content-Length', { 'transfer-encoding': 'chunked' }, 411],
  ])('rejects a body %s before it is read', async (_, headers, status) => {
    let renderings = 0
    site = await startTestSite(async () => {
      renderings += 1
      return new Response()
    })
    for (const path of ['/api/auth/sign-in/email', '/_serverFn/abc', '/newsletter'])
      expect((await site.send(path, { method: 'POST', headers })).status).toBe(status)
    expect(renderings).toBe(0)
  })

  it('keeps every Set-Cookie of the application, and its own Cache-Control', async () => {
    const headers: [string, string][] = [
      ['set-cookie', 'a=1; Path=/'],
      ['set-cookie', 'b=2, c'],
      ['cache-control', 'private, max-age=5'],
    ]
    site = await startTestSite(async () => new Response(null, { status: 204, headers }))
    const answer = await site.send('/api/session')
    expect(answer.headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2, c'])
    expect(answer.headers['cache-control']).toBe('private, max-age=5')
  })
})
