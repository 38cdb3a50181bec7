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
      if (path === '/gone') return { kind: 'gone', html: '<p>Gone</p>' }
      return path === '/news' || path === '/draft' ? { kind: 'page' } : { kind: 'missing', page: '/404' }
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
  expect((await get('/draft')).status).toBe(404)
  expect(rendered).toEqual(['/news', '/draft'])
  expect([cache.get('/news')?.status, cache.get('/draft')]).toEqual([200, undefined])
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
