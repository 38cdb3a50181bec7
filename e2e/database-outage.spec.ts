import { stories } from './fixtures/article-row.ts'
import { exhaustRetries } from './fixtures/exhaust-retries.ts'
import { expect, test } from './fixtures/test.ts'

test('while the database is away, what was read is still served, and what was not says so', async ({
  site,
  page,
  request,
  pageErrors,
}) => {
  pageErrors.allow(/status 503: \/sport/)
  const [id] = await site.publish(stories(2, { category: 'Sport' }))
  await page.goto(`/article/${id}`)
  await site.withoutDatabase(async () => {
    expect((await page.goto('/'))?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'Story 2' })).toBeVisible()
    expect((await page.goto(`/article/${id}`))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Story 1')

    const response = await page.goto('/sport')
    expect(response?.status()).toBe(503)
    expect(Number(response?.headers()['retry-after'])).toBeGreaterThan(0)
    expect(response?.headers()['cache-control']).toBe('no-store')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is temporarily unavailable')
    await expect(page.getByRole('link', { name: 'front page' })).toBeVisible()
    expect((await request.get('/readyz')).status()).toBe(503)
    expect((await request.get('/livez')).status()).toBe(200)
  })
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sport')
  expect((await request.get('/readyz')).status()).toBe(200)
})

test('what changed while the database could not be heard shows once it is back', async ({
  site,
  request,
}) => {
  await site.publish(stories(1))
  await site.withoutDatabase(async () => {
    await site.sql("update articles set title = 'Changed meanwhile'")
    expect(await (await request.get('/')).text()).toContain('Story 1')
  })
  await expect.poll(async () => (await request.get('/')).text()).toContain('Changed meanwhile')
})

test('a reader who goes on to a page that cannot be had is told in plain words', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 50\d: \/_serverFn|console: Error/)
  await page.goto('/')
  await page.clock.install()
  await site.withoutDatabase(async () => {
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Money' }).click()
    await exhaustRetries(page)
    const text = await page.getByRole('alert').textContent()
    expect(text).toMatch(/^Error loading articles: \S.*Try Again$/)
    expect(text).not.toMatch(/[<>{}]|undefined|JSON|select /)
  })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
})
