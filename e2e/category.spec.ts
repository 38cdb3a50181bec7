import { CATEGORIES, pathOf } from './fixtures/categories.ts'
import { expect, test } from './fixtures/test.ts'

test('/news shows the articles of all categories, newest first, other paths only those of their category, and an empty one says so', async ({
  site,
  page,
}) => {
  await site.publish(CATEGORIES.map((category) => ({ title: `About ${category}`, category })))
  await page.goto('/news')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(
    CATEGORIES.map((category) => `About ${category}`),
  )
  const links = page.getByRole('navigation', { name: 'Categories' })
  for (const category of ['Sport', 'TV'] as const) {
    await links.getByRole('link', { name: category, exact: true }).click()
    await expect(page).toHaveURL(pathOf(category))
    await expect(page).toHaveTitle(`${category} | Masthead`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(category)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('article').getByRole('link', { name: `About ${category}` })).toBeVisible()
  }
  await site.sql("delete from articles where category = 'Money'")
  await links.getByRole('link', { name: 'Money' }).click()
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
  await expect(page.getByText('No articles available in the Money category yet.')).toBeVisible()
})

test('a card shows its headline, summary and date, and its category on mixed lists', async ({
  site,
  page,
}) => {
  await site.publish([
    { title: 'One card', summary: 'With <strong>weight</strong>.', category: 'Health', is_breaking: true },
  ])
  await page.goto('/news')
  const card = page.getByRole('article')
  await expect(card.getByRole('heading', { name: 'One card' })).toBeVisible()
  await expect(card.getByText('With weight.')).toBeVisible()
  await expect(card.getByRole('strong')).toHaveText('weight')
  await expect(card.getByText('15 Jun 2026')).toBeVisible()
  await expect(card.getByText('Health')).toBeVisible()
  await expect(card.getByText('Breaking News')).toBeVisible()
  await page.goto('/health')
  await expect(card.getByText('Breaking News')).toBeVisible()
  await expect(card.getByText('Health')).toHaveCount(0)
})

test('cards without images fill their cells beside cards with images', async ({ site, page }) => {
  await site.publish(
    ['/samples/money-1.webp', null, '/samples/money-2.webp'].map((image_url, index) => ({
      title: `Card ${index + 1}`,
      category: 'Money',
      image_url,
    })),
  )
  await page.goto('/money')
  const cards = page.getByRole('article')
  const withImage = await cards.nth(0).boundingBox()
  const text = cards.nth(1).locator('> div')
  const filled = await text.boundingBox()
  expect(filled?.height).toBe(withImage?.height)
  const date = await text.locator('time').boundingBox()
  const bottomOf = (box: typeof date) => (box ? box.y + box.height : 0)
  expect(bottomOf(filled) - bottomOf(date)).toBeLessThan(20)
  const colours = await text.evaluate((text) =>
    [text, document.documentElement].map((e) => getComputedStyle(e).backgroundColor),
  )
  expect(colours[0]).not.toBe(colours[1])
})
