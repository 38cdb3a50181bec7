import { afterEach, describe, expect, it, vi } from 'vitest'
import { offlinePage } from '../server/offline-responses.server.ts'
import { classifyRequest, respondToRequest } from './respond-to-request.ts'

const ORIGIN = 'https://paper.example'
const ID = 'b0000000-0000-4000-8000-000000000001'

/** The constructor rejects the mode "navigate". */
function request(target: string, options: { method?: string; mode?: string; range?: string } = {}): Request {
  const { method = 'GET', mode = 'cors', range } = options
  const headers = new Headers(range ? { range } : {})
  return { url: new URL(target, ORIGIN).href, method, mode, headers } as Request
}

const kind = (target: string, options?: Parameters<typeof request>[1]) =>
  classifyRequest(request(target, options), ORIGIN)

describe('the worker responds to', () => {
  it.each([
    ['a page, by its path only', `/article/${ID}?utm_source=x#y`, 'navigate', 'page', `/article/${ID}`],
    ['an article, by its id', `/article/${ID}/any-words`, 'navigate', 'page', `/article/${ID}`],
    ['a file', '/assets/index-1.js', 'cors', 'file', '/assets/index-1.js'],
    ['the placeholder', '/placeholder.svg', 'no-cors', 'file', '/placeholder.svg'],
    ['any size of an image', `/media/${ID}/0123/3x2-320.avif`, 'no-cors', 'image', `/media/${ID}`],
    ['data, by its full URL', '/_serverFn/abc?payload=1', 'cors', 'data', '/_serverFn/abc?payload=1'],
  ])('%s', (_, target, mode, expected, key) => {
    expect(kind(target, { mode })).toEqual({ kind: expected, key })
  })
})

describe('the worker does not respond to', () => {
  it.each([
    '/admin',
    '/admin/login?next=/admin',
    '/ADMIN/articles',
    '/%61dmin',
    '/api/live',
    '/api/auth/session',
    '/functions/v1/fetch-news',
    '/livez',
    '/readyz',
    '/metrics',
    'https://elsewhere.example/',
  ])('a visit to %s', (target) => {
    expect(kind(target, { mode: 'navigate' })).toBeUndefined()
  })

  it.each([
    ['a POST navigation', `/article/${ID}`, { method: 'POST', mode: 'navigate' }],
    ['a POST request to a server function', '/_serverFn/abc', { method: 'POST' }],
    ['a range request', '/assets/index-1.js', { range: 'bytes=0-' }],
    ['a file outside the build', '/social-share-default.jpg', { mode: 'no-cors' }],
    ['an image without an article', '/media/none/0123/3x2-320.avif', { mode: 'no-cors' }],
    ['the worker itself', '/sw.js', {}],
    ['a page requested by a script', '/', {}],
  ])('%s', (_, target, options) => {
    expect(kind(target, options)).toBeUndefined()
  })

  it('a URL that cannot be decoded, except as a page', () => {
    expect(kind('/%E0%A4%A', { mode: 'navigate' })).toEqual({ kind: 'page', key: '/%E0%A4%A' })
  })
})

describe('a saved page', () => {
  afterEach(() => vi.unstubAllGlobals())

  async function open(network: () => Promise<Response>, path = `/article/${ID}`) {
    vi.stubGlobal('caches', {
      async match(key: string) {
        if (key === `/article/${ID}`) return new Response('copy')
        return key === '/offline' ? new Response(offlinePage('The Paper')) : undefined
      },
    })
    vi.stubGlobal('fetch', network)
    const event = {
      request: request(path, { mode: 'navigate' }),
      waitUntil: () => {},
      respondWith: () => {},
    }
    const response = await respondToRequest(event, { kind: 'page', key: path })
    return response.text()
  }
  const respond = (status: number, headers = {}) =>
    open(async () => new Response('server', { status, headers }))

  it.each([502, 503, 504])('is opened from the cache when the status is %i', async (status) => {
    expect(await respond(status)).toBe('copy')
  })

  it.each([
    ['the server responds', 200, {}],
    ['the server reports an error of its own', 500, {}],
    ['the site is closed for maintenance', 503, { 'x-maintenance': 'on' }],
  ])('is not opened from the cache when %s', async (_, status, headers) => {
    expect(await respond(status, headers)).toBe('server')
  })

  it('is opened from the cache without a network', async () => {
    expect(await open(() => Promise.reject(new TypeError('Failed to fetch')))).toBe('copy')
  })

  it('redirects other addresses to the one with words', async () => {
    const headers = { 'x-address': `/article/${ID}/rain` }
    vi.stubGlobal('caches', { match: async () => new Response('copy', { headers }) })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const visit = (path: string) => {
      const event = {
        request: request(path, { mode: 'navigate' }),
        waitUntil: () => {},
        respondWith: () => {},
      }
      return respondToRequest(event, { kind: 'page', key: `/article/${ID}` })
    }
    const moved = await visit(`/article/${ID}?utm_source=x`)
    expect([moved.status, moved.headers.get('location')]).toEqual([
      302,
      `${ORIGIN}/article/${ID}/rain?utm_source=x`,
    ])
    expect(await (await visit(`/article/${ID}/rain`)).text()).toBe('copy')
  })

  const policy = { 'content-security-policy': "default-src 'self'" }
  it.each([
    [
      'a message if a proxy cannot reach the server',
      502,
      {},
      '<h1>This page is temporarily unavailable</h1>',
    ],
    ['the page of the server if it is unavailable', 503, policy, 'server'],
    ['the notice of maintenance', 503, { 'x-maintenance': 'on' }, 'server'],
  ])('without a copy, is %s', async (_, status, headers, expected) => {
    const text = await open(async () => new Response('server', { status, headers }), '/sport')
    expect(text).toContain(expected)
    expect(text).not.toContain('<p>This page cannot be loaded without a network connection')
  })
})
