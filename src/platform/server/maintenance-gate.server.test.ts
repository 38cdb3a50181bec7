import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'
import { createMaintenanceGate } from './maintenance-gate.server.ts'
import { createHealth } from './monitoring.server.ts'

const ADMIN = { cookie: 'session=admin' }

let site: TestSite
let state: { isUnderMaintenance: boolean; siteName: string }
let requestedPaths: string[]
let sessionsRead: number
beforeEach(async () => {
  state = { isUnderMaintenance: true, siteName: 'The <Daily> Proof' }
  requestedPaths = []
  sessionsRead = 0
  const app = async (request: Request) => {
    requestedPaths.push(new URL(request.url).pathname)
    addPageTags('articles')
    const cookie = request.headers.get('cookie') ?? 'anybody'
    return new Response(`page for ${cookie}`, { headers: { 'content-type': 'text/html' } })
  }
  site = await startTestSite(app, {
    probes: [createHealth(async () => false)],
    handlers: [
      async (path, _request, response) => {
        if (path.startsWith('/media/')) response.writeHead(200).end('image')
        return path.startsWith('/media/')
      },
    ],
    maintenance: createMaintenanceGate({
      state: () => state,
      async hasAdminAccess(request) {
        sessionsRead += 1
        return request.headers.cookie === ADMIN.cookie
      },
    }),
  })
})
afterEach(() => site.close())

describe('under maintenance', () => {
  it.each([
    '/',
    '/news',
    '/news?before=x',
    '/nowhere',
    '/feed.xml',
    '/sitemap.xml',
    '/llms.txt',
    '/search?q=a',
    '/apish',
    '/administration',
  ])('visitors see the maintenance page at %s', async (path) => {
    const { status, headers, body } = await site.send(path)
    expect(status).toBe(503)
    expect(headers).toMatchObject({
      'retry-after': '60',
      'cache-control': 'no-store',
      'x-maintenance': 'on',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    })
    expect(body.toString()).toContain('The &lt;Daily&gt; Proof')
    expect(body.toString()).not.toContain('<Daily>')
    expect(requestedPaths).toEqual([])
  })

  it.each(['/_serverFn/abc', '/functions/v1/fetch-news', '/api/subscribe'])(
    'scripts get one line of text at %s, for any method',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const { status, headers, body } = await site.send(path, { method })
        expect([status, headers['x-maintenance'], headers['content-type']]).toEqual([
          503,
          'on',
          'text/plain; charset=utf-8',
        ])
        expect(body.toString()).toBe('The <Daily> Proof is closed for maintenance and will be back soon.')
      }
      expect(requestedPaths).toEqual([])
    },
  )

  it.each([
    '/admin',
    '/admin/login',
    '/Admin/login',
    '/api/auth/sign-in/email',
    '/api/live',
    '/robots.txt',
    '/.well-known/security.txt',
    '/media/x',
    '/livez',
    '/readyz',
  ])('%s stays open', async (path) => {
    expect((await site.send(path)).status).toBe(200)
  })

  it('a cached page is not served until maintenance ends', async () => {
    state = { ...state, isUnderMaintenance: false }
    const { headers } = await site.send('/news')
    state = { ...state, isUnderMaintenance: true }
    expect((await site.send('/news')).status).toBe(503)
    expect((await site.send('/news', { headers: { 'if-none-match': headers.etag ?? '' } })).status).toBe(503)
    state = { ...state, isUnderMaintenance: false }
    expect((await site.send('/news')).body.toString()).toBe('page for anybody')
    expect(site.outcomes).toEqual(['miss', 'hit'])
  })

  it('browsers load the page again after half a minute to a minute, at different times', async () => {
    const times = new Set<number>()
    while (times.size < 3) times.add(Number((await site.send('/')).headers.refresh))
    expect(Math.min(...times)).toBeGreaterThanOrEqual(30)
    expect(Math.max(...times)).toBeLessThanOrEqual(60)
    expect((await site.send('/_serverFn/abc')).headers.refresh).toBeUndefined()
  })

  it('HEAD requests and forms get the same response', async () => {
    const head = await site.send('/', { method: 'HEAD' })
    expect([head.status, head.body.length]).toEqual([503, 0])
    expect((await site.send('/newsletter', { method: 'POST', body: 'email=a' })).status).toBe(503)
  })

  it('an administrator sees the site, which is not cached', async () => {
    for (const path of ['/', '/news', '/_serverFn/abc']) {
      const { status, headers, body } = await site.send(path, { headers: ADMIN })
      expect([status, body.toString()]).toEqual([200, `page for ${ADMIN.cookie}`])
      expect(headers['cache-control']).toBe('no-store')
    }
    expect(site.cache.size.pages).toBe(0)
    expect(site.outcomes).toEqual(['pass', 'pass', 'pass'])
    expect((await site.send('/')).status).toBe(503)
  })

  it('an administrator gets no page from the cache', async () => {
    state = { ...state, isUnderMaintenance: false }
    await site.send('/news')
    state = { ...state, isUnderMaintenance: true }
    expect((await site.send('/news', { headers: ADMIN })).body.toString()).toBe(`page for ${ADMIN.cookie}`)
  })

  it('anyone else with a cookie is a visitor', async () => {
    expect((await site.send('/news', { headers: { cookie: 'session=forged' } })).status).toBe(503)
  })

  it('the page shows the current name of the site', async () => {
    await site.send('/')
    state = { ...state, siteName: 'Renamed' }
    expect((await site.send('/')).body.toString()).toContain('Back soon | Renamed')
  })
})

it('does not read sessions while the site is open', async () => {
  state = { ...state, isUnderMaintenance: false }
  for (const path of ['/', '/news', '/api/x']) await site.send(path, { headers: ADMIN })
  expect(sessionsRead).toBe(0)
})
