import { brotliDecompressSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPageCache } from '#platform/cache/page-cache.server.ts'
import {
  addPageTags,
  allowSources,
  isRenderingPage,
  passHtml,
  preventCaching,
  reportGone,
} from '#platform/http/render-context.server.ts'
import { TooBusyError, withUserMessage } from '#platform/http/with-user-message.server.ts'
import { createPagePipeline } from './page-pipeline.server.ts'

const request = () => new Request('http://localhost/news')
const isDatabaseUnavailable = async () => false
const cache = createPageCache({ maxBytes: 1024 })
const headerNames = (headers: readonly string[]) => headers.filter((_, index) => index % 2 === 0)

describe('renderPage', () => {
  it('returns the page with all tags of the render, including those of the body', async () => {
    const renderPage = createPagePipeline({
      cache,
      isDatabaseUnavailable,
      now: () => Date.parse('2026-11-21T09:00:00Z'),
      async fetch() {
        addPageTags('settings')
        await Promise.resolve()
        const body = new ReadableStream({
          pull(controller) {
            addPageTags('article:1', 'category:News')
            controller.enqueue(new TextEncoder().encode('late'))
            controller.close()
          },
        })
        return new Response(body)
      },
    })
    const { page, tags, expiresAt } = await renderPage(request())
    expect(page.bodies.identity?.bytes.toString()).toBe('late')
    expect([...tags]).toEqual(['settings', 'article:1', 'category:News'])
    expect(new Date(expiresAt).toISOString()).toBe('2026-11-22T00:00:00.000Z')
  })

  it.each([
    ['text/html', '<a href="/article/0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11">Tea</a>', 200],
    ['application/json', '{"id":"0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11"}', 200],
    ['text/html', '<a href="/article/0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11">Tea</a>', 500],
  ])(
    'adds the articles that %s shows to the tags, if it is stored: %j with status %i',
    async (type, body, status) => {
      const renderPage = createPagePipeline({
        cache,
        isDatabaseUnavailable,
        async fetch() {
          addPageTags('settings')
          return new Response(body, { status, headers: { 'content-type': type } })
        },
      })
      const tags = ['settings', 'article:0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11']
      expect([...(await renderPage(request())).tags]).toEqual(status === 200 ? tags : [])
    },
  )

  it('expires a page at the midnight after the start of the render', async () => {
    let time = Date.parse('2026-11-21T23:59:59Z')
    const renderPage = createPagePipeline({
      cache,
      isDatabaseUnavailable,
      now: () => time,
      async fetch() {
        addPageTags('settings')
        time += 2_000
        return new Response('Saturday 21 November 2026')
      },
    })
    const { expiresAt } = await renderPage(request())
    expect(new Date(expiresAt).toISOString()).toBe('2026-11-22T00:00:00.000Z')
  })

  it('keeps the headers of the page, and drops those of the transfer', async () => {
    const fetch = async () =>
      new Response('page', {
        headers: {
          'content-type': 'text/plain',
          'x-robots-tag': 'noindex',
          'content-length': '9',
          link: '</x>; rel=preload',
        },
      })
    const { page } = await createPagePipeline({ cache, fetch, isDatabaseUnavailable })(request())
    expect(headerNames(page.headers).sort()).toEqual(
      [
        'cache-control content-security-policy cross-origin-opener-policy cross-origin-resource-policy etag permissions-policy',
        'referrer-policy vary x-content-type-options x-robots-tag',
      ].flatMap((names) => names.split(' ')),
    )
    expect(page.contentType).toBe('text/plain')
  })

  it.each([
    ['a request rejected under load', new TooBusyError('Too many readers'), 503, '10'],
    [
      'a lost database connection',
      Object.assign(new Error('terminating connection'), { code: '57P01' }),
      503,
      '10',
    ],
    ['an error', new Error('a fault of ours'), 500, undefined],
  ])('returns the status of %s', async (_, error, status, retryAfter) => {
    const fetch = async () => {
      const shown = await withUserMessage('Failed to search', () => Promise.reject(error)).catch(
        ({ message }) => message,
      )
      return new Response(shown, { status: 500 })
    }
    const { page, tags } = await createPagePipeline({ cache, fetch, isDatabaseUnavailable })(request())
    expect([page.status, [...tags]]).toEqual([status, []])
    const { headers } = page
    const retryAfterIndex = headers.indexOf('retry-after')
    expect(retryAfterIndex < 0 ? undefined : headers[retryAfterIndex + 1]).toBe(retryAfter)
    expect(headers).toContain('no-store')
  })

  it('stores each page with the policy of its own render', async () => {
    const ads = { on: true }
    const renderPage = createPagePipeline({
      cache,
      isDatabaseUnavailable,
      async fetch() {
        addPageTags('settings')
        if (ads.on) allowSources({ 'script-src': ['https://ads.example'] })
        return new Response('x', { headers: { 'content-type': 'text/html' } })
      },
    })
    const policy = async () => {
      const { headers } = (await renderPage(request())).page
      return headers[headers.indexOf('content-security-policy') + 1]
    }
    expect(await policy()).toContain("script-src 'self' https://ads.example;")
    ads.on = false
    expect(await policy()).toContain("script-src 'self';")
  })

  it.each([200, 404])(
    'responds with 410 after reportGone, and does not cache it (status %i)',
    async (status) => {
      const fetch = async () => {
        addPageTags('settings')
        reportGone()
        return new Response('gone', { status })
      }
      const { page, tags } = await createPagePipeline({ cache, fetch, isDatabaseUnavailable })(request())
      expect(page.status).toBe(410)
      expect([...tags]).toEqual([])
      expect(page.headers[page.headers.indexOf('cache-control') + 1]).toBe('no-store')
    },
  )

  it('does not cache a page after preventCaching', async () => {
    const renderPage = createPagePipeline({
      cache,
      isDatabaseUnavailable,
      async fetch() {
        addPageTags('settings')
        preventCaching()
        return new Response('x')
      },
    })
    const { page, tags } = await renderPage(request())
    expect([page.status, tags.size]).toEqual([200, 0])
    expect(page.headers).toContain('no-store')
  })

  it('checks the database only after an error', async () => {
    const status = { now: 200 }
    let calls = 0
    const renderPage = createPagePipeline({
      cache,
      fetch: async () => new Response('x', { status: status.now }),
      async isDatabaseUnavailable() {
        calls += 1
        return true
      },
    })
    for (const code of [200, 307, 404]) {
      status.now = code
      expect((await renderPage(request())).page.status).toBe(code)
    }
    expect(calls).toBe(0)
    status.now = 500
    expect((await renderPage(request())).page.status).toBe(503)
    expect(calls).toBe(1)
  })
})

describe('a render that takes longer than two seconds', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is given up once the database does not respond', async () => {
    vi.useFakeTimers()
    let isUnavailable = false
    const renderPage = createPagePipeline({
      cache,
      fetch: () => new Promise(() => {}),
      isDatabaseUnavailable: async () => isUnavailable,
    })
    const page = renderPage(request()).then((rendered) => rendered.page.status)
    await vi.advanceTimersByTimeAsync(3_000)
    isUnavailable = true
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    expect(await page).toBe(503)
  })

  it('is completed while the database responds', async () => {
    vi.useFakeTimers()
    const response = Promise.withResolvers<Response>()
    const renderPage = createPagePipeline({
      cache,
      fetch: () => response.promise,
      isDatabaseUnavailable: async () => false,
    })
    const page = renderPage(request()).then((rendered) => rendered.page.status)
    await vi.advanceTimersByTimeAsync(10_000)
    response.resolve(new Response('slow'))
    vi.useRealTimers()
    expect(await page).toBe(200)
  })

  it('does not start while the database is known not to respond', async () => {
    const fetch = vi.fn(async () => new Response('x'))
    const renderPage = createPagePipeline({ cache, fetch, isDatabaseUnavailable, isCircuitOpen: () => true })
    expect((await renderPage(request())).page.status).toBe(503)
    expect(fetch).not.toHaveBeenCalled()
  })
})

it.each([
  ['the database does not respond', { isCircuitOpen: () => true }],
  [
    'too many pages are rendered',
    { limits: { maxRunning: 0, maxWaiting: 0, maxRunningPerClient: 1, maxWaitMs: 1 } },
  ],
])('the form of an address is shown while %s', async (_, state) => {
  const fetch = async () => new Response('x')
  const findForm = ({ pathname }: URL) => (pathname === '/search' ? '<form>words</form>' : undefined)
  const renderPage = createPagePipeline({ cache, fetch, isDatabaseUnavailable, findForm, ...state })
  const textOf = async (path: string) => {
    const { page } = await renderPage(new Request(`http://localhost${path}`))
    expect(page.status).toBe(503)
    return brotliDecompressSync(page.bodies.br?.bytes ?? '').toString()
  }
  expect(await textOf('/news')).not.toContain('<form>')
  expect(await textOf('/search?q=words')).toContain('<form>words</form>')
  expect(await textOf('/news')).not.toContain('<form>')
})

describe('a burst of uncached pages', () => {
  it('is rendered a few at a time; the others get 503 with Retry-After at once', async () => {
    const held = Promise.withResolvers<void>()
    let [running, most] = [0, 0]
    const renderPage = createPagePipeline({
      cache,
      isDatabaseUnavailable,
      limits: { maxRunning: 2, maxWaiting: 2, maxRunningPerClient: 100, maxWaitMs: 60_000 },
      async fetch() {
        running += 1
        most = Math.max(most, running)
        await held.promise
        running -= 1
        return new Response('page')
      },
    })
    const pages = Array.from({ length: 50 }, () => renderPage(request(), '203.0.113.1'))
    const { page } = await Promise.race(pages)
    expect([page.status, page.contentType]).toEqual([503, 'text/html; charset=utf-8'])
    expect(page.headers[page.headers.indexOf('retry-after') + 1]).toBe('10')
    expect(page.headers).toContain('no-store')
    held.resolve()
    const statuses = (await Promise.all(pages)).map((rendered) => rendered.page.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(4)
    expect(statuses.filter((status) => status === 503)).toHaveLength(46)
    expect(most).toBe(2)
  })
})

describe('the HTML of a page', () => {
  const render = async (fetch: (request: Request) => Promise<Response>) => {
    const { page } = await createPagePipeline({ cache, fetch, isDatabaseUnavailable })(request())
    return page.bodies.identity?.bytes.toString()
  }

  it('is passed beside a response without a body', async () => {
    const html = await render(async () => {
      expect(isRenderingPage()).toBe(true)
      passHtml('<p>Beside</p>')
      return new Response(null)
    })
    expect(html).toBe('<p>Beside</p>')
    expect(isRenderingPage()).toBe(false)
  })

  it('is the body of a response that has one, even after HTML was passed', async () => {
    const html = await render(async () => {
      passHtml('<p>Before the failure</p>')
      return new Response('Internal Server Error', { status: 500 })
    })
    expect(html).toBe('Internal Server Error')
  })

  it('is not mixed with that of concurrent renders', async () => {
    const later = Promise.withResolvers<void>()
    const pass = (html: string, rendered: Promise<void>) =>
      render(async () => {
        await rendered
        passHtml(html)
        return new Response(null)
      })
    const pages = [pass('first', later.promise), pass('second', Promise.resolve().then(later.resolve))]
    expect(await Promise.all(pages)).toEqual(['first', 'second'])
  })
})
