import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

const SCRIPT = /\/assets\/.*\.js$/

/** The times of the first paint and of the first script request, in ms since navigation start. */
function readTimes(page: Page) {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return {
      painted: paint?.startTime ?? 0,
      requested: Math.min(...scripts.map(({ startTime }) => startTime)),
    }
  })
}

test('no script is requested before the first paint', async ({ site, page }) => {
  const [id] = await site.publish(stories(15))
  for (const path of ['/', `/article/${id}`]) {
    await page.goto(path)
    const { painted, requested } = await readTimes(page)
    expect(painted).toBeGreaterThan(0)
    expect(requested).toBeGreaterThan(painted)
    expect(requested).toBeLessThan(Number.POSITIVE_INFINITY)
  }
})

test('the first key press starts the client while images are still loading', async ({ site, page }) => {
  await site.publish(stories(15).map((story) => ({ ...story, image_url: '/samples/politics-1.webp' })))
  // The images never load, and the client's start timeout never fires.
  await page.route('**/media/**', () => {})
  await page.addInitScript(() => {
    const { setTimeout } = window
    const others = (work: TimerHandler, ms?: number) => (ms === 3000 ? 0 : setTimeout(work, ms))
    Object.assign(window, { setTimeout: others })
  })
  const requested: string[] = []
  page.on('request', (request) => SCRIPT.test(request.url()) && requested.push(request.url()))
  const navigation = page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { name: 'Latest Headlines' })).toBeVisible()
  expect(requested).toEqual([])
  // The script that listens for keys is at the end of the document.
  await page.waitForLoadState('domcontentloaded')
  await page.keyboard.press('Tab')
  // Ends once the page is hydrated.
  await navigation
  expect(requested).not.toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 700 } })

  test('a tap on the menu before the client has loaded opens the menu once it has', async ({
    site,
    page,
  }) => {
    await site.publish(stories(16))
    const released = Promise.withResolvers<void>()
    await page.route(SCRIPT, async (route) => {
      await released.promise
      await route.continue()
    })
    const navigation = page.goto('/', { waitUntil: 'domcontentloaded' })
    await page.getByRole('button', { name: 'Sections' }).click()
    expect(await page.evaluate(() => [location.href.includes('#'), scrollY])).toEqual([false, 0])
    released.resolve()
    await navigation
    await expect(page.getByRole('dialog', { name: 'Sections' })).toBeVisible()
    expect(await page.evaluate(() => [location.href.includes('#'), scrollY])).toEqual([false, 0])
  })
})
