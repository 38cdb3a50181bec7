import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { bookmarks, items, openWithBookmarks } from './fixtures/bookmark-list.ts'
import { exhaustRetries } from './fixtures/exhaust-retries.ts'
import { postponeRefresh } from './fixtures/postpone-refresh.ts'
import { expect, test } from './fixtures/test.ts'

/** The requests of client-side navigation. */
const DATA = '**/_serverFn/**'

const CASES = [
  {
    page: 'the home page',
    from: '/tv',
    link: 'Masthead',
    loading: 'Loading news…',
    error: 'Error Loading News',
    detail: 'Failed to fetch articles',
  },
  {
    page: 'a category',
    from: '/',
    link: 'Money',
    loading: 'Loading articles…',
    error: 'Error loading articles: ',
    detail: 'Failed to fetch articles',
  },
  {
    page: 'an article',
    from: '/tv',
    link: 'Story 1',
    loading: 'Loading article…',
    error: 'Something went wrong',
    detail: 'Please try refreshing the page. The server cannot be reached.',
  },
  {
    page: 'the list of corrections',
    from: '/tv',
    link: 'Corrections',
    loading: 'Loading corrections…',
    error: 'Failed to fetch corrections',
  },
]

const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()

test('the skeleton of the home page has the layout of the page', async ({ page }) => {
  await page.goto('/tv')
  await page.route(DATA, () => {})
  await follow(page, 'Masthead')
  await expect(page.getByText('Loading news…')).toBeAttached()
  await expect(page.getByRole('region')).toHaveText(['Latest Headlines', 'Featured Stories'])
})

for (const { page: name, from, link, loading, error, detail = '' } of CASES) {
  test(`${name} shows a loading message, is fetched four times before the error appears, and loads after Try Again`, async ({
    site,
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/net::ERR_FAILED: \/_serverFn|console: (RequestFailure|TypeError|Error)/)
    await site.publish(stories(3, { category: 'TV' }))
    await page.goto(from)
    await page.clock.install()
    const attempts: Record<string, number> = {}
    const failed = Promise.withResolvers<void>()
    await page.route(DATA, async (route) => {
      const { pathname } = new URL(route.request().url())
      attempts[pathname] = (attempts[pathname] ?? 0) + 1
      await failed.promise
      await route.abort()
    })
    await follow(page, link)
    await expect(page.getByText(loading)).toBeAttached()
    await expect(page.getByRole('banner')).toBeVisible()
    failed.resolve()
    await exhaustRetries(page)
    await expect(page.getByRole('alert').getByRole('heading')).toContainText(error)
    await expect(page.getByRole('alert')).toContainText(detail)
    await expect(page).toHaveTitle('Something went wrong | Masthead')
    // A category has two requests: its list and its front.
    expect([...new Set(Object.values(attempts))]).toEqual([4])
    await expect(page.getByRole('navigation', { name: 'Categories' })).toBeVisible()

    await page.unroute(DATA)
    await page.getByRole('button', { name: /Try Again|Refresh Page/ }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText(loading)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(page).not.toHaveTitle(/^Something went wrong/)
  })
}

test('a temporary failure is retried without an error message', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/net::ERR_FAILED: \/_serverFn/)
  await site.publish(stories(1))
  await page.goto('/tv')
  await page.clock.install()
  await postponeRefresh(page)
  let failures = 3
  await page.route(DATA, (route) => (failures-- > 0 ? route.abort() : route.continue()))
  await follow(page, 'Masthead')
  await expect(async () => {
    await page.clock.fastForward(4_000)
    await expect(page.getByRole('heading', { name: 'Story 1' })).toBeVisible({ timeout: 200 })
  }).toPass()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the Reading List opens from another page while the server fails', async ({ page, pageErrors }) => {
  pageErrors.allow(/net::ERR_FAILED: \/_serverFn/)
  await openWithBookmarks(page, bookmarks(1), '/tv')
  const failed = page.waitForEvent('requestfailed')
  await page.route(DATA, (route) => route.abort())
  await follow(page, 'Reading List')
  await failed
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Reading List')
  await expect(items(page).getByRole('heading')).toHaveText(['Saved 1'])
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('navigation while offline shows an error at once, and completes once the network is back', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  // The chunk of the page may be loading in the background.
  pageErrors.allow(
    /net::ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module|console: (RequestFailure|TypeError|Error)/,
  )
  await site.publish(stories(1, { category: 'Money' }))
  await page.goto('/tv')
  const loading = page.waitForResponse(/\/assets\/render-toast/)
  await page.mouse.move(10, 300)
  await (await loading).finished()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await follow(page, 'Money')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch articles. You are offline.')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Story 1' })).toBeVisible()
})

for (const { page: name, file, link, heading } of [
  { page: 'an article', file: 'article', link: 'Story 1', heading: 'Story 1' },
  { page: 'the Reading List', file: 'bookmarks', link: 'Reading List', heading: 'Your Reading List' },
])
  test(`${name} loads the new files if the page before it was opened before a deployment`, async ({
    site,
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/status 404: \/assets\/|Failed to fetch dynamically imported module/)
    await site.publish(stories(1))
    await page.goto('/')
    let isRenewed = false
    page.on('request', (request) => {
      isRenewed ||= request.isNavigationRequest()
    })
    await page.route(`**/assets/${file}*.js`, (route) =>
      isRenewed ? route.continue() : route.fulfill({ status: 404 }),
    )
    await follow(page, link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  })
