import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { exhaustRetries } from './fixtures/exhaust-retries.ts'
import { expect, test } from './fixtures/test.ts'

const box = (page: Page) => page.getByRole('main').getByRole('searchbox', { name: 'Search articles' })
const headlines = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 })
const resultSummary = (page: Page) => page.getByRole('status').filter({ hasText: 'newest first' })

const NEWS = [
  { title: 'Council votes', author: 'Ada Penrose' },
  { title: 'Rain tomorrow', summary: 'The council closes the ford.' },
  { title: 'Rates held', author: 'Council Watch' },
  { title: 'Match report' },
]

test('all articles are listed in one to three columns, and Enter searches in place with a spinner; without results a message leads to categories', async ({
  site,
  page,
}) => {
  await site.publish(NEWS)
  await page.goto('/search')
  await test.step('without a query all articles are listed, newest first, without a count', async () => {
    await expect(page).toHaveTitle('Search | Masthead')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow')
    await expect(headlines(page)).toHaveText(NEWS.map(({ title }) => title))
    await expect(resultSummary(page)).toHaveText('All articles, newest first')
    await expect(page.getByText(/results? found/)).toHaveCount(0)
  })
  await test.step('results have one, two or three columns', async () => {
    for (const [width, columns] of [
      [375, 1],
      [768, 2],
      [1280, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const boxes = await Promise.all(
        (await page.getByRole('article').all()).map((card) => card.boundingBox()),
      )
      expect(new Set(boxes.map((box) => box?.x)).size).toBe(columns)
    }
  })
  const released = Promise.withResolvers<void>()
  await page.route('**/_serverFn/**', async (route) => {
    await released.promise
    await route.continue()
  })
  await box(page).fill('rain')
  await expect(headlines(page)).toHaveCount(4)
  await box(page).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Loading articles…' })).toBeVisible()
  await expect(box(page)).toBeFocused()
  released.resolve()
  await expect(page).toHaveURL('/search?q=rain')
  await expect(headlines(page)).toHaveText(['Rain tomorrow'])
  await expect(resultSummary(page)).toHaveText('Articles with “rain”, newest first')
  await expect(box(page)).toBeFocused()
  await page.goBack()
  await expect(headlines(page)).toHaveCount(4)
  await expect(box(page)).toHaveValue('')
  await box(page).fill('zeppelin')
  await box(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
  const text = 'Try adjusting your search terms or browse our categories.'
  await expect(page.getByText(text)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Science' }).click()
  await expect(page).toHaveURL('/science')
})

const LITERAL_QUERIES = [
  `</script><script>alert(1)</script> <img src=x onerror=alert(1)> "quoted" & it's %_\\`,
  `مرحبا بالعالم 🎉 日本 ${'long '.repeat(30)}`.trim(),
]

test('markup, operators, values and any script in a query are displayed and found literally', async ({
  site,
  page,
}) => {
  await site.publish([...LITERAL_QUERIES.map((q) => ({ title: `Before ${q} after` })), { title: 'Another' }])
  for (const q of LITERAL_QUERIES) {
    await page.goto(`/search?q=${encodeURIComponent(q)}`)
    await expect(box(page)).toHaveValue(q)
    await expect(resultSummary(page)).toContainText(`“${q}”`)
    await expect(headlines(page)).toHaveText([`Before ${q} after`])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), q).toBe(true)
  }
})

test('the search page opens while its articles load, and a failed search shows an error with Try Again', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_FAILED: \/_serverFn/)
  await site.publish(NEWS)
  await page.goto('/')
  await page.clock.install()
  await page.route('**/_serverFn/**', (route) => route.abort())
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog', { name: 'Search Articles' }).getByRole('searchbox')
  await field.fill('rain')
  await field.press('Enter')
  await expect(box(page)).toHaveValue('rain')
  await exhaustRetries(page)
  await page.unroute('**/_serverFn/**')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(headlines(page)).toHaveText(['Rain tomorrow'])
})

test('the search box and its words are also shown if the search fails on the server', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 500: \/search|console: Error/)
  await site.publish(NEWS)
  await site.sql('alter table articles rename column search_text to renamed')
  try {
    await page.goto('/search?q=rain')
    await expect(page.getByRole('alert')).toContainText('Error loading articles: ')
    await expect(box(page)).toHaveValue('rain')
  } finally {
    await site.sql('alter table articles rename column renamed to search_text')
  }
  await box(page).fill('rain tomorrow')
  await box(page).press('Enter')
  await expect(headlines(page)).toHaveText(['Rain tomorrow'])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the header links to the search page, which searches and paginates; the form of the 404 screen requires a query', async ({
    site,
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/status 404/)
    await site.publish([...stories(30), { title: 'Rain tomorrow' }])
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search')
    await box(page).fill('  story ')
    await box(page).press('Enter')
    await expect(resultSummary(page)).toHaveText('Articles with “story”, newest first')
    await expect(headlines(page)).toHaveCount(24)
    await page.getByRole('link', { name: 'Load More' }).click()
    await expect(headlines(page)).toHaveCount(6)
    await expect(box(page)).toHaveValue('story')
    await page.getByRole('link', { name: 'Newest articles' }).click()
    await expect(headlines(page)).toHaveCount(24)
    await page.goto('/nowhere')
    const field = page.getByPlaceholder('Search articles...')
    for (const nothing of ['', '   ']) {
      await field.fill(nothing)
      await field.press('Enter')
      await expect(page).toHaveURL('/nowhere')
    }
    await field.fill('rain')
    await field.press('Enter')
    await expect(page).toHaveURL('/search?q=rain')
    await expect(headlines(page)).toHaveText(['Rain tomorrow'])
  })
})
