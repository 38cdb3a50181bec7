import { stories } from './fixtures/article-row.ts'
import { exhaustRetries } from './fixtures/exhaust-retries.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

test('the home page is accessible', async ({ site, page }) => {
  const [first, second, ...others] = stories(16, { category: 'Politics' })
  await site.publish([
    { ...first, title: 'Lead', is_breaking: true, image_url: '/samples/sport-1.webp' },
    { ...second, title: 'Showbiz', category: 'Showbiz' },
    ...others,
  ])
  await site.set({ facebook_url: 'https://www.facebook.com/masthead', twitter_url: 'https://x.com/masthead' })
  await page.goto('/')
  await expectAccessible(page)
})

test('a category is accessible', async ({ site, page }) => {
  await site.publish(stories(30, { category: 'Sport', is_breaking: true }))
  await page.goto('/sport')
  await expectAccessible(page)
})

test('an article is accessible', async ({ site, page }) => {
  const content =
    '<h2>Part</h2><p>Text with a <a href="https://example.org/">link</a>.</p><ul><li>One</li></ul><blockquote>Said.</blockquote>'
  const [id] = await site.publish([
    {
      title: 'Article',
      content,
      image_url: '/samples/sport-1.webp',
      is_breaking: true,
      source_url: 'https://example.org/',
    },
    ...stories(3),
  ])
  await page.goto(`/article/${id}`)
  await expectAccessible(page)
})

for (const { name, path, status } of [
  { name: 'an empty paper', path: '/', status: 200 },
  { name: 'an empty category', path: '/tv', status: 200 },
  { name: 'the 404 screen', path: '/nowhere', status: 404 },
  { name: 'a missing article', path: '/article/none', status: 404 },
]) {
  test(`${name} is accessible`, async ({ page, pageErrors }) => {
    pageErrors.allow(/status 404/)
    const response = await page.goto(path)
    expect(response?.status()).toBe(status)
    await expectAccessible(page)
  })
}

test('loading and failure are accessible', async ({ page, pageErrors }) => {
  pageErrors.allow(/net::ERR_FAILED|console: TypeError: Failed to fetch/)
  await page.goto('/tv')
  await page.clock.install()
  const answered = Promise.withResolvers<void>()
  await page.route('**/_serverFn/**', async (route) => {
    await answered.promise
    await route.abort()
  })
  await page.getByRole('banner').getByRole('link', { name: 'Masthead' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  // What is on its way has no headline yet.
  await expectAccessible(page, 'page-has-heading-one')
  answered.resolve()
  await exhaustRetries(page)
  await expectAccessible(page)
})

test('the page that stands in for the database is accessible', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/status 503/)
  await site.withoutDatabase(async () => {
    await page.goto('/sport')
    await expectAccessible(page)
  })
})
