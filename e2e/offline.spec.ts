import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import type { ExternalServer } from './fixtures/external-server.ts'
import {
  cachedArticles,
  cachedPaths,
  isDataOf,
  LONG_TIMEOUT,
  saveForOffline,
} from './fixtures/offline-cache.ts'
import { startReverseProxy } from './fixtures/reverse-proxy.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'
import { waitForHydration } from './fixtures/wait-for-hydration.ts'

/** Browser errors without a network. */
const OFFLINE_ERRORS = /net::ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch/

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

test('a reader saves an article on a train, reads the Reading List offline, and goes on once the network is back', async ({
  site,
  page,
  context,
  pageErrors,
  externalServer,
}) => {
  pageErrors.allow(OFFLINE_ERRORS)
  const { ferry, library, unsaved } = await publishStories(site, externalServer)
  await site.set({ site_name: 'The <Daily> Proof' })
  const heading = page.getByRole('heading', { level: 1 })
  const list = page.getByRole('main').getByRole('link')

  await test.step('an article that was opened before the network was lost is bookmarked by the first tap', async () => {
    await page.addInitScript(() => {
      localStorage['bookmarked-articles'] ??= '[null, 7, {"id": "../admin", "title": "Not one of ours"}]'
    })
    await page.goto(`/article/${library.id}`)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Bookmark' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Article bookmarked' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Bookmarked' })).toBeVisible()
  })

  await test.step('without copies, the accessible offline page says so', async () => {
    await page.goto('/sport')
    await expect(page.getByText('There are none yet.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('once the network is back, the page opens, and the article is cached', async () => {
    await context.setOffline(false)
    // The network of the service worker may be back after that of the page.
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(heading).toHaveText('Sport', { timeout: 500 })
    }).toPass()
    await expect.poll(() => cachedArticles(page), LONG_TIMEOUT).toEqual([library.id])
    await page.goto('/')
    await saveForOffline(page, [library, ferry])
  })

  await test.step('offline, saved articles open by links and by their addresses, with their images', async () => {
    await context.setOffline(true)
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
    for (const { title } of [library, ferry]) await expect(list.filter({ hasText: title })).toBeVisible()
  })

  await test.step('other pages show the accessible offline page, which lists the saved articles', async () => {
    await page.goto(`/article/${unsaved.id}`)
    await expect(page).toHaveTitle('You are offline | The <Daily> Proof')
    await expect(heading).toHaveText('You are offline')
    await expect(page.getByRole('banner').getByRole('link')).toHaveText('The <Daily> Proof')
    await expect(page.getByRole('listitem')).toHaveText([library.title, ferry.title])
    await expectAccessible(page)
    // The page that it loads looks the same. A click on the one that it replaces would be lost.
    const isLoaded = page.waitForEvent('load')
    await page.getByRole('link', { name: 'Try Again' }).click()
    await isLoaded
    await page.getByRole('link', { name: ferry.title }).click()
    await expect(heading).toHaveText(ferry.title)
  })
})

test('only the Reading List, its files and the offline page are cached, and only as long as an article is listed and published', async ({
  site,
  page,
  context,
  pageErrors,
  externalServer,
}) => {
  pageErrors.allow(/status 4\d\d/)
  const { ferry, library, unsaved } = await publishStories(site, externalServer)
  await context.addCookies([{ name: 'session', value: 'secret', url: site.url }])
  // A page without articles, since leaving it would abort their updates.
  await page.goto('/privacy-policy')
  await saveForOffline(page, [ferry, library])
  await saveForOffline(page, [ferry])
  await expect.poll(() => cachedBuild(page), LONG_TIMEOUT).toBeTruthy()
  // The sign-in screen loads others in advance, which leaving it would interrupt.
  for (const path of ['/%61dmin/login', `/article/${unsaved.id}`])
    await page.goto(path, { waitUntil: 'networkidle' })
  const paths = await cachedPaths(page)
  const others = paths.filter((path) => !path.startsWith('/assets/') && !isDataOf(path, ferry.id))
  expect(others.filter((path) => path !== '/bookmarks')).toEqual([
    `/article/${ferry.id}`,
    `/media/${ferry.id}`,
    '/offline',
    '/offline/index',
    '/placeholder.svg',
  ])

  await test.step('an article deleted by the editors is removed from the cache once its copy is old', async () => {
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
    await page.goto('/privacy-policy')
    await expect.poll(() => cachedArticles(page), LONG_TIMEOUT).toEqual([library.id])
  })

  await test.step('an empty list leaves only the offline page', async () => {
    await saveForOffline(page, [])
    await expect.poll(() => cachedPaths(page), LONG_TIMEOUT).toEqual(['/offline'])
  })
})

test('a new service worker activates under open pages, which continue with the old files, and opens copies when the network is too slow', async ({
  site,
  page,
  externalServer,
}) => {
  await using front = await startReverseProxy(site.url)
  const { ferry } = await publishStories(site, externalServer)
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
  front.hold()
  // The load event would wait for images of other articles.
  await page.goto(`${front.url}/article/${ferry.id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ferry.title)
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
