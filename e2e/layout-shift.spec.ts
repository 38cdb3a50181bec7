import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

type WithShifts = typeof window & { shifts: string[] }

/** Notes each layout shift (Layout Instability API), with what moved. */
function observeShifts(): void {
  const shifts: string[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      sources: { node?: Node }[]
    })[]) {
      shifts.push(
        `${entry.value} by ${entry.sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(', ')}`,
      )
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Holds back what matches until the page has been painted without it. @returns lets it come */
async function hold(page: Page, pattern: string): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

for (const width of [375, 768, 1280]) {
  for (const name of ['the home page', 'an article']) {
    test(`nothing on ${name} moves at ${width} px when its font and pictures come late`, async ({
      site,
      page,
    }) => {
      const rows = stories(15, { content: 'One sentence of the text. '.repeat(200), category: 'Science' })
      const [id] = await site.publish(
        rows.map((row, index) => ({
          ...row,
          title: `${row.title} has a headline long enough to take two lines or three`,
          image_url: `/samples/science-${1 + (index % 4)}.webp`,
        })),
      )
      await page.setViewportSize({ width, height: 900 })
      await page.addInitScript(observeShifts)
      const letFontCome = await hold(page, '**/*.woff2')
      const letPicturesCome = await hold(page, '**/media/**')
      await page.goto(name === 'an article' ? `/article/${id}` : '/', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await painted(page)
      expect(await page.evaluate(() => document.fonts.check('600 30px Newsreader'))).toBe(false)

      letFontCome()
      await expect.poll(() => page.evaluate(() => document.fonts.check('600 30px Newsreader'))).toBe(true)
      await painted(page)
      letPicturesCome()
      const lead = page.getByRole('main').locator('img').first()
      await expect
        .poll(() => lead.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
        .toBeGreaterThan(0)
      await painted(page)
      expect(await page.evaluate(() => (window as WithShifts).shifts)).toEqual([])

      for (const card of await page.getByRole('article').filter({ visible: true }).all())
        await card.scrollIntoViewIfNeeded()
      await painted(page)
      expect(await page.evaluate(() => (window as WithShifts).shifts)).toEqual([])
    })
  }
}
