import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const opener = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Search' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search Articles' })
const field = (page: Page) => dialog(page).getByPlaceholder('Search for articles, authors, categories...')

test('the header opens the accessible dialog, and a submitted query opens the search page and clears the dialog', async ({
  site,
  page,
}) => {
  await site.publish(stories(2))
  await page.goto('/')
  await opener(page).click()
  await expect(dialog(page).getByRole('heading')).toHaveText('Search Articles')
  await expect(field(page)).toBeFocused()
  await expectAccessible(page)
  await test.step('an empty query and white space are not submitted', async () => {
    for (const nothing of ['', '   ']) {
      await field(page).fill(nothing)
      await field(page).press('Enter')
      await dialog(page).getByRole('button', { name: 'Search' }).click()
      await expect(dialog(page)).toBeVisible()
      await expect(page).toHaveURL('/')
    }
  })
  await field(page).fill('Story 2 & more?')
  await dialog(page).getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL('/search?q=Story%202%20%26%20more%3F')
  await expect(dialog(page)).toHaveCount(0)
  await opener(page).click()
  await expect(field(page)).toHaveValue('')
  await test.step('a search from the search page shows the new results', async () => {
    await field(page).fill('story 2')
    await field(page).press('Enter')
    await expect(page).toHaveURL('/search?q=story%202')
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('story 2')
    await expect(page.getByRole('article')).toHaveText(/Story 2/)
  })
})

test('Ctrl+K and Cmd+K open the dialog, Escape, the button and Back close it, and Back leads from the results to the page before', async ({
  site,
  page,
}) => {
  await site.publish(stories(2))
  await page.goto('/news')
  await test.step('closing with Escape or the button restores the focus', async () => {
    const link = page.getByRole('link', { name: 'Story 1' })
    await link.focus()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(link).toBeFocused()
    await opener(page).click()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(opener(page)).toBeFocused()
  })
  await opener(page).click()
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/news')
  await page.keyboard.press('Meta+K')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('Story 2')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=Story%202')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search')
  await expect(page.getByRole('main')).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/news')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
})

test('the dialog loads on first use, and the search page opens if it fails to load', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_FAILED: \/assets\//)
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(files.filter((file) => file.includes('SearchDialog'))).toEqual([])
  await page.route('**/assets/SearchDialog*.js', (route) => route.abort())
  await opener(page).click()
  await expect(page).toHaveURL('/search')
})
