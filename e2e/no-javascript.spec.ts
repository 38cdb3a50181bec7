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
  // Controls that need the client are not shown.
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByText('Bookmark')).toBeHidden()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Masthead' }).click()
  await expect(page.getByRole('heading', { name: 'The lead' })).toBeVisible()
})
