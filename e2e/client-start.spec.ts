import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

const SCRIPT = /\/assets\/.*\.js$/

/** When the page was painted, and when the first of its files of script was asked for, in ms since it was called up. */
function readTimes(page: Page) {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return { painted: paint?.startTime ?? 0, asked: Math.min(...scripts.map(({ startTime }) => startTime)) }
  })
}

test('no file of script is asked for before the page is painted', async ({ site, page }) => {
  const [id] = await site.publish(stories(15))
  for (const path of ['/', `/article/${id}`]) {
    await page.goto(path)
    const { painted, asked } = await readTimes(page)
    expect(painted).toBeGreaterThan(0)
    expect(asked).toBeGreaterThan(painted)
    expect(asked).toBeLessThan(Number.POSITIVE_INFINITY)
  }
})

test('the first key starts the client, whatever the page still waits for', async ({ site, page }) => {
  await site.publish(stories(15).map((story) => ({ ...story, image_url: '/samples/politics-1.webp' })))
  // The images never come, nor does the time after which the client waits no longer.
  await page.route('**/media/**', () => {})
  await page.addInitScript(() => {
    const { setTimeout } = window
    const others = (work: TimerHandler, ms?: number) => (ms === 3000 ? 0 : setTimeout(work, ms))
    Object.assign(window, { setTimeout: others })
  })
  const asked: string[] = []
  page.on('request', (request) => SCRIPT.test(request.url()) && asked.push(request.url()))
  const taken = page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { name: 'Latest Headlines' })).toBeVisible()
  expect(asked).toEqual([])
  await page.keyboard.press('Tab')
  // Ends once the page is hydrated.
  await taken
  expect(asked).not.toEqual([])
})
