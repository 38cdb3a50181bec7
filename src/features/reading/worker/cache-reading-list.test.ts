import { afterEach, describe, expect, it, vi } from 'vitest'
import { cacheReadingList, isCacheable } from './cache-reading-list.ts'

function response(differences: Partial<Pick<Response, 'status' | 'type' | 'redirected'>>, cacheControl = '') {
  const headers = new Headers(cacheControl ? { 'cache-control': cacheControl } : {})
  return { status: 200, type: 'basic', redirected: false, headers, ...differences } as Response
}

describe('isCacheable', () => {
  it.each([
    ['a page', {}, 'public, max-age=0, must-revalidate', true],
    ['a file', {}, 'public, max-age=31536000, immutable', true],
    ['a response without cache-control', {}, '', true],
    ['no-store', {}, 'no-store', false],
    ['private', {}, 'Private, max-age=60', false],
    ['not found', { status: 404 }, '', false],
    ['a partial response', { status: 206 }, '', false],
    ['a server error', { status: 503 }, '', false],
    ['a redirect', { status: 0, type: 'opaqueredirect' as const }, '', false],
    ['a redirected response', { redirected: true }, '', false],
    ['a response from another host', { type: 'cors' as const }, '', false],
    ['an opaque response from another host', { status: 0, type: 'opaque' as const }, '', false],
  ])('decides on %s', (_, differences, cacheControl, expected) => {
    expect(isCacheable(response(differences, cacheControl))).toBe(expected)
  })
})

describe('cacheReadingList', () => {
  const ARTICLE = { id: 'a1', title: 'Harbour', data: '/_serverFn/getArticle-1?payload=a1' }
  const PAGE = '/article/a1'
  const stored = new Map<string, Response>()

  /** One cache for all names. */
  const cache = {
    match: async (key: string) => stored.get(key)?.clone(),
    put: async (key: string, response: Response) => void stored.set(key, response),
    delete: async (key: string) => stored.delete(key),
    keys: async () => [...stored.keys()].map((key) => ({ url: `https://paper.example${key}` })),
  }

  function serve(failing?: string) {
    vi.stubGlobal('caches', { ...cache, open: async () => cache, keys: async () => [] })
    vi.stubGlobal('fetch', async (path: string) => {
      if (path === failing) throw new TypeError('Failed to fetch')
      return Object.defineProperty(new Response(path), 'type', { value: 'basic' })
    })
  }

  afterEach(() => {
    stored.clear()
    vi.unstubAllGlobals()
  })

  it('stores a redirected page of an article as if it had not been redirected', async () => {
    serve()
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (path !== PAGE) return fetch(path)
      expect(init.redirect).toBe('follow')
      const response = new Response('page', { headers: { 'content-encoding': 'br', etag: 'x' } })
      const url = `https://paper.example${PAGE}/harbour-reopens`
      return Object.defineProperties(response, {
        type: { value: 'basic' },
        redirected: { value: true },
        url: { value: url },
      })
    })
    await cacheReadingList([ARTICLE], { version: '1', files: [], lazyFiles: [] })
    const page = stored.get(PAGE)
    expect(page?.redirected).toBe(false)
    expect(Object.fromEntries(page?.headers ?? [])).toMatchObject({ etag: 'x' })
    expect(page?.headers.has('content-encoding')).toBe(false)
    expect(await page?.text()).toBe('page')
  })

  it('stores no page that redirects elsewhere', async () => {
    serve()
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (path: string) => {
      const url = 'https://paper.example/maintenance'
      const redirected = { type: { value: 'basic' }, redirected: { value: true }, url: { value: url } }
      return path === PAGE ? Object.defineProperties(new Response('page'), redirected) : fetch(path)
    })
    await cacheReadingList([ARTICLE], { version: '1', files: [], lazyFiles: [] })
    expect(stored.has(PAGE)).toBe(false)
    expect(stored.has(ARTICLE.data)).toBe(true)
  })

  it('stores the list, the pages and the data of articles', async () => {
    serve()
    await cacheReadingList([ARTICLE], { version: '1', files: [], lazyFiles: [] })
    expect([...stored.keys()]).toEqual(expect.arrayContaining(['/bookmarks', PAGE, ARTICLE.data]))
  })

  it('stores the phrases of pages that are not in English', async () => {
    serve()
    const { fetch } = globalThis
    const path = '/assets/phrases-de-0123456789abcdef.json'
    vi.stubGlobal('fetch', async (requested: string) => {
      if (requested !== PAGE) return fetch(requested)
      const page = new Response(
        `<!DOCTYPE html><html lang="de-DE" data-phrases="${path}"><head></head></html>`,
      )
      return Object.defineProperty(page, 'type', { value: 'basic' })
    })
    await cacheReadingList([ARTICLE], { version: '1', files: [], lazyFiles: [] })
    expect(await stored.get(path)?.text()).toBe(path)
  })

  // A link on a page needs the data only; a page whose link fails would be listed as available.
  it.each([ARTICLE.data, PAGE])(
    'never stores a page without its data, whichever fails: %s',
    async (failing) => {
      serve(failing)
      const result = cacheReadingList([ARTICLE], { version: '1', files: [], lazyFiles: [] })
      await expect(result).rejects.toThrow('Failed to fetch')
      expect(stored.has(PAGE)).toBe(false)
    },
  )
})
