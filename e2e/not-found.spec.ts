import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures/test.ts'
import { waitForHydration } from './fixtures/wait-for-hydration.ts'

test('unknown addresses show the 404 screen, which links to the home page', async ({
  site,
  page,
  request,
  pageErrors,
}) => {
  pageErrors.allow(/status 404/)
  for (const path of ['/nowhere', '/nowhere/at/all', '/news/today', '/sport.html', '/article']) {
    const response = await request.get(site.url + path)
    expect(response.status(), path).toBe(404)
    expect(await response.text(), path).toContain('Oops! Page not found')
  }
  // One is a page of its own, and the other is redirected.
  for (const path of ['/%F0%9F%97%9E', '//example.org/']) {
    const response = await page.goto(site.url + path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/404\s*Oops! Page not found/)
    await expect(page).toHaveTitle('Page not found')
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL(`${site.url}/`)
    await expect(page.getByRole('heading', { name: 'No articles available' })).toBeVisible()
  }
})

test('unknown addresses share one page, which is interactive', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/status 404/)
  const [first, second] = await Promise.all(
    ['/no/such/page', '/news/another'].map(async (path) => (await page.request.get(site.url + path)).text()),
  )
  expect(second).toBe(first)
  await page.goto(`${site.url}/news/another`)
  await waitForHydration(page)
  await expect(page).toHaveTitle('Page not found')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/404\s*Oops! Page not found/)
  const form = page.getByRole('main').getByRole('search')
  await form.getByRole('searchbox').fill('budget')
  await form.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(`${site.url}/search?q=budget`)
})

test('missing articles share one page until they are published', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/status 404/)
  const id = randomUUID()
  const path = `/article/${id}`
  const missingPage = async () => (await page.request.get(`${site.url}/article/${randomUUID()}`)).text()
  // An id that takes long to look up gets a page of its own.
  await expect(async () => {
    const [first, second] = [await missingPage(), await missingPage()]
    expect(first === second, 'two ids have the same page').toBe(true)
  }).toPass()
  await page.goto(site.url + path)
  await waitForHydration(page)
  await expect(page).toHaveTitle('Article not found')
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(`${site.url}/`)
  await site.publish([{ id, title: 'Published later' }])
  await page.goto(site.url + path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Published later')
})
