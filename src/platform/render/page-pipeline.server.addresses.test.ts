import { describe, expect, it } from 'vitest'
import { createPageCache } from '#platform/cache/page-cache.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { createPagePipeline } from './page-pipeline.server.ts'

const ADDRESSES = 500

function createSite() {
  const cache = createPageCache({ maxBytes: 1024 * 1024 })
  const rendered: string[] = []
  const site = { isDown: false }
  const renderPage = createPagePipeline({
    cache,
    isDatabaseUnavailable: async () => site.isDown,
    async classify(path) {
      if (path === '/moved' || path.startsWith('/invented'))
        return {
          kind: 'redirect',
          status: 301,
          location: '/news',
          tags: path === '/moved' ? ['article:1'] : [],
        }
      if (path === '/gone') return { kind: 'gone', html: '<p>Gone</p>' }
      return ['/news', '/draft', '/former'].includes(path)
        ? { kind: 'page' }
        : { kind: 'missing', page: '/404' }
    },
    async findRedirect(path) {
      return path === '/draft' ? { kind: 'redirect', status: 301, location: '/news', tags: [] } : undefined
    },
    async fetch(request) {
      if (site.isDown) return new Response('down', { status: 500 })
      const { pathname } = new URL(request.url)
      rendered.push(pathname)
      addPageTags('settings')
      return new Response('page', { status: pathname === '/news' ? 200 : 404 })
    },
  })
  const get = (path: string) => cache.render(path, () => renderPage(new Request(`http://localhost${path}`)))
  return { cache, rendered, site, get, renderPage }
}

describe('unknown addresses', () => {
  it('are rendered once, and use one entry of the cache', async () => {
    const { cache, rendered, get } = createSite()
    const pages = Array.from({ length: ADDRESSES }, (_, i) => get(`/unknown-${i}`))
    const statuses = new Set((await Promise.all(pages)).map(({ status }) => status))
    for (let i = 0; i < ADDRESSES; i++) await get(`/later-${i}`)
    expect([...statuses]).toEqual([404])
    expect(rendered).toEqual(['/404'])
    expect(cache.size.pages).toBe(1)
  })

  it('get a page that browsers do not store', async () => {
    const { headers } = await createSite().get('/unknown')
    expect(headers[headers.indexOf('cache-control') + 1]).toBe('no-store')
  })

  it('get a new page after a change of its data', async () => {
    const { cache, rendered, get } = createSite()
    await get('/unknown')
    cache.invalidate(['settings'])
    await get('/other')
    expect(rendered).toEqual(['/404', '/404'])
  })

  it('get the stale page while the database does not respond', async () => {
    const { cache, site, get } = createSite()
    await get('/unknown')
    cache.invalidate(['settings'])
    site.isDown = true
    expect((await get('/unknown')).status).toBe(404)
    expect((await get('/news')).status).toBe(503)
  })
})

it('other addresses are rendered, and only their 200 responses are cached', async () => {
  const { cache, rendered, get } = createSite()
  expect((await get('/news')).status).toBe(200)
  expect((await get('/former')).status).toBe(404)
  expect(rendered).toEqual(['/news', '/former'])
  expect([cache.get('/news')?.status, cache.get('/former')]).toEqual([200, undefined])
})

it('calls of server functions are not addresses of pages', async () => {
  const { rendered, get } = createSite()
  await get('/_serverFn/abc')
  expect(rendered).toEqual(['/_serverFn/abc'])
})

it('responds with 410 and a page that is not stored, instead of rendering', async () => {
  const { rendered, renderPage } = createSite()
  const { page, tags } = await renderPage(new Request('http://localhost/gone?x=1'))
  expect(page.status).toBe(410)
  expect(page.bodies.identity?.bytes.toString()).toBe('<p>Gone</p>')
  expect(page.headers[page.headers.indexOf('cache-control') + 1]).toBe('no-store')
  expect(page.headers).toContain('content-security-policy')
  expect(tags.size).toBe(0)
  expect(rendered).toEqual([])
})

describe('redirects', () => {
  it('cost what a cached page costs, and are dropped with their data', async () => {
    const { cache, rendered, get } = createSite()
    const { status, headers } = await get('/moved')
    expect([status, headers[headers.indexOf('location') + 1]]).toEqual([301, '/news'])
    expect(cache.get('/moved')?.status).toBe(301)
    cache.invalidate(['article:1'])
    expect(cache.get('/moved')).toBeUndefined()
    expect(rendered).toEqual([])
  })

  it('are not kept by browsers, since the address may get its page back', async () => {
    const { headers } = await createSite().get('/moved')
    expect(headers[headers.indexOf('cache-control') + 1]).toBe('public, max-age=0, must-revalidate')
  })

  it('of addresses that anybody can invent use no memory', async () => {
    const { cache, get } = createSite()
    for (let i = 0; i < ADDRESSES; i++) expect((await get(`/invented-${i}`)).status).toBe(301)
    expect(cache.size.pages).toBe(0)
  })

  it('of a page that was rendered as missing are found afterwards', async () => {
    const { cache, rendered, get } = createSite()
    const { status, headers } = await get('/draft')
    expect([status, headers[headers.indexOf('location') + 1]]).toEqual([301, '/news'])
    expect([rendered, cache.get('/draft')]).toEqual([['/draft'], undefined])
  })
})
