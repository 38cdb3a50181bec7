import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import type { ExternalServer } from './fixtures/external-server.ts'
import {
  cachedArticles,
  cachedPaths,
  isDataOf,
  LONG_TIMEOUT,
  type SavedBookmark,
  saveForOffline,
} from './fixtures/offline-cache.ts'
import { startReverseProxy } from './fixtures/reverse-proxy.ts'
import type { Site } from './fixtures/site.ts'
import { test as base, expect } from './fixtures/test.ts'
import { waitForHydration } from './fixtures/wait-for-hydration.ts'

/** Browser errors without a network. */
const OFFLINE_ERRORS = /net::ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch/

type Published = Awaited<ReturnType<typeof publishStories>>

const test = base.extend<{
  published: Published
  /** Opens the front page, saves `saved`, waits until they are cached, and disconnects the network. */
  goOffline: (saved: SavedBookmark[]) => Promise<void>
}>({
  published: async ({ site, externalServer }, use) => use(await publishStories(site, externalServer)),
  goOffline: async ({ page, context, pageErrors }, use) => {
    pageErrors.allow(OFFLINE_ERRORS)
    await use(async (saved) => {
      await page.goto('/')
      await saveForOffline(page, saved)
      await context.setOffline(true)
    })
  },
})
test.use({ serviceWorkers: 'allow' })

/** Publishes three stories, each with an image; tests save the first two. */
async function publishStories(site: Site, externalServer: ExternalServer) {
  const [ferry, library, unsaved] = ['Ferry returns', 'Library opens late', 'Never saved'].map((title) => ({
    id: crypto.randomUUID() as string,
    title,
    content: `<p>${title}, as the council promised.</p>`,
    image_url: `${externalServer.origin}/image/${encodeURIComponent(title)}.jpg`,
  }))
  if (!ferry || !library || !unsaved) throw new Error('There are three stories')
  await site.publish([ferry, library, unsaved])
  return { ferry, library, unsaved }
}

/** The build version of the cached pages. */
function cachedBuild(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => (await (await caches.match('/offline/index'))?.json())?.build)
}

test('the Reading List and its articles open offline, with their images, by address and by links', async ({
  page,
  published,
  goOffline,
}) => {
  const { ferry, library } = published
  await goOffline([ferry, library])
  const heading = page.getByRole('heading', { level: 1 })

  // Client-side links.
  await page.getByRole('link', { name: library.title }).first().click()
  await expect(heading).toHaveText(library.title)
  await waitForHydration(page)
  await page.getByRole('link', { name: ferry.title }).first().click()
  await expect(heading).toHaveText(ferry.title)

  await page.goto(`/article/${library.id}?utm_source=newsletter`)
  await expect(heading).toHaveText(library.title)
  await expect(page.getByText('Library opens late, as the council promised.')).toBeVisible()
  const image = page.getByRole('figure').locator('img')
  await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)).toBe(true)
  expect(await image.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(
    `/media/${library.id}/`,
  )

  await page.goto('/bookmarks')
  await expect(heading).toHaveText('Your Reading List')
  await expect(page.getByRole('main').getByRole('link', { name: library.title })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: ferry.title })).toBeVisible()
})

test('a new bookmark is cached even if the stored list contains invalid entries', async ({
  page,
  context,
  pageErrors,
  published,
}) => {
  pageErrors.allow(OFFLINE_ERRORS)
  const { ferry } = published
  await page.addInitScript(() => {
    localStorage['bookmarked-articles'] ??= '[null, 7, {"id": "../admin", "title": "Not one of ours"}]'
  })
  await page.goto(`/article/${ferry.id}`)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect.poll(() => cachedArticles(page), LONG_TIMEOUT).toEqual([ferry.id])
  await context.setOffline(true)
  await page.goto('/bookmarks')
  await page.getByRole('link', { name: ferry.title }).click()
  await expect(page.getByText('Ferry returns, as the council promised.')).toBeVisible()
})

test('an article that was opened before the network was lost can be bookmarked by the first tap', async ({
  page,
  context,
  pageErrors,
  published,
}) => {
  pageErrors.allow(OFFLINE_ERRORS)
  await page.goto(`/article/${published.ferry.id}`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Article bookmarked' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bookmarked' })).toBeVisible()
})

test('other pages show an accessible offline page, which lists saved articles and reloads within half a minute of the network being back', async ({
  site,
  page,
  context,
  published,
  goOffline,
}) => {
  const { ferry, library, unsaved } = published
  await site.set({ site_name: 'The <Daily> Proof' })
  await goOffline([library, ferry])

  await page.goto(`/article/${unsaved.id}`)
  await expect(page).toHaveTitle('You are offline | The <Daily> Proof')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await expect(page.getByRole('banner').getByRole('link')).toHaveText('The <Daily> Proof')
  await expect(page.getByRole('listitem')).toHaveText([library.title, ferry.title])
  // The page that it loads looks the same. A click on the one that it replaces would be lost.
  const isLoaded = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Try Again' }).click()
  await isLoaded
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await expectAccessible(page)
  await page.getByRole('link', { name: ferry.title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ferry.title)

  await page.goto('/sport')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await context.setOffline(false)
  // If the network of the service worker is back after that of the page, the next check is due within 30 seconds.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sport', { timeout: 35_000 })
})

test('the offline page is accessible without a Reading List', async ({ page, context, pageErrors }) => {
  pageErrors.allow(OFFLINE_ERRORS)
  await page.goto('/')
  await expect.poll(() => cachedPaths(page), LONG_TIMEOUT).toEqual(['/offline'])
  await context.setOffline(true)
  await page.goto('/sport')
  await expect(page.getByText('There are none yet.')).toBeVisible()
  await expectAccessible(page)
})

test('removing an article deletes its cached files, and an empty list leaves only the offline page cached', async ({
  page,
  published,
}) => {
  const { ferry, library } = published
  await page.goto('/')
  await saveForOffline(page, [ferry, library])
  await saveForOffline(page, [library])
  const pathsOfFerry = async () => (await cachedPaths(page)).filter((path) => path.includes(ferry.id))
  await expect.poll(pathsOfFerry).toEqual([])
  await saveForOffline(page, [])
  await expect.poll(() => cachedPaths(page), LONG_TIMEOUT).toEqual(['/offline'])
})

test('an article deleted by the editors is removed from the cache but stays in the list', async ({
  site,
  page,
  pageErrors,
  published,
}) => {
  const { ferry, library } = published
  pageErrors.allow(new RegExp(`status 404: /article/${ferry.id}`))
  // A page without articles, since the reload would abort their updates.
  await page.goto('/privacy-policy')
  await saveForOffline(page, [ferry, library])
  await site.sql('delete from articles where id = $1', [ferry.id])
  await expect.poll(async () => (await page.request.get(`/article/${ferry.id}`)).status()).toBe(404)
  await page.evaluate(async () => {
    const cache = await caches.open('masthead-saved')
    for (const request of await cache.keys()) {
      const copy = await cache.match(request)
      if (copy)
        await cache.put(
          request,
          new Response(await copy.blob(), { headers: { date: 'Thu, 01 Jan 2026 00:00:00 GMT' } }),
        )
    }
  })
  await page.reload()
  await expect.poll(() => cachedArticles(page), LONG_TIMEOUT).toEqual([library.id])
})

test('only the Reading List, its files and the offline page are cached', async ({
  site,
  page,
  context,
  pageErrors,
  published,
}) => {
  pageErrors.allow(/status 4\d\d/)
  const { ferry, unsaved } = published
  await context.addCookies([{ name: 'session', value: 'secret', url: site.url }])
  await page.goto('/')
  await saveForOffline(page, [ferry])
  await expect.poll(() => cachedBuild(page), LONG_TIMEOUT).toBeTruthy()
  // The sign-in screens load each other in advance, which leaving them would interrupt.
  for (const path of ['/admin', '/admin/login', '/Admin', '/%61dmin', '/politics', `/article/${unsaved.id}`])
    await page.goto(path, { waitUntil: 'networkidle' })
  await page.evaluate(async () => {
    await fetch('/admin/articles')
    await fetch('/api/nothing')
    await fetch('/livez')
    await fetch('/functions/v1/fetch-news', { method: 'POST' })
    await fetch('/', { method: 'POST' })
  })
  const paths = await cachedPaths(page)
  const others = paths.filter((path) => !path.startsWith('/assets/') && !isDataOf(path, ferry.id))
  expect(others.filter((path) => path !== '/bookmarks')).toEqual([
    `/article/${ferry.id}`,
    `/media/${ferry.id}`,
    '/offline',
    '/offline/index',
    '/placeholder.svg',
  ])
})

test('a saved article opens from the cache when the network is too slow', async ({
  site,
  page,
  published,
}) => {
  await using front = await startReverseProxy(site.url)
  const { ferry } = published
  await page.goto(front.url)
  await saveForOffline(page, [ferry])
  front.hold()
  // The load event would wait for images of other articles.
  await page.goto(`${front.url}/article/${ferry.id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ferry.title)
})

test('a new service worker activates under open pages, which continue with the old files', async ({
  site,
  page,
  context,
  pageErrors,
  published,
}) => {
  pageErrors.allow(OFFLINE_ERRORS)
  await using front = await startReverseProxy(site.url)
  const { ferry } = published
  await page.goto(front.url)
  await saveForOffline(page, [ferry])
  await expect.poll(() => cachedBuild(page), LONG_TIMEOUT).toBeTruthy()
  const oldBuild = await cachedBuild(page)
  const files = (await cachedPaths(page)).filter((path) => path.endsWith('.js'))

  // The next build has no file with an old name.
  for (const file of files) front.remove(file)
  front.change('/sw.js', (script) => script.replace(`version:\`${oldBuild}\``, 'version:`next`'))
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { active, installing, waiting } = await navigator.serviceWorker.ready
        return active?.state === 'activated' && !installing && !waiting
      }),
    )
    .toBe(true)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Sport' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sport')

  await saveForOffline(page, [ferry])
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'bookmarked-articles' })))
  await expect.poll(() => cachedBuild(page), LONG_TIMEOUT).toBe('next')
  await context.setOffline(true)
  await page.goto(`${front.url}/article/${ferry.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ferry.title)
})

test('pages work if the service worker cannot be registered', async ({ site, page }) => {
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => Promise.reject(new DOMException('Refused', 'SecurityError'))
  })
  await site.publish(stories(1))
  await page.goto('/')
  await page.getByRole('link', { name: 'Story 1' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Story 1')
})

test('the site can be installed under its own name, and its service worker script is revalidated on each request', async ({
  site,
  page,
  request,
}) => {
  await site.set({ site_name: 'The Daily Proof' })
  await page.goto('/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const response = await request.get(address ?? '')
  expect(response.headers()['content-type']).toBe('application/manifest+json; charset=utf-8')
  const manifest = await response.json()
  expect(manifest).toMatchObject({
    id: '/',
    name: 'The Daily Proof',
    start_url: '/',
    display: 'standalone',
    lang: 'en-GB',
    dir: 'ltr',
  })
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (src) => {
      const image = Object.assign(new Image(), { src })
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(size, src).toBe(sizes)
  }
  const client = await page.context().newCDPSession(page)
  expect((await client.send('Page.getAppManifest')).errors).toEqual([])
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
  // Playwright's browser contexts are incognito windows.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  expect((await request.get('/sw.js')).headers()['cache-control']).toBe('no-cache')
})
