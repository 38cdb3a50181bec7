import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const LONG = Array.from(
  { length: 40 },
  (_, index) => `Paragraph ${index}. ${'It goes on. '.repeat(20)}`,
).join('\n\n')

const bar = (page: Page) => page.getByRole('progressbar', { name: 'Reading progress' })

/** Scrolls so that the given share of the text has been in view. */
const readTo = (page: Page, share: number) =>
  page.evaluate((share) => {
    const text = document.querySelector('.prose')?.getBoundingClientRect()
    if (!text) throw new Error('There is no text')
    const end = text.bottom + scrollY - innerHeight
    const begin = Math.max(0, end - text.height)
    scrollTo(0, begin + (end - begin) * share)
  }, share)

const percent = async (page: Page) => Number(await bar(page).getAttribute('aria-valuenow'))

test('the bar shows the share of the text that has been read, is 3 px high, below the header, accessible, not printed, and not a live region', async ({
  site,
  page,
}) => {
  const [id] = await site.publish([{ title: 'Long', content: LONG }])
  await page.goto(`/article/${id}`)
  await expect(bar(page)).toHaveCount(0)
  for (const share of [1, 0.25, 0.5]) {
    await readTo(page, share)
    await expect.poll(() => percent(page)).toBeCloseTo(share * 100, -0.5)
    await expect(bar(page)).toHaveText(`${await percent(page)}%`)
  }
  const header = await page.getByRole('banner').boundingBox()
  const line = await bar(page).locator('div > div').boundingBox()
  expect(line?.height).toBe(3)
  // A border separates the bar from the header.
  expect(line?.y).toBe((header?.y ?? 0) + (header?.height ?? 0) + 1)
  // The length matches the value.
  expect((line?.width ?? 0) / 1280).toBeCloseTo((await percent(page)) / 100, 1)
  expect(await bar(page).evaluate((bar) => bar.closest('[aria-live], [role=status]'))).toBeNull()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect(bar(page)).toBeHidden()
  await page.emulateMedia({ media: null })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(bar(page)).toHaveAttribute('aria-valuenow', '100')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(bar(page)).toHaveAttribute('aria-valuenow', '0')
  await expect(bar(page)).toHaveText('')
  await test.step('on a phone the percentage is in a strip below the header that covers whole lines', async () => {
    await page.setViewportSize({ width: 375, height: 700 })
    await readTo(page, 0.5)
    await expect(bar(page).getByText('%')).toBeVisible()
    const strip = bar(page).locator('p')
    expect(await strip.boundingBox()).toMatchObject({ x: 0, width: 375 })
    const isOpaque = await strip.evaluate(
      (strip) =>
        getComputedStyle(strip).backgroundColor ===
        getComputedStyle(document.documentElement).backgroundColor,
    )
    expect(isOpaque).toBe(true)
  })
})

test('the value is correct in a page that opens scrolled, and updates when the window is resized or content loads above the text', async ({
  site,
  page,
}) => {
  const [id] = await site.publish([{ title: 'Long', content: LONG, image_url: '/samples/travel-1.webp' }])
  await page.goto(`/article/${id}`)
  await readTo(page, 0.5)
  await expect.poll(() => percent(page)).toBeCloseTo(50, -0.5)
  await page.reload()
  await expect.poll(() => percent(page)).toBeCloseTo(50, -0.5)
  await page.setViewportSize({ width: 1280, height: 1600 })
  await expect.poll(() => percent(page)).toBeGreaterThan(55)
  const before = await percent(page)
  await page.getByRole('figure').evaluate((figure) => {
    document.documentElement.style.overflowAnchor = 'none'
    figure.style.marginBottom = '2000px'
  })
  await expect.poll(() => percent(page)).toBeLessThan(before - 10)
})

test('a short text has no bar, and a longer article after it does', async ({ site, page }) => {
  const [, id] = await site.publish([
    { title: 'Long', content: LONG },
    { title: 'Short', content: 'A single line.' },
    { title: 'Summary only', content: '' },
  ])
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto(`/article/${id}`)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.getByRole('link', { name: 'Summary only' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Summary only')
  await expect(bar(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Long' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Long')
  await readTo(page, 1)
  await expect(bar(page)).toHaveAttribute('aria-valuenow', '100')
})
