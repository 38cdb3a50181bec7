import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createPageUpdater } from './page-updater.ts'

/** Longer than the delays before an update and before its announcement. */
const SOON_MS = 2_000
const HOME = ['articles', 'home']
const SPORT = ['articles', 'category', 'Sport', null]

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const list = (letters: string) => [...letters].map((id) => ({ id, isBreaking: false, title: id }))
const letters = (articles: { id: string }[]) => articles.map(({ id }) => id).join('')

/** `site` is the content of the server. */
function openPage({ mayMove = false } = {}) {
  const site = { home: 'abc', sport: 'abcdef', fails: 0, requests: 0 }
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const calls = { reload: 0, refreshHead: 0, maintenance: false }
  const page = {
    mayMove: () => mayMove,
    isAtTop: () => mayMove,
    refreshHead: async () => {
      calls.refreshHead += 1
    },
    onDeleted: () => {},
    isUnderMaintenance: async () => calls.maintenance,
    reload: () => {
      calls.reload += 1
    },
    reloadFor: (settings: unknown) => settings === 'Deutsch',
  }
  const countRequest = () => {
    site.requests += 1
    if (site.fails > 0) {
      site.fails -= 1
      throw new Error('away')
    }
  }
  const home = {
    queryKey: HOME,
    meta: { tags: ['articles'] } as const,
    retry: false,
    queryFn: async () => {
      countRequest()
      return list(site.home)
    },
  }
  const sport = {
    queryKey: SPORT,
    meta: { tags: ['category:Sport'] } as const,
    retry: false,
    initialPageParam: '',
    queryFn: async ({ pageParam }: { pageParam: unknown }) => {
      countRequest()
      const from = pageParam ? site.sport.indexOf(String(pageParam)) + 1 : 0
      return { articles: list(site.sport.slice(from, from + 2)) }
    },
    getNextPageParam: (last: { articles: { id: string }[] }) => last.articles.at(-1)?.id,
  }
  const updates = createPageUpdater(queryClient, page)
  return {
    site,
    calls,
    updates,
    async readSettings(language: string) {
      let served = language
      const observer = new QueryObserver(queryClient, {
        queryKey: ['settings', 'shell'],
        meta: { tags: ['settings'] } as const,
        queryFn: async () => served,
      })
      observer.subscribe(() => {})
      await vi.advanceTimersByTimeAsync(1)
      return {
        shown: () => observer.getCurrentResult().data,
        change(to: string) {
          served = to
        },
      }
    },
    async readHome() {
      const observer = new QueryObserver(queryClient, home)
      const leave = observer.subscribe(() => {})
      await vi.advanceTimersByTimeAsync(1)
      return { shown: () => letters(observer.getCurrentResult().data ?? []), leave }
    },
    async readSport() {
      const observer = new InfiniteQueryObserver(queryClient, sport)
      const leave = observer.subscribe(() => {})
      await vi.advanceTimersByTimeAsync(1)
      const shown = () =>
        observer.getCurrentResult().data?.pages.map(({ articles }) => letters(articles)) ?? []
      return { shown, leave, loadMore: () => observer.fetchNextPage() }
    },
    refresh: () => queryClient.invalidateQueries(),
    cached: (key: string[]) => queryClient.getQueryData(key),
    soon: () => vi.advanceTimersByTimeAsync(SOON_MS),
  }
}

describe('a held update', () => {
  it('is offered, announced once and shown on request', async () => {
    const { site, updates, readHome, soon } = openPage()
    const { shown } = await readHome()
    site.home = 'xyabc'
    void updates.update(['articles'])
    await soon()
    expect([shown(), updates.getState()]).toEqual([
      'abc',
      { buttonLabel: '2 new articles', announcement: '2 new articles', count: 1 },
    ])
    updates.showHeld()
    await soon()
    expect([shown(), updates.getState().buttonLabel, updates.getState().count]).toEqual([
      'xyabc',
      undefined,
      1,
    ])
  })

  it('is no longer offered after it is reverted', async () => {
    const { site, updates, readHome, soon } = openPage()
    await readHome()
    for (const home of ['xabc', 'abc']) {
      site.home = home
      void updates.update(['articles'])
      await soon()
    }
    expect(updates.getState().buttonLabel).toBeUndefined()
  })

  it('is shown when the reader returns to the page', async () => {
    const { site, updates, readHome, soon, cached } = openPage()
    const { leave } = await readHome()
    site.home = 'xabc'
    void updates.update(['articles'])
    await soon()
    leave()
    expect(letters(cached(HOME) as { id: string }[])).toBe('xabc')
    expect(updates.getState().buttonLabel).toBeUndefined()
  })

  it('is no longer offered after a refresh', async () => {
    const { site, updates, readHome, soon, refresh } = openPage()
    const { shown } = await readHome()
    site.home = 'xabc'
    void updates.update(['articles'])
    await soon()
    expect(updates.getState().buttonLabel).toBe('1 new article')
    await Promise.all([refresh(), soon()])
    expect([shown(), updates.getState().buttonLabel]).toEqual(['xabc', undefined])
  })

  it('includes pages loaded in the meantime', async () => {
    const { site, updates, readSport, soon } = openPage()
    const { shown, loadMore } = await readSport()
    site.sport = 'xabcdef'
    void updates.update(['category:Sport'])
    await soon()
    await loadMore()
    await soon()
    expect(shown()).toEqual(['ab', 'cd'])
    updates.showHeld()
    await soon()
    expect(shown()).toEqual(['xa', 'bc'])
  })
})

it('the first stories of an empty list are shown at once', async () => {
  const { site, updates, readHome, soon } = openPage()
  site.home = ''
  const { shown } = await readHome()
  site.home = 'ab'
  void updates.update(['articles'])
  await soon()
  expect([shown(), updates.getState().buttonLabel]).toEqual(['ab', undefined])
})

it('an update loads the first page of a list that could not be loaded', async () => {
  const { site, updates, readSport } = openPage()
  site.fails = 1
  const { shown, loadMore } = await readSport()
  expect(shown()).toEqual([])
  const updated = updates.update(null)
  await vi.advanceTimersByTimeAsync(SOON_MS)
  await updated
  expect(shown()).toEqual(['ab'])
  await loadMore()
  expect(shown()).toEqual(['ab', 'cd'])
})

it('an update includes pages that the reader loads at the same time', async () => {
  const { site, updates, readSport, soon } = openPage({ mayMove: true })
  const { shown, loadMore } = await readSport()
  site.sport = 'xabcdef'
  void updates.update(['category:Sport'])
  await Promise.all([loadMore(), soon()])
  expect(shown()).toEqual(['xa', 'bc'])
  expect(updates.getState()).toEqual({ buttonLabel: undefined, announcement: '1 new article', count: 1 })
})

describe('a page that is not shown', () => {
  it('is removed from the cache, so that it is fetched when it is shown again', async () => {
    const { updates, readHome, soon, cached, site } = openPage()
    const { leave } = await readHome()
    leave()
    await vi.advanceTimersByTimeAsync(20_000)
    const { requests } = site
    void updates.update(['articles'])
    await soon()
    expect([cached(HOME), site.requests]).toEqual([undefined, requests])
  })

  it('is updated with all loaded pages', async () => {
    const { site, updates, readSport, soon, cached } = openPage()
    const { leave, loadMore } = await readSport()
    await loadMore()
    leave()
    await vi.advanceTimersByTimeAsync(20_000)
    site.sport = 'xabcdef'
    void updates.update(['category:Sport'])
    await soon()
    const { pages } = cached(SPORT as string[]) as { pages: { articles: { id: string }[] }[] }
    expect(pages.map(({ articles }) => letters(articles))).toEqual(['xa', 'bc'])
  })
})

describe('a failure', () => {
  it('is retried three times, then after the next change', async () => {
    const { site, updates, readHome } = openPage({ mayMove: true })
    const { shown } = await readHome()
    site.home = 'xabc'
    site.fails = 4
    void updates.update(['articles'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect([shown(), site.requests]).toEqual(['abc', 5])
    await Promise.all([updates.update(['settings']), vi.advanceTimersByTimeAsync(SOON_MS)])
    expect(shown()).toBe('xabc')
  })

  it('is avoided while the browser is offline', async () => {
    const { site, updates, readHome, soon } = openPage({ mayMove: true })
    const { shown } = await readHome()
    const network = new EventTarget()
    vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
    vi.stubGlobal('navigator', { onLine: false })
    onTestFinished(() => void vi.unstubAllGlobals())
    site.home = 'xabc'
    void updates.update(['articles'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect([shown(), site.requests]).toEqual(['abc', 1])
    network.dispatchEvent(new Event('online'))
    await soon()
    expect(shown()).toBe('xabc')
  })

  it('is retried early after another change', async () => {
    const { site, updates, readHome } = openPage({ mayMove: true })
    const { shown } = await readHome()
    site.home = 'xabc'
    site.fails = 3
    void updates.update(['articles'])
    // After the third attempt the delay is four seconds.
    while (site.requests < 4) await vi.advanceTimersByTimeAsync(50)
    void updates.update(['settings'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(shown()).toBe('xabc')
  })

  it('loads the page itself again, which may have failed', async () => {
    const { calls, updates, readHome, soon } = openPage()
    await readHome()
    void updates.update(['articles'])
    await soon()
    expect(calls.refreshHead).toBe(0)
    void updates.update(null)
    await soon()
    expect(calls.refreshHead).toBe(1)
  })

  it('shows nothing new while the page reloads in another language', async () => {
    const { site, updates, readHome, readSettings, soon } = openPage({ mayMove: true })
    const home = await readHome()
    const settings = await readSettings('English')
    site.home = 'dabc'
    void updates.update(null)
    await soon()
    expect([home.shown(), settings.shown()]).toEqual(['dabc', 'English'])
    settings.change('Deutsch')
    site.home = 'edabc'
    void updates.update(null)
    await soon()
    expect([home.shown(), settings.shown()]).toEqual(['dabc', 'English'])
  })

  it('reloads the page under maintenance', async () => {
    const { site, calls, updates, readHome, soon } = openPage()
    await readHome()
    calls.maintenance = true
    site.fails = 1
    void updates.update(null)
    await soon()
    expect([calls.reload, site.requests]).toEqual([1, 2])
  })
})
