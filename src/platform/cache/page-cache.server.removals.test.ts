import { describe, expect, it } from 'vitest'
import type { ReaderTag } from '#kernel/cache-tags.ts'
import { type CachedPage, createCachedPage } from './cached-page.server.ts'
import { createPageCache, MANY_ARTICLES, type PageCache, type Rendered } from './page-cache.server.ts'

const MEGABYTE = 1024 * 1024

async function rendered(body: string, tags: ReaderTag[]): Promise<Rendered> {
  return { page: await createCachedPage(200, {}, body), tags: new Set(tags), expiresAt: Infinity }
}

const text = (page: CachedPage | undefined) => page?.bodies.identity?.bytes.toString()

describe('when an article is removed', () => {
  const GONE = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
  const OTHER = '1b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
  const shows = (...ids: string[]): ReaderTag[] => ['settings', ...ids.map((id) => `article:${id}` as const)]

  it.each([
    ['current', () => {}],
    ['stale', (cache: PageCache) => cache.invalidate(['settings'])],
    ['outdated', (cache: PageCache) => cache.outdate(['settings'], 250)],
    ['possibly changed', (cache: PageCache) => cache.invalidateAll()],
  ])('drops %s copies that show it, and keeps the others', async (_, change) => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    await cache.render(`/article/${GONE}`, () => rendered('gone', shows(GONE)))
    await cache.render('/', () => rendered('list', shows(OTHER, GONE)))
    await cache.render('/sitemap', () => rendered('all', ['settings', MANY_ARTICLES]))
    await cache.render('/sport', () => rendered('sport', shows(OTHER)))
    change(cache)
    cache.removeArticles([GONE])
    const copies = [`/article/${GONE}`, '/', '/sitemap', '/sport'].map((key) => cache.getStale(key)?.page)
    expect(copies.map(text)).toEqual([undefined, undefined, undefined, 'sport'])
    expect(cache.size).toMatchObject({ pages: 1, tags: 2 })
    expect(cache.shownArticles()).toEqual([OTHER])
  })

  it('does not store a render that started before, and later requests start a new one', async () => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    const { promise, resolve } = Promise.withResolvers<Rendered>()
    const early = cache.render('/', () => promise)
    cache.removeArticles([GONE])
    const late = cache.render('/', () => rendered('without it', shows(OTHER)))
    expect(text(await late)).toBe('without it')
    cache.invalidate(['settings'])
    resolve(await rendered('with it', shows(OTHER, GONE)))
    await early
    expect(text(cache.getStale('/')?.page)).toBe('without it')
  })
})

it('returns no stale copies while they are in doubt, nor keeps renders that started before', async () => {
  const cache = createPageCache({ maxBytes: MEGABYTE })
  await cache.render('/', () => rendered('old', ['articles']))
  const { promise, resolve } = Promise.withResolvers<Rendered>()
  const early = cache.render('/news', () => promise)
  cache.invalidateAll()
  cache.doubtCopies()
  expect(cache.getStale('/')).toBeUndefined()
  await cache.render('/sport', () => rendered('new', ['articles']))
  expect(text(cache.get('/sport'))).toBe('new')
  resolve(await rendered('early', ['articles']))
  await early
  cache.trustCopies()
  expect(text(cache.getStale('/')?.page)).toBe('old')
  expect(cache.getStale('/news')).toBeUndefined()
})
