import { stories } from './fixtures/article-row.ts'
import { CATEGORIES } from './fixtures/categories.ts'
import { expect, test } from './fixtures/test.ts'

const NAME = 'The Northern Counties Chronicle and Evening Advertiser'

test('the header and the title contain the name and the social links from the settings, and a long name does not overlap the date', async ({
  site,
  page,
}) => {
  await site.set({
    site_name: NAME,
    facebook_url: 'https://www.facebook.com/masthead',
    twitter_url: 'https://x.com/masthead',
  })
  await page.goto('/')
  await expect(page).toHaveTitle(`${NAME} | Your trusted news source`)
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('link', { name: NAME, exact: true })).toHaveAttribute('href', '/')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: NAME, exact: true })).toBeVisible()
  await expect(banner.getByRole('link', { name: / on / })).toHaveCount(2)
  await expect(page.getByRole('link', { name: `${NAME} on Facebook` })).toHaveAttribute(
    'href',
    'https://www.facebook.com/masthead',
  )
  await expect(page.getByRole('link', { name: `${NAME} on X` })).toHaveAttribute(
    'href',
    'https://x.com/masthead',
  )
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const name = await banner.getByRole('link', { name: /Advertiser$/ }).boundingBox()
    const day = await banner.getByRole('paragraph').boundingBox()
    expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThan(day?.x ?? 0)
  }
})

test('the header is sticky and links to the ten categories, and the footer to the static pages', async ({
  site,
  page,
}) => {
  await site.publish(stories(20))
  await page.goto('/')
  await test.step('social links appear only when they are set', async () => {
    await expect(page.getByRole('banner').getByRole('link', { name: / on / })).toHaveCount(0)
  })
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByText('Your trusted news source')).toBeVisible()
  await expect(footer.getByText('Latest news at your fingertips')).toBeVisible()
  for (const [name, href] of [
    ['Privacy Policy', '/privacy-policy'],
    ['Terms of Service', '/terms-of-service'],
    ['Contact', '/contact'],
  ] as const) {
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', href)
  }
  await footer.scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Masthead' })).toBeInViewport({
    ratio: 0.999,
  })
  await test.step('the navigation highlights the current category', async () => {
    const nav = page.getByRole('navigation', { name: 'Categories' })
    await expect(nav.getByRole('link')).toHaveText([...CATEGORIES])
    await expect(nav.locator('[aria-current]')).toHaveCount(0)
    for (const category of ['TV', 'News']) {
      await nav.getByRole('link', { name: category, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(category)
      await expect(nav.locator('[aria-current=page]')).toHaveText(category)
    }
  })
})

test('on a phone the navigation scrolls to the current category, back to the start on other pages, and Back restores its position', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/travel')
  const nav = page.getByRole('navigation', { name: 'Categories' })
  await expect(nav.getByRole('link', { name: 'Travel' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('banner').getByRole('link', { name: 'Masthead' }).click()
  await expect(page.getByRole('heading', { name: 'No articles available' })).toBeVisible()
  await expect(nav.getByRole('link', { name: 'News' })).toBeInViewport({ ratio: 1 })
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Travel')
  await expect(nav.getByRole('link', { name: 'Travel' })).toBeInViewport({ ratio: 1 })
  await page.reload()
  await expect(nav.getByRole('link', { name: 'Travel' })).toBeInViewport({ ratio: 1 })
})
