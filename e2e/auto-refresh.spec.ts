import type { BrowserContext, Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'
import { setVisible } from './fixtures/visibility.ts'

const FETCH_NEWS = '**/functions/v1/fetch-news'
const MINUTE = 60_000
const updated = (page: Page) => page.getByText('News Updated')
const lastRun = (page: Page) => page.evaluate(() => localStorage.getItem('last-auto-update'))

/** Waits until the page follows changes: the delay of its first refresh begins at the same time. */
async function load(page: Page, navigate: () => Promise<unknown> = () => page.goto('/')) {
  const followed = page.waitForRequest(/\/api\/live\?/)
  await navigate()
  await followed
}

/** Counts the refresh requests of pages of `context`, without sending them to the server. */
async function countRefreshes(context: BrowserContext) {
  const refreshes = { count: 0 }
  await context.route(FETCH_NEWS, (route) => {
    expect([route.request().method(), route.request().postData()]).toEqual(['POST', null])
    refreshes.count += 1
    return route.fulfill({ json: {} })
  })
  return refreshes
}

test('the news is refreshed 30 s after load and then every hour, also after a reload', async ({
  page,
  context,
}) => {
  const refreshes = await countRefreshes(context)
  await page.clock.install()
  await load(page)
  const loaded = await page.evaluate(() => Date.now())
  await page.clock.fastForward(15_000)
  await setVisible(page, false)
  await setVisible(page, true)
  await page.clock.fastForward(5_000)
  expect([refreshes.count, await lastRun(page)]).toEqual([0, null])
  await page.clock.fastForward(10_000)
  await expect.poll(() => refreshes.count).toBe(1)
  expect(Number(await lastRun(page)) - loaded).toBeGreaterThanOrEqual(29_000)
  await page.clock.fastForward(59 * MINUTE)
  expect(refreshes.count).toBe(1)
  await page.clock.fastForward(MINUTE)
  await expect.poll(() => refreshes.count).toBe(2)
  await load(page, () => page.reload())
  await page.clock.fastForward(MINUTE)
  await page.clock.fastForward(40 * MINUTE)
  expect(refreshes.count).toBe(2)
  await page.clock.fastForward(20 * MINUTE)
  await expect.poll(() => refreshes.count).toBe(3)
})

test('a failed load of the refresh script is retried after 30 s', async ({ page, context, pageErrors }) => {
  pageErrors.allow(/page-updates-/)
  const refreshes = await countRefreshes(context)
  const network = { isAway: true, refusals: 0 }
  await page.route('**/page-updates-*.js', (route) => {
    if (!network.isAway) return route.continue()
    network.refusals += 1
    return route.abort()
  })
  await page.clock.install()
  await load(page)
  // The delay starts when the page detects the failure.
  const eachHalfMinute = (count: () => number) =>
    expect.poll(
      async () => {
        await page.clock.fastForward(30_000)
        return count()
      },
      { intervals: [500] },
    )
  // One attempt requests a file at most twice.
  await eachHalfMinute(() => network.refusals).toBeGreaterThan(2)
  expect(refreshes.count).toBe(0)
  network.isAway = false
  await eachHalfMinute(() => refreshes.count).toBe(1)
  await page.clock.fastForward(30 * MINUTE)
  expect(refreshes.count).toBe(1)
})

test('all tabs show for three seconds that the news was updated', async ({ page, context }) => {
  await countRefreshes(context)
  const other = await context.newPage()
  await load(other)
  // Both tabs share the clock: a visible second tab would refresh at the same time.
  await setVisible(other, false)
  await page.clock.install()
  await load(page)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  await page.clock.fastForward(30_000)
  // In small steps, since the three seconds begin when the toast appears.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(20)
        return Promise.all([page, other].map((tab) => updated(tab).isVisible()))
      },
      { intervals: [100] },
    )
    .toEqual([true, true])
  // Toasts pause only under the pointer.
  await page.clock.runFor(2_000)
  await expect(updated(page)).toBeVisible()
  await page.clock.runFor(1_500)
  await expect(updated(page)).toHaveCount(0)
})

test('refreshed articles appear on the page, even without a live stream', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 503: \/api\/live/)
  await site.publish(stories(1))
  await page.route('**/api/live?*', (route) => route.fulfill({ status: 503 }))
  await page.route(FETCH_NEWS, async (route) => {
    await site.publish([{ title: 'Ingested', published_at: '2026-07-01T00:00:00Z' }])
    await route.continue()
  })
  await page.clock.install()
  await load(page)
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('main').getByRole('article').getByRole('heading').first()).toHaveText(
    'Ingested',
  )
  await expect(updated(page)).toBeVisible()
})
