import { describe, expect, it } from 'vitest'
import type { RequestHandler } from '#platform/server/http.server.ts'
import { startTestSite } from '#platform/testing/test-site.ts'
import {
  chooseEncoding,
  isCrossSite,
  matchesEtag,
  rawHeader,
  readRequestTarget,
} from './request-headers.server.ts'

describe('rawHeader', () => {
  it.each([
    ['if-none-match', 'W/"a"'],
    ['accept-encoding', 'br'],
    ['cookie', undefined],
    ['br', undefined],
  ])('reads the header %s unchanged: %s', async (name, expected) => {
    const respond: RequestHandler = async (_path, request, response) => {
      response.end(String(rawHeader(request, name)))
      return true
    }
    await using site = await startTestSite(async () => new Response(), { handlers: [respond] })
    const headers = 'IF-None-Match: W/"a"\r\nAccept-Encoding: br\r\nX-A: cookie\r\naccept-encoding: gzip\r\n'
    const response = await site.write(`GET / HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`)
    expect(response.endsWith(`\r\n\r\n${expected}`)).toBe(true)
  })
})

describe('chooseEncoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['deflate', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', 'identity'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.5', 'br'],
    ['BR', 'br'],
    ['gzip ; Q=0 , br ; q=0.001', 'br'],
    ['identity', 'identity'],
    ['identity, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip', 'gzip'],
    ['identity;q=0.5, *;q=0', 'identity'],
    ['br;q=much', 'identity'],
    ['br;q=-1', 'identity'],
    [',;,=', 'identity'],
    ['brotli, xgzip', 'identity'],
  ])('%j selects %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding)
    expect(chooseEncoding(header), 'from memory').toBe(encoding)
  })

  it('returns correct results beyond the size of its cache', () => {
    for (let i = 0; i < 1200; i++) expect(chooseEncoding(`br;q=0.5, gzip, x${i}`)).toBe('gzip')
    expect(chooseEncoding('br, x-new')).toBe('br')
  })
})

describe('matchesEtag', () => {
  it.each([
    ['W/"a"', true],
    ['"a"', true],
    ['*', true],
    ['"x", W/"a"', true],
    ['"x","a"', true],
    ['W/"x", W/"y"', false],
    ['"A"', false],
    ['a', false],
    ['', false],
    ['"aa"', false],
    [undefined, false],
  ])('of If-None-Match %j and W/"a" is %s', (header, expected) => {
    expect(matchesEtag(header, 'W/"a"')).toBe(expected)
  })
})

const ORIGIN = 'https://paper.example'

describe('isCrossSite', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: ORIGIN }, false],
    ['the reader', { 'sec-fetch-site': 'none' }, false],
    ['another site', { 'sec-fetch-site': 'cross-site' }, true],
    ['another host of our domain', { 'sec-fetch-site': 'same-site', origin: ORIGIN }, true],
    ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: ORIGIN }, true],
    ['an unknown site', { 'sec-fetch-site': 'x' }, true],
    ['our own page in an older browser', { origin: ORIGIN }, false],
    ['our own page at another name', { origin: 'http://10.0.0.1:3000', host: '10.0.0.1:3000' }, false],
    ['another site in an older browser', { origin: 'https://evil.example', host: 'paper.example' }, true],
    ['another port', { origin: 'https://paper.example:8443', host: 'paper.example' }, true],
    ['a page without an origin', { origin: 'null', host: 'paper.example' }, true],
    ['a page without an origin, to no host', { origin: 'null' }, true],
    ['no browser', { host: 'paper.example' }, false],
  ])('a request of %s', (_, headers, expected) => {
    expect(isCrossSite(new Headers(headers), ORIGIN)).toBe(expected)
  })
})

describe('readRequestTarget', () => {
  it.each([
    ['/', { path: '/', name: '/', query: '' }],
    ['/news?before=x&y', { path: '/news', name: '/news', query: '?before=x&y' }],
    ['/?', { path: '/', name: '/', query: '' }],
    ['/caf%C3%A9', { path: '/caf%C3%A9', name: '/café', query: '' }],
    ['/a%2Fb', { path: '/a%2Fb', name: '/a/b', query: '' }],
    ['/news#part', { path: '/news', name: '/news', query: '' }],
    ['/a/../admin', { path: '/admin', name: '/admin', query: '' }],
    ['/a/%2e%2e/admin', { path: '/admin', name: '/admin', query: '' }],
    ['/%61dmin', { path: '/%61dmin', name: '/admin', query: '' }],
    ['//evil.example', { path: '/evil.example', name: '/evil.example', query: '' }],
    ['///evil.example//x', { path: '/evil.example//x', name: '/evil.example//x', query: '' }],
    ['/\\evil.example', { path: '/evil.example', name: '/evil.example', query: '' }],
    ['/a/..//evil.example', { path: '/evil.example', name: '/evil.example', query: '' }],
    ['http://evil.example', { path: '/', name: '/', query: '' }],
    ['http://evil.example/news?q', { path: '/news', name: '/news', query: '?q' }],
    ['https://evil.example//x', { path: '/x', name: '/x', query: '' }],
    ['/?q=%', { path: '/', name: '/', query: '?q=%' }],
  ])('%s', (target, expected) => {
    expect(readRequestTarget(target)).toEqual(expected)
  })

  it.each([
    '',
    '*',
    'news',
    'example.org:443',
    'ftp://evil.example/',
    'javascript:alert(1)',
    'http://',
    '/%',
    '/%zz',
    '/%C3',
    '/%ff',
    '/%00',
    '/?q=%00',
    '/news%00.js',
  ])('rejects %j', (target) => {
    expect(readRequestTarget(target)).toBeUndefined()
  })
})
