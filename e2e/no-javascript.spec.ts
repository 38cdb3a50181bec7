import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ javaScriptEnabled: false })

test('a reader navigates from the front page to an article and back', async ({ site, page }) => {
  const image = '/samples/money-1.webp'
  await site.publish([
    { title: 'The lead', category: 'Money', image_url: image, content: 'What it says.' },
    ...stories(12),
  ])
  await page.goto('/')
  await expect(page.getByRole('region').filter({ has: page.getByRole('article') })).toHaveCount(3)
  await expect(page.getByRole('status')).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Money' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Money')
  await page.getByRole('link', { name: 'The lead' }).click()
  await expect(page.getByText('What it says.')).toBeVisible()
  await expect(page.getByText('By Ada Penrose')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Masthead' }).click()
  await expect(page.getByRole('heading', { name: 'The lead' })).toBeVisible()
})

test('empty and missing pages show a message and link to the home page', async ({ page, pageErrors }) => {
  pageErrors.allow(/status 404/)
  await page.goto('/travel')
  await expect(page.getByText('No articles available in the Travel category yet.')).toBeVisible()
  await page.goto('/article/none')
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('heading', { name: 'No articles available' })).toBeVisible()
  await page.goto('/none')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { name: 'No articles available' })).toBeVisible()
})

test('an unavailable page reloads automatically', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/status 503: \/article/)
  const [id] = await site.publish([{ title: 'Story' }])
  // A quarter of a minute is too long for a test.
  await page.route('**/article/**', async (route) => {
    const response = await route.fetch()
    const headers = response.headers()
    await route.fulfill({ response, headers: { ...headers, ...(headers.refresh && { refresh: '1' }) } })
  })
  await site.withoutDatabase(async () => {
    await page.goto(`/article/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is temporarily unavailable')
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Story')
  await page.unroute('**/article/**')
})
