import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { bookmarks, items, openWithBookmarks } from './fixtures/bookmark-list.ts'
import { exhaustRetries } from './fixtures/exhaust-retries.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { postponeRefresh } from './fixtures/postpone-refresh.ts'
import { expect, test } from './fixtures/test.ts'

/** The requests of client-side navigation. */
const DATA = '**/_serverFn/**'

const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()

test('the home page shows its accessible skeleton, is fetched four times before the error appears, and loads after Try Again', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_FAILED: \/_serverFn|console: (RequestFailure|TypeError|Error)/)
  await site.publish(stories(3, { category: 'TV' }))
  await page.goto('/tv')
  await page.clock.install()
  let attempts = 0
  const failed = Promise.withResolvers<void>()
  await page.route(DATA, async (route) => {
    attempts += 1
    await failed.promise
    await route.abort()
  })
  await follow(page, 'Masthead')
  await expect(page.getByText('Loading news…')).toBeAttached()
  await expect(page.getByRole('region')).toHaveText(['Latest Headlines', 'Featured Stories'])
  await expect(page.getByRole('banner')).toBeVisible()
  // A page that is loading has no heading yet.
  await expectAccessible(page, 'page-has-heading-one')
  failed.resolve()
  await exhaustRetries(page)
  await expect(page.getByRole('alert').getByRole('heading')).toContainText('Error Loading News')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch articles')
  await expect(page).toHaveTitle('Something went wrong | Masthead')
  expect(attempts).toBe(4)
  await expect(page.getByRole('navigation', { name: 'Categories' })).toBeVisible()
  await expectAccessible(page)

  await page.unroute(DATA)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Story 1' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('Loading news…')).toHaveCount(0)
  await expect(page).not.toHaveTitle(/^Something went wrong/)
})

test('other pages say what they load, and what failed', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/net::ERR_FAILED: \/_serverFn|console: (RequestFailure|TypeError|Error)/)
  await site.publish(stories(3, { category: 'TV' }))
  await page.goto('/tv')
  await page.clock.install()
  for (const { link, loading, error, heading } of [
    {
      link: 'Money',
      loading: 'Loading articles…',
      error: 'Error loading articles: Failed to fetch articles',
      heading: 'Money',
    },
    {
      link: 'Corrections',
      loading: 'Loading corrections…',
      error: 'Failed to fetch corrections',
      heading: 'Corrections',
    },
    { link: 'Contact', loading: 'Loading...', error: 'Error Loading Contact', heading: 'Contact' },
    {
      link: 'Story 1',
      loading: 'Loading article…',
      error: /^Something went wrong.*Please try refreshing the page\. The server cannot be reached\./,
      heading: 'Story 1',
    },
  ])
    await test.step(link, async () => {
      const failed = Promise.withResolvers<void>()
      await page.route(DATA, async (route) => {
        await failed.promise
        await route.abort()
      })
      await follow(page, link)
      await expect(page.getByText(loading)).toBeAttached()
      failed.resolve()
      await exhaustRetries(page)
      await expect(page.getByRole('alert')).toContainText(error)
      await page.unroute(DATA)
      await page.getByRole('button', { name: /Try Again|Refresh Page/ }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'TV' }).click()
      await expect(page.getByRole('link', { name: 'Story 1' })).toBeVisible()
    })
})

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

test('a page loads the new files if the page before it was opened before a deployment', async ({
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
  await page.route('**/assets/article*.js', (route) =>
    isRenewed ? route.continue() : route.fulfill({ status: 404 }),
  )
  await follow(page, 'Story 1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Story 1')
})
