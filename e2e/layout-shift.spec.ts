import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { holdRequests } from './fixtures/hold-requests.ts'
import { observeShifts, painted, shifts } from './fixtures/layout-shifts.ts'
import { expect, test } from './fixtures/test.ts'

test('late fonts and images cause no layout shift', async ({ site, page }) => {
  const rows = stories(15, { content: 'One sentence of the text. '.repeat(200), category: 'Science' })
  const [id] = await site.publish(
    rows.map((row, index) => ({
      ...row,
      title: `${row.title} has a headline long enough to take two lines or three`,
      image_url: `/samples/science-${1 + (index % 4)}.webp`,
    })),
  )
  await observeShifts(page)
  for (const [path, width] of [
    ['/', 375],
    ['/', 1280],
    [`/article/${id}`, 1280],
  ] as const)
    await test.step(`${path} at ${width} px`, () => expectNoShifts(page, path, width))
})

/** Loads a page whose font and images arrive after the first paint, and scrolls to each of its cards. */
async function expectNoShifts(page: Page, path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  const releaseFont = await holdRequests(page, '**/*.woff2')
  const releaseImages = await holdRequests(page, '**/media/**')
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await painted(page)
  expect(await page.evaluate(() => document.fonts.check('600 30px Newsreader'))).toBe(false)

  releaseFont()
  await expect.poll(() => page.evaluate(() => document.fonts.check('600 30px Newsreader'))).toBe(true)
  await painted(page)
  releaseImages()
  const lead = page.getByRole('main').locator('img').first()
  await expect
    .poll(() => lead.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0)
  await painted(page)
  expect(await shifts(page)).toEqual([])

  for (const card of await page.getByRole('article').filter({ visible: true }).all())
    await card.scrollIntoViewIfNeeded()
  await painted(page)
  expect(await shifts(page)).toEqual([])
}
