import { signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

test('during a database outage, cached pages are served and other pages show an error', async ({
  site,
  page,
  request,
  pageErrors,
}) => {
  pageErrors.allow(/status 503: \/(article|search)/)
  const [id, unread] = await site.publish(stories(2, { category: 'Sport' }))
  await page.goto(`/article/${id}`)
  await request.get('/')
  await site.withoutDatabase(async () => {
    expect((await page.goto('/'))?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'Story 2' })).toBeVisible()
    expect((await page.goto(`/article/${id}`))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Story 1')

    const response = await page.goto(`/article/${unread}`)
    expect(response?.status()).toBe(503)
    expect(Number(response?.headers()['retry-after'])).toBeGreaterThan(0)
    expect(response?.headers()['cache-control']).toBe('no-store')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is temporarily unavailable')
    await expect(page.getByRole('link', { name: 'home page' })).toBeVisible()

    const words = '"><b>budget</b>'
    expect((await page.goto(`/search?q=${encodeURIComponent(words)}&category=Sport`))?.status()).toBe(503)
    const box = page.getByRole('search').getByRole('searchbox', { name: 'Search articles' })
    await expect(box).toHaveValue(words)
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
    await expectAccessible(page)
    await box.fill('story')
    await box.press('Enter')
    await expect(page).toHaveURL('/search?q=story&category=Sport')
    await expect(box).toHaveValue('story')
    expect((await request.get('/readyz')).status()).toBe(503)
    expect((await request.get('/livez')).status()).toBe(200)
  })
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: /^Story \d$/ })).toHaveCount(2)
  expect((await request.get('/readyz')).status()).toBe(200)
})

test('during a database outage, the admin area and the links of newsletters show that they are unavailable', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 503/)
  await signIn(site, page.request)
  await site.withoutDatabase(async () => {
    for (const path of [
      '/admin',
      '/admin/articles?article=new',
      '/admin/login',
      '/newsletter/confirm/a',
      '/newsletter/unsubscribe/a',
    ]) {
      const response = await page.request.get(path)
      expect(response.status(), path).toBe(503)
      expect(Number(response.headers()['retry-after'])).toBeGreaterThan(0)
      expect(await response.text()).toContain('<h1>This page is temporarily unavailable</h1>')
    }
    await page.goto('/admin/feeds')
  })
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Feeds')
})
