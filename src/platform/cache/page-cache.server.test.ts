import { describe, expect, it, vi } from 'vitest'
import type { ReaderTag } from '#kernel/cache-tags.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { type CachedPage, createCachedPage, encodeBody } from './cached-page.server.ts'
import { createPageCache, type PageCache, type Rendered } from './page-cache.server.ts'

const MEGABYTE = 1024 * 1024

async function rendered(body: string, tags: ReaderTag[], expiresAt = Infinity): Promise<Rendered> {
  return { page: await createCachedPage(200, {}, body), tags: new Set(tags), expiresAt }
}

function heldRender() {
  const { promise, resolve, reject } = Promise.withResolvers<Rendered>()
  return { render: vi.fn(() => promise), land: resolve, fail: reject }
}

/** The counted size of a cache with one page. */
async function sizeOf(key: string, body: string, tags: ReaderTag[]): Promise<number> {
  const cache = createPageCache({ maxBytes: MEGABYTE })
  await cache.render(key, () => rendered(body, tags))
  return cache.size.bytes
}

/** For pages too small to be compressed. */
const text = (page: CachedPage | undefined) => page?.bodies.identity?.bytes.toString()

describe('the page cache', () => {
  it('stores a page until one of its tags changes', async () => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    await cache.render('/news', () => rendered('news', ['articles', 'settings']))
    await cache.render('/sport', () => rendered('sport', ['category:Sport', 'settings']))
    expect([text(cache.get('/news')), text(cache.get('/sport'))]).toEqual(['news', 'sport'])

    cache.invalidate(['category:Politics', 'article:1'])
    expect(cache.size.pages).toBe(2)
    cache.invalidate(['articles'])
    expect([text(cache.get('/news')), text(cache.get('/sport'))]).toEqual([undefined, 'sport'])
    cache.invalidate(['settings'])
    expect([cache.get('/news'), cache.get('/sport')]).toEqual([undefined, undefined])
  })

  it('does not return a changed page after the clock was set back', async () => {
    let now = 7_200_000
    const cache = createPageCache({ maxBytes: MEGABYTE, now: () => now })
    await cache.render('/', () => rendered('old', ['articles']))
    cache.invalidate(['articles'])
    now = 3_600_000
    expect(cache.get('/')).toBeUndefined()
    expect(cache.getStale('/')?.staleMs).toBe(0)
  })

  it('returns a page without tags but does not store it', async () => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    const page = await cache.render('/x', () => rendered('no', []))
    expect(text(page)).toBe('no')
    expect(cache.get('/x')).toBeUndefined()
  })

  it.each([
    ['expired page', () => {}, 100],
    ['page whose tags changed', (cache: PageCache) => cache.invalidate(['articles']), 600],
    ['page that may have changed', (cache: PageCache) => cache.invalidateAll(), 600],
  ])('returns an %s only as stale, until it is rendered again', async (_, change, staleMs) => {
    let now = 500
    const cache = createPageCache({ maxBytes: MEGABYTE, now: () => now })
    await cache.render('/', () => rendered('old', ['articles'], 1000))
    expect(text(cache.get('/'))).toBe('old')
    change(cache)
    now = 1100
    expect(cache.get('/')).toBeUndefined()
    expect(text(cache.getStale('/')?.page)).toBe('old')
    expect(cache.getStale('/')?.staleMs).toBe(staleMs)
    await cache.render('/', () => rendered('new', ['articles']))
    expect(text(cache.get('/'))).toBe('new')
  })

  describe('with an outdated page', () => {
    async function openOutdated() {
      const clock = { now: 500 }
      const cache = createPageCache({ maxBytes: MEGABYTE, now: () => clock.now })
      await cache.render('/', () => rendered('old', ['articles']))
      cache.outdate(['articles'], 250)
      return { cache, clock }
    }

    it('returns it while it is rendered once', async () => {
      const { cache } = await openOutdated()
      const { render, land } = heldRender()
      expect(text(cache.get('/', render))).toBe('old')
      expect(text(cache.get('/', render))).toBe('old')
      expect(render).toHaveBeenCalledExactlyOnceWith('/')
      land(await rendered('new', ['articles']))
      await eventually(() => expect(text(cache.get('/', render))).toBe('new'))
      expect(text(cache.get('/'))).toBe('new')
      expect(render).toHaveBeenCalledOnce()
    })

    it('does not return it after its time, and lets requests join its render', async () => {
      const { cache, clock } = await openOutdated()
      const { render, land } = heldRender()
      cache.get('/', render)
      clock.now += 250
      expect(cache.get('/', render)).toBeUndefined()
      expect(cache.getStale('/')).toMatchObject({ staleMs: 0 })
      const joined = cache.render('/', () => rendered('second render', ['articles']))
      land(await rendered('new', ['articles']))
      expect(text(await joined)).toBe('new')
    })

    it('does not extend its time with later changes', async () => {
      const { cache, clock } = await openOutdated()
      clock.now += 200
      cache.outdate(['articles'], 250)
      clock.now += 50
      expect(cache.get('/', heldRender().render)).toBeUndefined()
    })

    it('does not return it without a render', async () => {
      const { cache } = await openOutdated()
      expect(cache.get('/')).toBeUndefined()
    })

    it('does not return it after a change that invalidates it', async () => {
      const { cache } = await openOutdated()
      cache.invalidate(['articles'])
      expect(cache.get('/', heldRender().render)).toBeUndefined()
      expect(text(cache.getStale('/')?.page)).toBe('old')
    })

    it('discards the data of a render that started before the change', async () => {
      const cache = createPageCache({ maxBytes: MEGABYTE })
      const { render, land } = heldRender()
      const early = cache.render('/', render)
      cache.outdate(['articles'], 250)
      land(await rendered('old', ['articles']))
      await early
      expect(cache.get('/', heldRender().render)).toBeUndefined()
    })

    it('keeps it when its render fails', async () => {
      const { cache } = await openOutdated()
      const { render, fail } = heldRender()
      cache.get('/', render)
      fail(new Error('The database is unavailable'))
      const again = heldRender()
      await eventually(() => {
        expect(text(cache.get('/', again.render))).toBe('old')
        expect(again.render).toHaveBeenCalled()
      })
    })
  })

  it('drops a stale page that turns out to be missing, but not one that cannot be rendered', async () => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    await cache.render('/', () => rendered('old', ['articles']))
    cache.invalidate(['articles'])
    const failed = await rendered('failed', [])
    await cache.render('/', async () => ({ ...failed, page: { ...failed.page, status: 503 } }))
    expect(text(cache.getStale('/')?.page)).toBe('old')
    await cache.render('/', async () => ({ ...failed, page: { ...failed.page, status: 404 } }))
    expect(cache.getStale('/')).toBeUndefined()
    expect(cache.size).toEqual({ pages: 0, bytes: 0, tags: 0 })
  })

  it('drops all copies when it is cleared', async () => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    await cache.render('/', () => rendered('old', ['articles']))
    cache.clear()
    expect(cache.getStale('/')).toBeUndefined()
  })

  it('forgets the tags of a replaced page', async () => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    await cache.render('/', () => rendered('old', ['article:1', 'settings']))
    await cache.render('/', () => rendered('new', ['article:2', 'settings']))
    cache.invalidate(['article:1'])
    expect(text(cache.get('/'))).toBe('new')
    expect(cache.size.tags).toBe(2)
    cache.invalidate(['article:2'])
    expect(cache.get('/')).toBeUndefined()
  })

  it('evicts the least recently used pages with their tags', async () => {
    const room = await sizeOf('/a', 'x'.repeat(500), ['article:/a'])
    const cache = createPageCache({ maxBytes: 2 * room })
    for (const key of ['/a', '/b'])
      await cache.render(key, () => rendered('x'.repeat(500), [`article:${key}`]))
    cache.get('/a')
    await cache.render('/c', () => rendered('x'.repeat(500), ['article:/c']))
    expect(['/a', '/b', '/c'].filter((key) => cache.get(key))).toEqual(['/a', '/c'])
    expect(cache.size).toEqual({ pages: 2, bytes: 2 * room, tags: 2 })
  })

  it('returns a page that exceeds the size limit but does not store it', async () => {
    const cache = createPageCache({ maxBytes: 1000 })
    expect(text(await cache.render('/', () => rendered('x'.repeat(1000), ['articles'])))).toHaveLength(1000)
    expect(cache.size).toEqual({ pages: 0, bytes: 0, tags: 0 })
  })

  it('counts the addresses of pages, which clients choose', async () => {
    const path = `/search?q=${'x'.repeat(4000)}`
    expect(
      (await sizeOf(path, 'No results', ['articles'])) - (await sizeOf('/', 'No results', ['articles'])),
    ).toBe(path.length - 1)
  })

  it('counts bodies that are encoded later, and evicts pages for them', async () => {
    const text = 'The council met. '.repeat(100)
    const room = await sizeOf('/1', text, ['articles'])
    const cache = createPageCache({ maxBytes: 2 * room + 1000 })
    const first = await cache.render('/1', () => rendered(text, ['articles']))
    const second = await cache.render('/2', () => rendered(text, ['articles']))
    expect(cache.size).toMatchObject({ pages: 2, tags: 1 })

    await encodeBody(first, 'identity')
    expect(cache.size).toMatchObject({ pages: 1, tags: 1 })
    expect(cache.size.bytes).toBe(room + text.length)
    expect(cache.get('/1')).toBe(first)
    // A dropped page no longer counts.
    const { bytes } = cache.size
    await encodeBody(second, 'gzip')
    expect(cache.size).toEqual({ pages: 1, bytes, tags: 1 })
  })

  it('drops a page that grows beyond the size limit, with its tags', async () => {
    const text = 'x'.repeat(5000)
    const cache = createPageCache({ maxBytes: (await sizeOf('/', text, ['articles'])) + 1000 })
    const page = await cache.render('/', () => rendered(text, ['articles']))
    expect(cache.size.pages).toBe(1)
    expect((await encodeBody(page, 'identity')).bytes).toHaveLength(5000)
    expect(cache.size).toEqual({ pages: 0, bytes: 0, tags: 0 })
  })

  it('stays within the size limit and stores no unused tags', async () => {
    const cache = createPageCache({ maxBytes: 20_000 })
    for (let i = 0; i < 500; i++) {
      await cache.render(`/${i}`, () => rendered('x'.repeat(i), [`article:${i}`, 'settings']))
      expect(cache.size.bytes).toBeLessThanOrEqual(20_000)
      expect(cache.size.tags).toBe(cache.size.pages + 1)
    }
    cache.clear()
    expect(cache.size).toEqual({ pages: 0, bytes: 0, tags: 0 })
  })
})

describe('a running render', () => {
  it('is shared by concurrent requests', async () => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    const { render, land } = heldRender()
    const renderings = Array.from({ length: 100 }, () => cache.render('/', render))
    land(await rendered('once', ['articles']))
    expect(new Set((await Promise.all(renderings)).map(text))).toEqual(new Set(['once']))
    expect(render).toHaveBeenCalledTimes(1)
  })

  it('is still shared after a change that no page depends on', async () => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    const { render, land } = heldRender()
    const early = cache.render('/', render)
    cache.invalidate([])
    const late = cache.render('/', render)
    land(await rendered('page', ['articles']))
    expect([text(await early), text(await late)]).toEqual(['page', 'page'])
    expect(render).toHaveBeenCalledTimes(1)
  })

  it('is separate for each key', async () => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    const pages = ['/a', '/b'].map((key) => cache.render(key, () => rendered(key, ['articles'])))
    expect((await Promise.all(pages)).map(text)).toEqual(['/a', '/b'])
  })

  it.each([
    ['a change of its tags', (cache: PageCache) => cache.invalidate(['articles'])],
    ['a gap in the announcements', (cache: PageCache) => cache.invalidateAll()],
    [
      'a change of its tags, after one of other tags',
      (cache: PageCache) => {
        cache.invalidate(['settings'])
        cache.invalidate(['articles'])
      },
    ],
    [
      'a gap after a change of other tags',
      (cache: PageCache) => {
        cache.invalidate(['settings'])
        cache.clear()
      },
    ],
  ])('is not stored after %s, and later requests start a new one', async (_, change) => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    const before = heldRender()
    const early = cache.render('/', before.render)
    change(cache)
    const after = heldRender()
    const late = cache.render('/', after.render)
    expect(after.render).toHaveBeenCalledTimes(1)

    after.land(await rendered('new', ['articles']))
    expect(text(await late)).toBe('new')
    before.land(await rendered('old', ['articles']))
    expect(text(await early)).toBe('old')
    expect(text(cache.get('/'))).toBe('new')
  })

  it.each([
    ['a change of its tags', (cache: PageCache) => cache.invalidate(['articles']), 'early'],
    ['a gap in the announcements', (cache: PageCache) => cache.invalidateAll(), 'early'],
    ['a removal of all copies', (cache: PageCache) => cache.clear(), undefined],
  ])('that finishes after %s leaves a stale copy, unless all were dropped', async (_, change, copy) => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    const { render, land } = heldRender()
    const page = cache.render('/', render)
    change(cache)
    land(await rendered('early', ['articles']))
    await page
    expect(cache.get('/')).toBeUndefined()
    expect(text(cache.getStale('/')?.page)).toBe(copy)
  })

  it('is stored after a change of other tags', async () => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    const { render, land } = heldRender()
    const page = cache.render('/', render)
    cache.invalidate(['settings'])
    land(await rendered('page', ['articles']))
    await page
    expect(text(cache.get('/'))).toBe('page')
  })

  it('is still shared when an older render of the same key finishes', async () => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    const [first, second, third] = [heldRender(), heldRender(), heldRender()]
    const early = cache.render('/', first.render)
    cache.invalidate(['articles'])
    const late = cache.render('/', second.render)
    first.land(await rendered('old', ['articles']))
    await early
    const later = cache.render('/', third.render)
    expect(third.render).not.toHaveBeenCalled()
    second.land(await rendered('new', ['articles']))
    expect([text(await late), text(await later)]).toEqual(['new', 'new'])
  })

  it('rejects all waiting requests when it fails, and the next request starts another', async () => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    const { render, fail } = heldRender()
    const renderings = [cache.render('/', render), cache.render('/', render)]
    fail(new Error('broken'))
    expect((await Promise.allSettled(renderings)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ])
    expect(text(await cache.render('/', () => rendered('whole', ['articles'])))).toBe('whole')
  })

  it('is not shared when it throws synchronously', async () => {
    const cache = createPageCache({ maxBytes: MEGABYTE })
    const throwing = () => {
      throw new Error('at once')
    }
    await expect(cache.render('/', throwing)).rejects.toThrow('at once')
    expect(text(await cache.render('/', () => rendered('whole', ['articles'])))).toBe('whole')
  })
})
