import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { StartupError } from '#platform/errors/startup-error.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { startTestSite } from '#platform/testing/test-site.ts'
import { closeServer, listen } from './http.server.ts'
import { createHealth } from './monitoring.server.ts'

const ok = async () => {
  addPageTags('articles')
  return new Response('fine')
}

describe('responses that are not cached', () => {
  it.each([
    ['a redirect', () => new Response(null, { status: 307, headers: { location: '/elsewhere' } }), 307],
    ['a response that sets a cookie', () => new Response('x', { headers: { 'set-cookie': 'a=1' } }), 200],
    ['a missing page', () => new Response('none', { status: 404 }), 404],
    ['an error', () => new Response('broken', { status: 500 }), 500],
  ])('%s', async (_, answer, status) => {
    await using site = await startTestSite(async () => {
      addPageTags('articles')
      return answer()
    })
    const first = await site.send('/x')
    expect(first.status).toBe(status)
    expect(first.headers['cache-control']).toBe('no-store')
    expect(first.headers).not.toHaveProperty('set-cookie')
    await site.send('/x')
    expect(site.outcomes).toEqual(['miss', 'miss'])
    expect(site.cache.size.pages).toBe(0)
  })

  it('sends an error status even when If-None-Match matches', async () => {
    await using site = await startTestSite(async () => new Response('none', { status: 404 }))
    const { etag = '' } = (await site.send('/x')).headers
    expect((await site.send('/x', { headers: { 'if-none-match': etag } })).status).toBe(404)
  })

  it('keeps the Location of a redirect', async () => {
    await using site = await startTestSite(async () =>
      Response.redirect('https://news.example.org/news', 308),
    )
    expect((await site.send('/News')).headers.location).toBe('https://news.example.org/news')
  })
})

describe('an error of the application', () => {
  const broken = async () =>
    new Response('secret stack', { status: 500, headers: { 'content-type': 'text/html' } })

  it('serves the expired page while the database is unavailable, and a new one afterwards', async () => {
    let time = Date.parse('2026-11-21T23:59:00Z')
    let [away, text] = [false, 'yesterday']
    const app = async () => {
      addPageTags('articles')
      return away ? broken() : new Response(text)
    }
    await using site = await startTestSite(app, { isDatabaseUnavailable: async () => away, now: () => time })
    const read = async () => (await site.send('/news')).body.toString()
    expect(await read()).toBe('yesterday')
    time += 2 * 60_000
    ;[away, text] = [true, 'today']
    expect(await read()).toBe('yesterday')
    away = false
    expect(await read()).toBe('today')
  })

  it('serves the stale copy of a changed page while the database is unavailable, and marks it', async () => {
    let [away, text] = [false, 'old']
    const app = async () => {
      addPageTags('articles')
      return away ? broken() : new Response(text)
    }
    let time = Date.parse('2026-11-21T12:00:00Z')
    await using site = await startTestSite(app, { isDatabaseUnavailable: async () => away, now: () => time })
    const fresh = await site.send('/news')
    expect(fresh.headers).not.toHaveProperty('cache-status')
    ;[away, text] = [true, 'new']
    site.cache.invalidate(['articles'])
    time += 1_000
    for (let request = 0; request < 2; request++) {
      const { status, headers, body } = await site.send('/news')
      expect([status, body.toString()]).toEqual([200, 'old'])
      expect(headers['cache-status']).toBe('Masthead; hit; ttl=-1; detail=unavailable')
    }
    const { etag = '' } = fresh.headers
    const notModified = await site.send('/news', { headers: { 'if-none-match': etag } })
    expect([notModified.status, notModified.headers['cache-status']]).toEqual([
      304,
      expect.stringContaining('hit; ttl='),
    ])
    away = false
    const recovered = await site.send('/news')
    expect(recovered.body.toString()).toBe('new')
    expect(recovered.headers).not.toHaveProperty('cache-status')
  })

  it.each([
    [true, 503],
    [false, 500],
  ])(
    'of a server route, with the database unavailable: %s, is %i without its cause',
    async (away, expected) => {
      const route = async () => {
        throw new Error('select secret from articles')
      }
      await using site = await startTestSite(route, { isDatabaseUnavailable: async () => away })
      const { status, body } = await site.send('/feed.xml')
      expect(status).toBe(expected)
      expect(body.toString()).not.toContain('secret')
    },
  )

  it.each([
    [true, 'select secret from sessions', 503, '10'],
    [false, 'The database does not respond', 503, '10'],
    [false, 'select secret from sessions', 500, undefined],
  ])(
    'of the check of a large body, with the database unavailable: %s, and the cause “%s”, is %i',
    async (away, cause, expected, retryAfter) => {
      await using site = await startTestSite(ok, {
        findLargeBody: () => Promise.reject(new Error('Failed query', { cause: new Error(cause) })),
        isDatabaseUnavailable: async () => away,
      })
      const { status, headers, body } = await site.send('/api/upload', {
        method: 'POST',
        headers: { 'content-length': '100000', cookie: 'session=1' },
        body: 'x'.repeat(100_000),
      })
      expect([status, headers['retry-after']]).toEqual([expected, retryAfter])
      expect(body.toString()).not.toContain('secret')
      expect(site.errors).toHaveLength(1)
    },
  )

  it('is 503 with Retry-After while the database is unavailable, and recovers with it', async () => {
    let away = true
    await using site = await startTestSite(async () => (away ? broken() : ok()), {
      isDatabaseUnavailable: async () => away,
    })
    const { status, headers, body } = await site.send('/news')
    expect(status).toBe(503)
    expect(headers).toMatchObject({
      'retry-after': '10',
      refresh: expect.stringMatching(/^\d\d$/),
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    })
    expect(body.toString()).toContain('This page is temporarily unavailable')
    away = false
    expect((await site.send('/news')).body.toString()).toBe('fine')
  })

  it('is 500 while the database is available', async () => {
    await using site = await startTestSite(broken, { isDatabaseUnavailable: async () => false })
    expect((await site.send('/news')).status).toBe(500)
  })

  it('does not affect cached pages', async () => {
    let away = false
    await using site = await startTestSite(async () => (away ? broken() : ok()), {
      isDatabaseUnavailable: async () => away,
    })
    await site.send('/news')
    away = true
    expect((await site.send('/news')).body.toString()).toBe('fine')
  })

  it('is a plain 500 that is reported once and does not affect the next request', async () => {
    let broken = true
    await using site = await startTestSite(async () => {
      if (broken) throw new Error('secret detail')
      return ok()
    })
    const { status, headers, body } = await site.send('/news')
    expect([status, body.toString(), headers['cache-control']]).toEqual([
      500,
      'Something went wrong.\n',
      'no-store',
    ])
    expect(site.errors).toEqual([new Error('secret detail')])
    broken = false
    expect((await site.send('/news')).status).toBe(200)
  })

  it('is 500 when a handler throws', async () => {
    const handlers = [
      async (path: string) => {
        if (path === '/broken') throw new Error('handler')
        return false
      },
    ]
    await using site = await startTestSite(ok, { handlers })
    expect((await site.send('/broken')).status).toBe(500)
    expect(site.errors).toEqual([new Error('handler')])
    expect((await site.send('/whole')).status).toBe(200)
  })

  it('closes the connection when the response has started', async () => {
    await using site = await startTestSite(ok, {
      handlers: [
        async (_path, _request, response) => {
          response.writeHead(200, { 'content-length': 10 }).write('begun')
          throw new Error('midway')
        },
      ],
    })
    await expect(site.send('/x')).rejects.toThrow('aborted')
    expect(site.errors).toHaveLength(1)
  })

  it('does not end the process when a connection cannot be accepted', async () => {
    await using site = await startTestSite(ok)
    const error = new Error('accept ENOBUFS')
    expect(site.server.emit('error', error)).toBe(true)
    expect(site.errors).toEqual([error])
    expect((await site.send('/news')).status).toBe(200)
  })

  it('is 500 for requests other than pages', async () => {
    await using site = await startTestSite(async () => {
      throw new Error('pass')
    })
    expect((await site.send('/api/x', { method: 'POST' })).status).toBe(500)
    expect(site.errors).toEqual([new Error('pass')])
  })
})

describe('health', () => {
  it.each([
    ['/livez', true, 200],
    ['/livez', false, 200],
    ['/readyz', true, 503],
    ['/readyz', false, 200],
  ])('%s with the database unavailable (%s) is %i', async (path, away, status) => {
    await using site = await startTestSite(ok, { probes: [createHealth(async () => away)] })
    const answer = await site.send(path)
    expect(answer.status).toBe(status)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await site.send(`${path}/x`)).body.toString()).toBe('fine')
  })
})

describe('listen', () => {
  it('fails with one line when the port is in use', async () => {
    const [first, second] = [createServer(), createServer()]
    await listen(first, 0, '127.0.0.1')
    const { port } = first.address() as AddressInfo
    const error = await listen(second, port, '127.0.0.1').catch((thrown) => thrown)
    await closeServer(first)
    expect(error).toBeInstanceOf(StartupError)
    expect(error.message).toBe(
      `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
    )
  })

  it('fails with one line when the address is not local', async () => {
    const error = await listen(createServer(), 0, '203.0.113.1').catch((thrown) => thrown)
    expect(error).toBeInstanceOf(StartupError)
    expect(error.message).toMatch(
      /^Cannot listen at 203\.0\.113\.1:0 \(.*EADDRNOTAVAIL.*\)\. Check HOST and PORT\.$/,
    )
  })
})

describe('closing', () => {
  it('does not wait for connections that clients opened in advance', async () => {
    const { server, port } = await startTestSite(ok)
    const isConnected = once(server, 'connection')
    const socket = connect(port, '127.0.0.1')
    await isConnected
    const started = performance.now()
    await Promise.all([once(socket, 'close'), closeServer(server, { timeoutMs: 60_000 })])
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('a client that disconnects while sending its request', () => {
  it('is not reported as an error', async () => {
    const received: string[] = []
    await using site = await startTestSite(async ({ url }) => {
      received.push(new URL(url).pathname)
      return new Response()
    })
    const disconnected = once(site.server, 'connection').then(
      ([socket]) => new Promise((resolve) => socket.once('close', resolve)),
    )
    const socket = connect(site.port, '127.0.0.1').on('error', () => {})
    socket.write('POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf')
    await eventually(() => expect(site.outcomes).toEqual(['pass']))
    socket.destroy()
    await disconnected
    expect((await site.send('/api/y')).status).toBe(200)
    expect(received).toEqual(['/api/y'])
    expect(site.errors).toEqual([])
  })
})

describe('a client that disconnects before the response', () => {
  it('is not reported as an error', async () => {
    const gone = Promise.withResolvers<unknown>()
    await using site = await startTestSite(async (request) => {
      if (!(await request.text())) return new Response()
      request.signal.addEventListener('abort', () => gone.resolve(request.signal.reason))
      throw await gone.promise
    })
    const socket = connect(site.port, '127.0.0.1').on('error', () => {})
    socket.write('POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody')
    await eventually(() => expect(site.outcomes).toEqual(['pass']))
    socket.destroy()
    expect(await gone.promise).toMatchObject({ name: 'AbortError' })
    expect((await site.send('/api/y')).status).toBe(200)
    expect(site.errors).toEqual([])
  })
})
