import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures/test.ts'
import { waitForHydration } from './fixtures/wait-for-hydration.ts'

test('unknown addresses share one page, which is interactive and links to the home page', async ({
  site,
  page,
  request,
  pageErrors,
}) => {
  pageErrors.allow(/status 404/)
  const paths = ['/nowhere', '/nowhere/at/all', '/news/today', '/sport.html', '/article']
  const bodies = await Promise.all(
    paths.map(async (path) => {
      const response = await request.get(path)
      expect(response.status(), path).toBe(404)
      return response.text()
    }),
  )
  expect(new Set(bodies).size).toBe(1)
  // An address with leading slashes is redirected to an unknown one.
  expect((await page.goto(`${site.url}//example.org/`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/404\s*Oops! Page not found/)
  await expect(page).toHaveTitle('Page not found')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(`${site.url}/`)
  await page.goBack()
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
