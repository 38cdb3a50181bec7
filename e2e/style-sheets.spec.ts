import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

const STYLES = /\/assets\/[^/]*\.css$/

/** The bar of reader pages is red. */
const expectStyled = (page: Page) =>
  expect(page.getByRole('banner')).toHaveCSS('background-color', 'rgb(168, 15, 20)')

const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSameDocument: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window)

test('a style sheet is loaded again after an error of the server, and pages are still opened without a reload', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 503/)
  await site.publish(stories(8))
  await page.route(STYLES, (route) => route.fulfill({ status: 503 }), { times: 1 })
  await page.goto('/')
  await expectStyled(page)
  await mark(page)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Sport' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sport')
  expect(await isSameDocument(page)).toBe(true)
  await expectStyled(page)
})

test('as long as a page lacks its styles, a link loads the whole next page', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_FAILED|preloaded/)
  await site.publish(stories(8))
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
  })
  await page.route(STYLES, (route) => (documents === 1 ? route.abort() : route.continue()))
  await page.goto('/')
  await mark(page)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Sport' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sport')
  expect(await isSameDocument(page)).toBe(false)
  await expectStyled(page)
})

test('the style sheets of the admin area are loaded again', async ({ page, pageErrors }) => {
  pageErrors.allow(/net::ERR_FAILED|preloaded/)
  await page.route(STYLES, (route) => route.abort(), { times: 2 })
  await page.goto('/admin/login')
  await expect(page.locator('main > div').first()).toHaveCSS('border-top-width', '1px')
})
