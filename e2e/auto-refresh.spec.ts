import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'
import { setVisible } from './fixtures/visibility.ts'

const FETCH_NEWS = '**/functions/v1/fetch-news'

test('30 s after load the news is refreshed, which appears even without a live stream, and all tabs show it for three seconds', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/status 503: \/api\/live|page-updates-/)
  await site.publish(stories(1))
  await context.route('**/api/live?*', (route) => route.fulfill({ status: 503 }))
  const network = { isAway: true, refusals: 0 }
  await page.route('**/page-updates-*.js', (route) => {
    if (!network.isAway) return route.continue()
    network.refusals += 1
    return route.abort()
  })
  let refreshes = 0
  await context.route(FETCH_NEWS, async (route) => {
    refreshes += 1
    expect([route.request().method(), route.request().postData()]).toEqual(['POST', null])
    await site.publish([{ title: 'Ingested', published_at: '2026-07-01T00:00:00Z' }])
    await route.continue()
  })
  const other = await context.newPage()
  await other.goto('/')
  // Both tabs share the clock: a visible second tab would refresh at the same time.
  await setVisible(other, false)
  await page.clock.install()
  const followed = page.waitForRequest(/\/api\/live\?/)
  await page.goto('/')
  await followed
  await page.clock.fastForward(25_000)
  expect(refreshes).toBe(0)

  const updated = (tab: Page) => tab.getByText('News Updated')
  await test.step('a failed load of the script is retried', async () => {
    network.refusals = 0
    // One attempt requests a file at most twice.
    await expect
      .poll(
        async () => {
          await page.clock.fastForward(30_000)
          return network.refusals
        },
        { intervals: [500] },
      )
      .toBeGreaterThan(2)
    expect(refreshes).toBe(0)
    network.isAway = false
  })
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  // In small steps, since the three seconds begin when the toast appears.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(refreshes === 0 ? 10_000 : 20)
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
  await expect(page.getByRole('main').getByRole('article').getByRole('heading').first()).toHaveText(
    'Ingested',
  )
  expect(refreshes).toBe(1)
  await other.close()
})
