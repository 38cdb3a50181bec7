import { devices, type Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'
import { createTouch, type Touch } from './fixtures/touch.ts'

const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 375, height: 700 } })

const FETCH_NEWS = '**/functions/v1/fetch-news'
const sheetOf = (page: Page) => page.getByText(/^(Pull|Release) to refresh$/)

/** Puts the finger down, and waits for what the first touch loads. */
async function press(page: Page, touch: Touch) {
  await touch.press(180, 200)
  const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' })
  await expect(shortcuts.getByRole('status')).toBeAttached()
}

/** A finger never rests: browsers may tell of a movement only with the next one. */
async function expectLabel(page: Page, touch: Touch, label: string) {
  await expect(async () => {
    await touch.move(1, 0)
    await expect(page.getByText(label)).toBeVisible({ timeout: 250 })
  }).toPass()
}

/** Counts what is asked for, and answers as the server does that has nothing due. */
async function countRefreshes(page: Page): Promise<{ count: number }> {
  const asked = { count: 0 }
  await page.route(FETCH_NEWS, async (route) => {
    asked.count += 1
    await route.continue()
  })
  return asked
}

test.beforeEach(async ({ site, page }) => {
  await site.publish(stories(16))
  await page.goto('/')
})

test('the very first pull says what it is for, and what lifting the finger does', async ({ page }) => {
  const touch = await createTouch(page)
  await press(page, touch)
  await touch.move(0, 40)
  await expectLabel(page, touch, 'Pull to refresh')
  await touch.move(0, 20)
  await expectLabel(page, touch, 'Release to refresh')
  await touch.move(0, -10)
  await expectLabel(page, touch, 'Pull to refresh')
  await touch.lift()
  await expect(sheetOf(page)).toHaveCount(0)
})

test('a pull of 60 px gathers the news, reloads the page and says so', async ({ site, page }) => {
  const asked = await countRefreshes(page)
  const touch = await createTouch(page)
  await press(page, touch)
  await touch.move(0, 60)
  await expectLabel(page, touch, 'Release to refresh')
  await site.publish([{ title: 'Just in', published_at: '2026-06-15T12:00:00Z' }])
  const answered = Promise.withResolvers<void>()
  await page.route(FETCH_NEWS, async (route) => {
    await answered.promise
    await route.fallback()
  })
  await touch.lift()
  await expect(page.getByRole('status').filter({ hasText: 'Refreshing...' })).toBeVisible()
  answered.resolve()
  await expect(page.getByText('Content refreshed successfully')).toBeVisible()
  await expect(page.getByText('Success', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Latest Headlines' }).getByRole('link')).toHaveText('Just in')
  await expect(page.getByText('Refreshing...')).toHaveCount(0)
  expect(asked.count).toBe(1)
})

test('a refresh that fails says so, and leaves the page as it was', async ({ page, pageErrors }) => {
  pageErrors.allow(/status 502/)
  await page.route(FETCH_NEWS, (route) => route.fulfill({ status: 502 }))
  const touch = await createTouch(page)
  await press(page, touch)
  await touch.move(0, 90)
  await expectLabel(page, touch, 'Release to refresh')
  await touch.lift()
  await expect(page.getByText('Failed to refresh content')).toBeVisible()
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
  await expect(page.getByText('Refreshing...')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Latest Headlines' }).getByRole('link')).toHaveText('Story 1')
})

test('the pull is at most 100 px, and moves nothing of the page', async ({ page }) => {
  const touch = await createTouch(page)
  const headline = page.getByRole('heading', { name: 'Latest Headlines' })
  const before = await headline.boundingBox()
  const header = await page.getByRole('banner').boundingBox()
  await press(page, touch)
  await touch.move(0, 300)
  const label = page.getByText('Release to refresh')
  await expectLabel(page, touch, 'Release to refresh')
  const bottom =
    (await label.boundingBox().then((box) => (box?.y ?? 0) + (box?.height ?? 0))) - (header?.height ?? 0)
  expect(bottom).toBe(100)
  expect(await headline.boundingBox()).toEqual(before)
  await touch.cancel()
})

for (const { name, gesture } of [
  { name: 'a short pull', gesture: [[0, 59]] },
  {
    name: 'a pull that is taken back',
    gesture: [
      [0, 90],
      [0, -60],
    ],
  },
  {
    name: 'a swipe',
    gesture: [
      [90, 10],
      [0, 90],
    ],
  },
  { name: 'a scroll', gesture: [[0, -90]] },
]) {
  test(`${name} does nothing`, async ({ page }) => {
    const asked = await countRefreshes(page)
    const touch = await createTouch(page)
    await press(page, touch)
    for (const [across = 0, down = 0] of gesture) await touch.move(across, down)
    await touch.lift()
    await expect(sheetOf(page)).toHaveCount(0)
    await expect(page.getByText('Refreshing...')).toHaveCount(0)
    expect(asked.count).toBe(0)
  })
}

for (const { name, end } of [
  { name: 'a pull that the browser cancels', end: 'cancel' },
  { name: 'a second finger', end: 'addAnother' },
] as const) {
  test(`${name} ends it`, async ({ page }) => {
    const asked = await countRefreshes(page)
    const touch = await createTouch(page)
    await press(page, touch)
    await touch.move(0, 90)
    await expectLabel(page, touch, 'Release to refresh')
    await touch[end]()
    await expect(sheetOf(page)).toHaveCount(0)
    if (end === 'addAnother') await touch.lift()
    await expect(page.getByText('Refreshing...')).toHaveCount(0)
    expect(asked.count).toBe(0)
  })
}

test('only at the top of the page', async ({ page }) => {
  const asked = await countRefreshes(page)
  await page.evaluate(() => scrollTo(0, 600))
  await expect(page.getByRole('button', { name: 'Scroll to top' })).toBeVisible()
  const touch = await createTouch(page)
  await press(page, touch)
  await touch.move(0, 90)
  await expect(sheetOf(page)).toHaveCount(0)
  await touch.lift()
  expect(asked.count).toBe(0)
})

test('not under the side menu', async ({ page }) => {
  const asked = await countRefreshes(page)
  const touch = await createTouch(page)
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
  expect(asked.count).toBe(0)
})

test('not on a wide window', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 700 })
  const asked = await countRefreshes(page)
  const touch = await createTouch(page)
  await touch.press(180, 200)
  await touch.move(0, 90)
  await touch.lift()
  await expect(sheetOf(page)).toHaveCount(0)
  expect(asked.count).toBe(0)
})

test('the browser leaves the pull to the page, and the gestures are not loaded with it', async ({ page }) => {
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
  await touch.press(180, 200)
  await touch.lift()
  await expect.poll(loaded).toBe(1)
})
