import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'

setSiteOrigin({ SITE_URL: 'https://news.example.org' }, 0)

const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'

const statusOf = (answer: string) => Number(answer.split(' ')[1])

describe('a hostile request', () => {
  let site: TestSite
  let requestedUrls: string[]
  beforeEach(async () => {
    requestedUrls = []
    site = await startTestSite(async (request) => {
      requestedUrls.push(request.url)
      addPageTags('articles')
      return new Response(`page of ${request.url}`, { headers: { 'content-type': 'text/html' } })
    })
  })
  afterEach(async () => {
    expect((await site.send('/still-there')).status).toBe(200)
    expect(site.errors).toEqual([])
    await site.close()
  })
  const get = (target: string, headers = '') =>
    site.write(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\n${headers}Connection: close\r\n\r\n`)

  it.each([
    ['/\\evil.example', 'https://news.example.org/evil.example'],
    ['/x/..//evil.example', 'https://news.example.org/evil.example'],
    ['http://evil.example/news', 'https://news.example.org/news'],
    ['http://evil.example', 'https://news.example.org/'],
    ['https://user:secret@evil.example:1/news', 'https://news.example.org/news'],
    ['/news#x', 'https://news.example.org/news'],
    ['/@evil.example', 'https://news.example.org/@evil.example'],
    ['/?', 'https://news.example.org/'],
  ])('cannot name another site: %s', async (target, url) => {
    const answer = await get(target)
    expect(statusOf(answer)).toBe(200)
    expect(requestedUrls).toEqual([url])
    expect(answer).toContain(`page of ${url}`)
  })

  it.each([
    ['//evil.example', '/evil.example'],
    ['///evil.example//x?q=//y', '/evil.example//x?q=//y'],
    ['//%5cevil.example', '/%5cevil.example'],
    ['//\\evil.example', '/evil.example'],
    ['//', '/'],
  ])('with leading slashes is redirected to the address that the page has: %s', async (target, location) => {
    const answer = await get(target)
    expect(statusOf(answer)).toBe(308)
    expect(/^location: (.*)$/im.exec(answer)?.[1]).toBe(location)
    expect(requestedUrls).toEqual([])
  })

  it.each(['/%', '/%zz', '/%ff', '/%00', '/news?before=%00', 'ftp://evil.example/', '*'])(
    'gets 400 for an invalid target: %s',
    async (target) => {
      expect(statusOf(await get(target))).toBe(400)
      expect(requestedUrls).toEqual([])
    },
  )

  it.each([
    'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET @evil.example/ HTTP/1.1\r\nHost: a\r\n\r\n',
    'nonsense\r\n\r\n',
  ])('that is not HTTP is rejected by the parser: %j', async (bytes) => {
    expect(statusOf(await site.write(bytes))).toBe(400)
    expect(requestedUrls).toEqual([])
  })

  it.each([
    'Content-Length: 5\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: chunked\r\nContent-Length: 5',
    'Content-Length: 0\r\nContent-Length: 43',
    'Content-Length: 0, 43',
    'Content-Length: +43',
    'Content-Length: 0x2b',
    'Content-Length : 43',
    'Content-Length: -1',
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: chunked, chunked',
    'Transfer-Encoding: \x0bchunked',
    'Transfer-Encoding:\r\n chunked',
    'X: y\nTransfer-Encoding: chunked',
    'X: y\rTransfer-Encoding: chunked',
    'Host: evil.example',
    'X y: z',
    'X: a\0b',
  ])('that two parsers may read differently is rejected, with the one behind it: %j', async (headers) => {
    const answer = await site.write(`POST / HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n0\r\n\r\n${SMUGGLED}`)
    expect([400, 405]).toContain(statusOf(answer))
    expect(requestedUrls.filter((url) => url.endsWith('/smuggled'))).toEqual([])
  })

  it.each([
    ['an invalid size', `0x0\r\n\r\n${SMUGGLED}`],
    ['a size that overflows', `fffffffffffffffff\r\n${SMUGGLED}`],
    ['a line feed in its extension', `0;a\nb\r\n\r\n${SMUGGLED}`],
  ])('with a chunk with %s is rejected, with the one behind it', async (_, body) => {
    const answer = await site.write(
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\tchunked\r\n\r\n${body}`,
    )
    expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toHaveLength(1)
    expect([400, 405]).toContain(statusOf(answer))
    expect(requestedUrls).toEqual([])
  })

  it.each([
    ['a header of 20 kB', `X: ${'a'.repeat(20_000)}\r\n`],
    ['a header of 1 MB', `X: ${'a'.repeat(1_000_000)}\r\n`],
    ['cookies of 100 kB', 'Cookie: a=b\r\n'.repeat(8_000)],
  ])('with %s is rejected', async (_, headers) => {
    // The connection may be closed before the client has sent everything, and has read the response.
    const outcome = await get('/', headers).then(statusOf, ({ code }) => code)
    expect([431, 'ECONNRESET']).toContain(outcome)
    expect(requestedUrls).toEqual([])
  })

  it.each([
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['HTTP/9.9', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n', 400],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['TLS', '\x16\x03\x01\x00\xa5\x01\x00', 400],
    ['CONNECT', 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: a\r\n\r\n', undefined],
  ])('with %s gets no page', async (_, bytes, status) => {
    const answer = await site.write(bytes)
    expect(answer === '' ? undefined : statusOf(answer)).toBe(status)
    expect(requestedUrls).toEqual([])
  })

  it('for an upgrade of the protocol gets the page', async () => {
    expect(statusOf(await get('/', 'Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n'))).toBe(200)
  })

  it('for many ranges gets the whole page', async () => {
    expect(statusOf(await get('/', `Range: bytes=${'0-1,'.repeat(1_900)}0-1\r\n`))).toBe(200)
  })

  it('gets 414 for a target that is too long, which is not cached', async () => {
    expect(statusOf(await get(`/${'a'.repeat(4095)}`))).toBe(200)
    expect(statusOf(await get(`/${'a'.repeat(4096)}`))).toBe(414)
    expect(requestedUrls).toHaveLength(1)
  })

  it('cannot put its Host into a page, a redirect or the cache', async () => {
    expect(await get('/news')).not.toContain('evil.example')
    expect((await site.send('/news')).body.toString()).toBe('page of https://news.example.org/news')
    expect(requestedUrls).toHaveLength(1)
  })

  it('stores nothing for invalid targets', async () => {
    for (let i = 0; i < 200; i++) await get(`ftp://evil.example/${i}`)
    expect(site.cache.size.pages).toBe(0)
  })
})
