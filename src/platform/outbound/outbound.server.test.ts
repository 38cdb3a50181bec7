import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '#platform/testing/local-server.ts'
import { SELF_SIGNED } from '#platform/testing/self-signed-certificate.ts'
import { createOutbound, type OutboundRequest } from './outbound.server.ts'

const userAgent = 'Masthead/0.1 (+https://news.example)'
const REQUEST: OutboundRequest = { accept: 'application/rss+xml', maxBytes: 1_000_000 }

async function getFrom(listener: RequestListener, options: Partial<OutboundRequest> = {}, path = '/feed') {
  await using server = await startLocalServer(listener)
  const outbound = createOutbound({ allowedPrivateHosts: new Set([server.host]), userAgent })
  try {
    const outcome = await outbound.get(server.origin + path, { ...REQUEST, ...options })
    return { outcome, server }
  } finally {
    await outbound.close()
  }
}

const headersOf = (server: LocalServer, index: number) => server.requests[index]?.headers

describe('createOutbound: requests', () => {
  it('sends User-Agent and Accept, no cookie and no validators by default', async () => {
    const { server } = await getFrom((_, response) => response.end())
    expect(headersOf(server, 0)).toMatchObject({
      'user-agent': userAgent,
      accept: 'application/rss+xml',
      'accept-encoding': 'gzip, deflate, br, zstd',
      host: server.host,
    })
    for (const name of ['cookie', 'authorization', 'referer', 'if-none-match', 'if-modified-since']) {
      expect(headersOf(server, 0)).not.toHaveProperty(name)
    }
  })

  it('sends validators verbatim on every redirect', async () => {
    const validators = { etag: 'W/"a b",odd', lastModified: 'yesterday, about noon' }
    const { server, outcome } = await getFrom((request, response) => {
      if (request.url === '/feed') response.writeHead(301, { location: '/moved' }).end()
      else response.writeHead(304, { etag: '"new"', 'cache-control': 'max-age=60' }).end()
    }, validators)
    for (const index of [0, 1]) {
      expect(headersOf(server, index)).toMatchObject({
        'if-none-match': validators.etag,
        'if-modified-since': validators.lastModified,
      })
    }
    expect(outcome).toEqual({
      kind: 'not-modified',
      url: `${server.origin}/moved`,
      movedTo: `${server.origin}/moved`,
      etag: '"new"',
      cacheControl: 'max-age=60',
      lastModified: null,
      expires: null,
      date: expect.any(String),
      retryAfter: null,
    })
  })

  it('sends an ETag back byte for byte, even outside ASCII', async () => {
    const { server } = await getFrom((_, response) => response.end(), { etag: '"caf\u00e9"' })
    expect(headersOf(server, 0)?.['if-none-match']).toBe('"caf\u00e9"')
  })

  it('ignores cookies', async () => {
    const { server } = await getFrom((request, response) => {
      const location = request.url === '/feed' ? '/next' : undefined
      response
        .writeHead(location ? 302 : 200, { 'set-cookie': 'id=1; Path=/', ...(location && { location }) })
        .end()
    })
    expect(server.requests).toHaveLength(2)
    expect(headersOf(server, 1)).not.toHaveProperty('cookie')
  })
})

describe('createOutbound: responses', () => {
  it('returns bytes and caching headers verbatim', async () => {
    const headers = {
      'content-type': 'text/xml; charset=iso-8859-1',
      'content-encoding': 'br',
      etag: 'W/"7"',
      'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
      'cache-control': 'public, max-age=300',
      expires: '0',
      date: 'Sat, 21 Nov 2026 10:00:00 GMT',
      'retry-after': '120',
    }
    const { outcome, server } = await getFrom((_, response) =>
      response.writeHead(200, headers).end(brotliCompressSync('<rss>é</rss>')),
    )
    expect(outcome).toEqual({
      kind: 'ok',
      status: 200,
      url: `${server.origin}/feed`,
      movedTo: null,
      bytes: Buffer.from('<rss>é</rss>'),
      contentType: 'text/xml; charset=iso-8859-1',
      etag: 'W/"7"',
      lastModified: 'Fri, 20 Nov 2026 10:00:00 GMT',
      cacheControl: 'public, max-age=300',
      expires: '0',
      date: 'Sat, 21 Nov 2026 10:00:00 GMT',
      retryAfter: '120',
      link: null,
    })
  })

  it.each([
    [404, {}, null],
    [429, { 'retry-after': '3600' }, '3600'],
    [500, {}, null],
    [503, { 'retry-after': 'Sat, 21 Nov 2026 10:00:00 GMT' }, 'Sat, 21 Nov 2026 10:00:00 GMT'],
    [204, {}, null],
    [304, {}, null],
    [302, {}, null],
    [300, { location: '/other' }, null],
  ])('returns status %i unchanged', async (status, headers, retryAfter) => {
    const { outcome, server } = await getFrom((_, response) => response.writeHead(status, headers).end())
    expect(outcome).toEqual({ kind: 'http-error', status, url: `${server.origin}/feed`, retryAfter })
  })

  it.each<[string, number, Record<string, string>, Uint8Array]>([
    ['with status 203', 203, {}, Buffer.from('<rss/>')],
    ['with a character encoding as its coding', 200, { 'content-encoding': 'UTF-8' }, Buffer.from('<rss/>')],
    [
      'without the end of its compression',
      200,
      { 'content-encoding': 'gzip' },
      gzipSync('<rss/>').subarray(0, -8),
    ],
  ])('returns a body %s', async (_, status, headers, body) => {
    const { outcome } = await getFrom((_, response) => response.writeHead(status, headers).end(body))
    expect(outcome).toMatchObject({ kind: 'ok', bytes: Buffer.from('<rss/>') })
  })

  it('returns a status whose body never ends', async () => {
    const { outcome } = await getFrom((_, response) => {
      response.writeHead(404)
      const pour = () => response.write('not found '.repeat(1000), () => setImmediate(pour))
      pour()
    })
    expect(outcome).toMatchObject({ kind: 'http-error', status: 404 })
  })

  it.each<[string, RequestListener, string]>([
    [
      'a body that is too large',
      (_, response) => response.end(Buffer.alloc(1_000_001)),
      'The response is larger than 1 MB',
    ],
    [
      'a small body that decompresses into a large one',
      (_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
      'The response is larger than 1 MB',
    ],
    [
      'a damaged encoding',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'),
      'The response is damaged and could not be decompressed',
    ],
    [
      'an unknown encoding',
      (_, response) => response.writeHead(200, { 'content-encoding': 'rot13' }).end('cynva'),
      'The response uses an unknown compression',
    ],
    [
      'a connection closed within the body',
      (_, response) =>
        response.writeHead(200, { 'content-length': 100 }).write('short', () => response.destroy()),
      'The server closed the connection before the response was complete',
    ],
    [
      'a connection closed without an answer',
      (request) => request.socket.destroy(),
      'The server closed the connection before the response was complete',
    ],
    [
      'an answer that is no HTTP',
      (request) => request.socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
      'The server sent an invalid HTTP response',
    ],
    [
      'headers without end',
      (request) => request.socket.end(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`),
      'The response headers are too large',
    ],
  ])('fails with a readable reason on %s', async (_, listener, reason) => {
    const { outcome } = await getFrom(listener)
    expect(outcome).toEqual({ kind: 'failed', reason })
  })

  it('reports a server that does not speak TLS', async () => {
    await using server = await startLocalServer((_, response) => response.end())
    const outbound = createOutbound({ allowedPrivateHosts: new Set([server.host]), userAgent })
    const outcome = await outbound.get(`https://${server.host}/`, REQUEST)
    await outbound.close()
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'A secure connection to the server could not be established',
    })
  })

  it('reports a closed port', async () => {
    const { host, origin } = await startLocalServer(() => {}).then(async (server) => {
      await server[Symbol.asyncDispose]()
      return server
    })
    const outbound = createOutbound({ allowedPrivateHosts: new Set([host]), userAgent })
    expect(await outbound.get(origin, REQUEST)).toEqual({
      kind: 'failed',
      reason: 'The server refused the connection',
    })
    await outbound.close()
  })
})

describe('createOutbound: redirects', () => {
  it.each([301, 302, 303, 307, 308])('follows status %i and returns the final address', async (status) => {
    const { outcome, server } = await getFrom((request, response) => {
      if (request.url === '/feed')
        response.writeHead(status, { location: 'deeper/feed?page=2#top' }).end('moved')
      else response.end('here')
    })
    expect(outcome).toMatchObject({
      kind: 'ok',
      url: `${server.origin}/deeper/feed?page=2`,
      bytes: Buffer.from('here'),
    })
  })

  it('reads a Location in UTF-8, as browsers do', async () => {
    const { server } = await getFrom((request, response) => {
      if (request.url !== '/feed') return response.end()
      request.socket.end('HTTP/1.1 302 Found\r\nLocation: /nachrichten-für-alle\r\nContent-Length: 0\r\n\r\n')
    })
    expect(server.requests[1]?.url).toBe('/nachrichten-f%C3%BCr-alle')
  })

  it.each([
    [5, { kind: 'ok' }],
    [6, { kind: 'failed', reason: 'The server redirected more than 5 times' }],
  ])('returns after %i redirects %j', async (count, expected) => {
    const { outcome } = await getFrom(
      (request, response) => {
        const step = Number(request.url?.slice(1))
        if (step < count) response.writeHead(302, { location: `/${step + 1}` })
        response.end()
      },
      {},
      '/0',
    )
    expect(outcome).toMatchObject(expected)
  })

  it.each([
    ['a loop', '/feed#again', 'The server redirects in a loop'],
    ['an invalid address', 'http://[', 'The server redirects to an invalid URL'],
  ])('fails on %s', async (_, location, reason) => {
    const { outcome } = await getFrom((_, response) => response.writeHead(302, { location }).end())
    expect(outcome).toEqual({ kind: 'failed', reason })
  })
})

describe('createOutbound: TLS', () => {
  it('sends no request to a server whose certificate no authority has signed', async () => {
    const paths: unknown[] = []
    const server = createServer(SELF_SIGNED, (request, response) => {
      paths.push(request.url)
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const host = `localhost:${(server.address() as AddressInfo).port}`
    const outbound = createOutbound({ allowedPrivateHosts: new Set([host]), userAgent })
    const outcome = await outbound.get(`https://${host}/feed`, { accept: '*/*', maxBytes: 1_000 })
    expect(outcome).toEqual({ kind: 'failed', reason: 'The certificate of the server is not valid' })
    expect(paths).toEqual([])
    await outbound.close()
    server.close()
  })
})
