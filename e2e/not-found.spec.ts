import { expect, test } from './fixtures/test.ts'

for (const path of [
  '/nowhere',
  '/nowhere/at/all',
  '/news/today',
  '/sport.html',
  '/%F0%9F%97%9E',
  '/article',
  '//example.org/',
]) {
  test(`${path} shows the 404 screen`, async ({ site, page, pageErrors }) => {
    pageErrors.allow(/status 404/)
    const response = await page.goto(site.url + path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/404\s*Oops! Page not found/)
    await expect(page).toHaveTitle('Page not found')
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL(`${site.url}/`)
    await expect(page.getByRole('heading', { name: 'No articles available' })).toBeVisible()
  })
}
