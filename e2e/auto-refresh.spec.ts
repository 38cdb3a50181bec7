import type { BrowserContext, Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'
import { setVisible } from './fixtures/visibility.ts'

const FETCH_NEWS = '**/functions/v1/fetch-news'
const MINUTE = 60_000
const updated = (page: Page) => page.getByText('News Updated')
const lastRun = (page: Page) => page.evaluate(() => localStorage.getItem('last-auto-update'))

/** Counts how often pages of `context` have the news refreshed; the server itself is left alone. */
async function countRefreshes(context: BrowserContext, answer: { status: number } = { status: 200 }) {
  const counted = { refreshes: 0 }
  await context.route(FETCH_NEWS, (route) => {
    expect([route.request().method(), route.request().postData()]).toEqual(['POST', null])
    counted.refreshes += 1
    return route.fulfill({ ...answer, json: {} })
  })
  return counted
}

test('half a minute after load the news is refreshed, and then every hour', async ({ page, context }) => {
  const counted = await countRefreshes(context)
  await page.clock.install()
  await page.goto('/')
  const loaded = await page.evaluate(() => Date.now())
  await page.clock.fastForward(20_000)
  expect([counted.refreshes, await lastRun(page)]).toEqual([0, null])
  await page.clock.fastForward(10_000)
  await expect.poll(() => counted.refreshes).toBe(1)
  expect(Number(await lastRun(page)) - loaded).toBeGreaterThanOrEqual(29_000)
  await page.clock.fastForward(59 * MINUTE)
  expect(counted.refreshes).toBe(1)
  await page.clock.fastForward(MINUTE)
  await expect.poll(() => counted.refreshes).toBe(2)
  await page.clock.fastForward(60 * MINUTE)
  await expect.poll(() => counted.refreshes).toBe(3)
})

test('where what it needs cannot be had, it is tried again half a minute later', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/page-updates-/)
  const counted = await countRefreshes(context)
  const network = { isAway: true, refusals: 0 }
  await page.route('**/page-updates-*.js', (route) => {
    if (!network.isAway) return route.continue()
    network.refusals += 1
    return route.abort()
  })
  await page.clock.install()
  await page.goto('/')
  // The page learns of a failure at a time of its own, and counts from there.
  const eachHalfMinute = (count: () => number) =>
    expect.poll(
      async () => {
        await page.clock.fastForward(30_000)
        return count()
      },
      { intervals: [500] },
    )
  // It asks for a file twice at most at one try.
  await eachHalfMinute(() => network.refusals).toBeGreaterThan(2)
  expect(counted.refreshes).toBe(0)
  network.isAway = false
  await eachHalfMinute(() => counted.refreshes).toBe(1)
  await page.clock.fastForward(30 * MINUTE)
  expect(counted.refreshes).toBe(1)
})

test('all tabs say for three seconds that the news was updated', async ({ page, context }) => {
  await countRefreshes(context)
  const other = await context.newPage()
  await other.goto('/')
  // The clock is that of both: in sight, the other would have the news refreshed in the same moment.
  await setVisible(other, false)
  await page.clock.install()
  await page.goto('/')
  await page.clock.fastForward(30_000)
  await expect(updated(page)).toBeVisible()
  await expect(updated(other)).toBeVisible()
  // Toasts stand still under the pointer only.
  await page.clock.fastForward(2_000)
  await expect(updated(page)).toBeVisible()
  await page.clock.fastForward(1_500)
  await expect(updated(page)).toHaveCount(0)
})

test('what the refresh brought is on the page, even without a stream', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/status 503: \/api\/live/)
  await site.publish(stories(1))
  await page.route('**/api/live?*', (route) => route.fulfill({ status: 503 }))
  await page.route(FETCH_NEWS, async (route) => {
    await site.publish([{ title: 'Gathered', published_at: '2026-07-01T00:00:00Z' }])
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/')
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('main').getByRole('article').getByRole('heading').first()).toHaveText(
    'Gathered',
  )
  await expect(updated(page)).toBeVisible()
})

test('a tab out of sight waits until it is looked at', async ({ page, context }) => {
  const counted = await countRefreshes(context)
  await page.clock.install()
  await page.goto('/')
  await setVisible(page, false)
  await page.clock.fastForward(10 * MINUTE)
  await page.clock.fastForward(120 * MINUTE)
  expect(counted.refreshes).toBe(0)
  await setVisible(page, true)
  await expect.poll(() => counted.refreshes).toBe(1)
  await setVisible(page, false)
  await setVisible(page, true)
  await page.clock.fastForward(30 * MINUTE)
  expect(counted.refreshes).toBe(1)
})

test('a tab that is looked at within its first half minute does not hurry', async ({ page, context }) => {
  const counted = await countRefreshes(context)
  await page.clock.install()
  await page.goto('/')
  await setVisible(page, false)
  await setVisible(page, true)
  await page.clock.fastForward(15_000)
  expect([counted.refreshes, await lastRun(page)]).toEqual([0, null])
})

test('other tabs and reloads within the hour do not repeat it', async ({ page, context }) => {
  const counted = await countRefreshes(context)
  await context.clock.install()
  await page.goto('/')
  await context.clock.fastForward(30_000)
  await expect.poll(() => counted.refreshes).toBe(1)
  await page.reload()
  const other = await context.newPage()
  await other.goto('/')
  await context.clock.fastForward(MINUTE)
  await context.clock.fastForward(40 * MINUTE)
  expect(counted.refreshes).toBe(1)
  await other.close()
  await context.clock.fastForward(20 * MINUTE)
  await expect.poll(() => counted.refreshes).toBe(2)
})

for (const [what, stored] of [
  ['is no time', 'yesterday'],
  ['lies ahead', String(Date.parse('2030-01-01'))],
  ['is an hour old', String(Date.parse('2026-06-15T08:00:00Z'))],
] as const) {
  test(`a last run that ${what} keeps nobody from the news`, async ({ page, context }) => {
    const counted = await countRefreshes(context)
    await page.addInitScript((stored) => localStorage.setItem('last-auto-update', stored), stored)
    await page.clock.install({ time: '2026-06-15T09:00:00Z' })
    await page.goto('/')
    await page.clock.fastForward(30_000)
    await expect.poll(() => counted.refreshes).toBe(1)
  })
}

test('where nothing can be stored it runs all the same, once an hour', async ({ page, context }) => {
  const counted = await countRefreshes(context)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await page.clock.install()
  await page.goto('/')
  await page.clock.fastForward(30_000)
  await expect.poll(() => counted.refreshes).toBe(1)
  await page.clock.fastForward(30 * MINUTE)
  await setVisible(page, false)
  await setVisible(page, true)
  expect(counted.refreshes).toBe(1)
  await page.clock.fastForward(30 * MINUTE)
  await expect.poll(() => counted.refreshes).toBe(2)
})

test('a refresh that fails says nothing, and the next is tried an hour later', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/status 503: \/functions/)
  const counted = await countRefreshes(context, { status: 503 })
  await page.clock.install()
  await page.goto('/')
  await page.clock.fastForward(30_000)
  await expect.poll(() => counted.refreshes).toBe(1)
  await page.clock.fastForward(60 * MINUTE)
  await expect.poll(() => counted.refreshes).toBe(2)
  await expect(updated(page)).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
})
