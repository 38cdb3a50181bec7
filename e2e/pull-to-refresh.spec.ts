import { devices, type Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'
import { createTouch, type Touch } from './fixtures/touch.ts'

const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 375, height: 700 } })

const FETCH_NEWS = '**/functions/v1/fetch-news'
const sheetOf = (page: Page) => page.getByText(/^(Pull|Release) to refresh$/)

/** Starts a touch and waits for the script that the first touch loads. */
async function press(page: Page, touch: Touch) {
  await touch.press(180, 200)
  const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' })
  await expect(shortcuts.getByRole('status')).toBeAttached()
}

/** Moves slightly until the label is visible: browsers may report a movement only with the next one. */
async function expectLabel(page: Page, touch: Touch, label: string) {
  await expect(async () => {
    await touch.move(1, 0)
    await expect(page.getByText(label)).toBeVisible({ timeout: 250 })
  }).toPass()
}

/** Counts the refresh requests. */
async function countRefreshes(page: Page): Promise<{ count: number }> {
  const refreshes = { count: 0 }
  await page.route(FETCH_NEWS, async (route) => {
    refreshes.count += 1
    await route.continue()
  })
  return refreshes
}

test.beforeEach(async ({ site, page }) => {
  await site.publish(stories(16))
  await page.goto('/')
})

test('the gestures load with the first pull, which shows "Pull to refresh" and then "Release to refresh"', async ({
  page,
}) => {
  // The browser's own pull to refresh is disabled.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)).toBe(
    'contain',
  )
  const loaded = () =>
    page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => name.includes('PhoneGestures')).length,
    )
  expect(await loaded()).toBe(0)
  const touch = await createTouch(page)
  await press(page, touch)
  await expect.poll(loaded).toBe(1)
  await touch.move(0, 40)
  await expectLabel(page, touch, 'Pull to refresh')
  await touch.move(0, 20)
  await expectLabel(page, touch, 'Release to refresh')
  await touch.move(0, -10)
  await expectLabel(page, touch, 'Pull to refresh')
  await touch.lift()
  await expect(sheetOf(page)).toHaveCount(0)

  await test.step('the pull is limited to 100 px and does not move the page', async () => {
    const headline = page.getByRole('heading', { name: 'Latest Headlines' })
    const before = await headline.boundingBox()
    const header = await page.getByRole('banner').boundingBox()
    await press(page, touch)
    await touch.move(0, 300)
    const label = page.getByText('Release to refresh')
    await expectLabel(page, touch, 'Release to refresh')
    const bottom = () =>
      label.boundingBox().then((box) => (box?.y ?? 0) + (box?.height ?? 0) - (header?.height ?? 0))
    await expect.poll(bottom).toBe(100)
    expect(await headline.boundingBox()).toEqual(before)
    await touch.cancel()
  })
})

test('a pull of 60 px fetches the news, reloads the page and shows a toast, or an error if it fails', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 502/)
  const touch = await createTouch(page)
  await test.step('a failed refresh does not change the page', async () => {
    await page.route(FETCH_NEWS, (route) => route.fulfill({ status: 502 }))
    await press(page, touch)
    await touch.move(0, 90)
    await expectLabel(page, touch, 'Release to refresh')
    await touch.lift()
    await expect(page.getByText('Failed to refresh content')).toBeVisible()
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
    await expect(page.getByText('Refreshing...')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Latest Headlines' }).getByRole('link')).toHaveText(
      'Story 1',
    )
    await page.unroute(FETCH_NEWS)
  })
  const refreshes = await countRefreshes(page)
  const released = Promise.withResolvers<void>()
  await page.route(FETCH_NEWS, async (route) => {
    await released.promise
    await site.publish([{ title: 'Just in', published_at: '2026-06-15T12:00:00Z' }])
    await route.fallback()
  })
  await press(page, touch)
  await touch.move(0, 60)
  await expectLabel(page, touch, 'Release to refresh')
  await touch.lift()
  await expect(page.getByRole('status').filter({ hasText: 'Refreshing...' })).toBeVisible()
  released.resolve()
  await expect(page.getByText('Content refreshed successfully')).toBeVisible()
  await expect(page.getByText('Success', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Latest Headlines' }).getByRole('link')).toHaveText('Just in')
  await expect(page.getByText('Refreshing...')).toHaveCount(0)
  expect(refreshes.count).toBe(1)
})

test('a short or cancelled pull, a swipe, and a pull in a wide window, under the side menu or on a scrolled page do nothing', async ({
  page,
}) => {
  const refreshes = await countRefreshes(page)
  const touch = await createTouch(page)
  const expectNothing = async (gesture: string) => {
    await expect(sheetOf(page), gesture).toHaveCount(0)
    await expect(page.getByText('Refreshing...')).toHaveCount(0)
  }
  const pullInWideWindow = async () => {
    await page.setViewportSize({ width: 800, height: 700 })
    await touch.press(180, 200)
    await touch.move(0, 90)
    await touch.lift()
    await page.setViewportSize({ width: 375, height: 700 })
    await expectNothing('in a wide window')
  }
  await test.step('in a wide window, without the script of the gestures', async () => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await pullInWideWindow()
    expect(scripts.filter((url) => url.includes('PhoneGestures'))).toEqual([])
  })
  for (const end of ['cancel', 'addAnother'] as const) {
    await press(page, touch)
    await touch.move(0, 90)
    await expectLabel(page, touch, 'Release to refresh')
    await touch[end]()
    await expect(sheetOf(page), end).toHaveCount(0)
    if (end === 'addAnother') await touch.lift()
    await expectNothing(end)
  }
  for (const gesture of [
    [[0, 59]],
    [
      [90, 10],
      [0, 90],
    ],
  ]) {
    await press(page, touch)
    for (const [across = 0, down = 0] of gesture) await touch.move(across, down)
    await touch.lift()
    await expectNothing(JSON.stringify(gesture))
  }
  await test.step('in a wide window, with the script', pullInWideWindow)
  await test.step('under the side menu', async () => {
    await press(page, touch)
    await touch.move(0, 40)
    await expectLabel(page, touch, 'Pull to refresh')
    await touch.lift()
    await page.getByRole('button', { name: 'Sections' }).tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    await touch.press(100, 200)
    await touch.move(0, 90)
    await expect(sheetOf(page)).toHaveCount(0)
    await touch.lift()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('on a scrolled page', async () => {
    await page.evaluate(() => scrollTo(0, 600))
    await expect(page.getByRole('button', { name: 'Scroll to top' })).toBeVisible()
    await press(page, touch)
    await touch.move(0, 90)
    await expect(sheetOf(page)).toHaveCount(0)
    await touch.lift()
  })
  expect(refreshes.count).toBe(0)
})
