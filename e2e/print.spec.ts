import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

/** The lines of visible text, in their order. */
async function visibleText(page: Page): Promise<string[]> {
  // biome-ignore lint/performance/useDomNodeTextContent: only rendered text
  const text = await page.locator('body').innerText()
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

// Readers elsewhere see the zone of times.
test.use({ timezoneId: 'Europe/London' })

test('a printed article has the wordmark, headline, summary, byline, image, text and address, and nothing else', async ({
  site,
  page,
}) => {
  await site.set({ facebook_url: 'https://www.facebook.com/masthead' })
  const [id] = await site.publish([
    {
      title: 'Ferry returns',
      summary: 'The island has its boat back.',
      content: '<p>First paragraph.</p><p>Second paragraph.</p>',
      author: 'Ruth Adeyemi',
      image_url: '/samples/travel-1.webp',
      published_at: '2026-07-01T22:30:00Z',
      source_url: 'https://example.org/ferry',
      source_name: 'BBC News',
      is_breaking: true,
    },
    ...stories(4),
  ])
  await page.goto(`/article/${id}`)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Article bookmarked' })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const width of [600, 1100]) {
    await page.setViewportSize({ width, height: 1000 })
    expect(await visibleText(page)).toEqual([
      'Masthead',
      'Ferry returns',
      'The island has its boat back.',
      'By Ruth Adeyemi',
      '1 July 2026 at 23:30',
      'First paragraph.',
      'Second paragraph.',
      `${site.url}/article/${id}/ferry-returns`,
    ])
    const banner = await page.getByRole('banner').boundingBox()
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect((banner?.y ?? 0) + (banner?.height ?? 0)).toBeLessThanOrEqual(heading?.y ?? 0)
    await expect(page.getByRole('figure').locator('img')).toBeVisible()
    await expect(page.getByRole('figure').locator('img')).not.toHaveJSProperty('naturalWidth', 0)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).color)).toBe(
      'rgb(20, 20, 20)',
    )
  }
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect((await visibleText(page)).at(-1)).toMatch(/ · Printed \d{1,2} \w+ \d{4} at \d\d:\d\d$/)
})

test('the image and the text of an article begin on the first page, below the headline', async ({
  site,
  page,
}) => {
  const [id] = await site.publish([
    {
      title: 'Ferry returns to the island after a winter of storms and arguments over who pays',
      summary: 'The island has its boat back, and its post.',
      content: '<p>First paragraph.</p>',
      image_url: '/samples/travel-1.webp',
    },
  ])
  await page.goto(`/article/${id}`)
  for (const landscape of [false, true]) {
    const pdf = (await page.pdf({ format: 'A4', landscape, printBackground: false })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g), landscape ? 'landscape' : 'portrait').toHaveLength(1)
    expect(pdf).toMatch(/\/Subtype\s*\/Image/)
  }
})

test('other pages are printed without navigation and controls', async ({ site, page }) => {
  await site.publish(stories(12))
  for (const path of ['/', '/bookmarks', '/search?q=story']) {
    await page.goto(path)
    await page.emulateMedia({ media: 'print' })
    for (const role of ['navigation', 'button', 'contentinfo', 'searchbox'] as const)
      await expect(page.getByRole(role), `${role} at ${path}`).toHaveCount(0)
    await expect(page.getByRole('banner')).toHaveText('Masthead', { useInnerText: true })
    await page.emulateMedia({ media: null })
  }
})
