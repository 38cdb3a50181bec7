import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

/** 60 stories with duplicate dates, so that the order depends on date and id. */
const SIXTY = stories(60, { category: 'Sport' }).map((row, index) => ({
  ...row,
  published_at: `2026-06-15T0${9 - Math.floor(index / 20)}:00:00.123456Z`,
}))

const headlines = (page: Page) => page.getByRole('heading', { level: 2 })
const loadMore = (page: Page) => page.getByRole('link', { name: 'Load More' })

test('Load More appends the next stories without duplicates and focuses the first new one, and Back restores them', async ({
  site,
  page,
}) => {
  await site.publish(SIXTY)
  await page.goto('/sport')
  await expect(headlines(page)).toHaveCount(24)
  const first = await headlines(page).allTextContents()
  await loadMore(page).click()
  await expect(headlines(page)).toHaveCount(48)
  await expect(headlines(page).nth(24).getByRole('link')).toBeFocused()
  expect((await headlines(page).allTextContents()).slice(0, 24)).toEqual(first)
  await expect(page).toHaveURL('/sport')

  await test.step('Back restores the loaded stories and the scroll position', async () => {
    await headlines(page).nth(40).getByRole('link').click()
    await expect(page).toHaveURL(/article/)
    await page.goBack()
    await expect(headlines(page)).toHaveCount(48)
    await expect(headlines(page).nth(40)).toBeInViewport()
  })
  await loadMore(page).click()
  await expect(headlines(page)).toHaveCount(60)
  await expect(loadMore(page)).toHaveCount(0)
  expect(new Set(await headlines(page).allTextContents()).size).toBe(60)
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('offline, Load More shows an error and the list stays, until it is retried', async ({
    site,
    page,
    context,
    pageErrors,
  }) => {
    pageErrors.allow(/net::ERR_|console: (RequestFailure|TypeError|Error)/)
    await site.publish(stories(40, { category: 'Politics' }))
    await page.goto('/politics')
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      if (navigator.serviceWorker.controller) return
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    })
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Load More' }).click()
    await expect(page.getByRole('alert')).toContainText('Error loading articles')
    await expect(page.getByRole('link', { name: 'Story 1', exact: true })).toBeVisible()
    await context.setOffline(false)
    // The list also recovers automatically.
    await page.getByRole('link', { name: /^(Try Again|Load More)$/ }).click()
    await expect(page.getByRole('link', { name: 'Story 40', exact: true })).toBeVisible()
    await expect(headlines(page)).toHaveCount(40)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('Load More is a plain link that pages through all stories without duplicates', async ({
    site,
    page,
  }) => {
    await site.publish(SIXTY)
    await page.goto('/sport')
    const seen = await headlines(page).allTextContents()
    for (const pageLength of [24, 12]) {
      await loadMore(page).click()
      await expect(headlines(page)).toHaveCount(pageLength)
      seen.push(...(await headlines(page).allTextContents()))
    }
    await expect(loadMore(page)).toHaveCount(0)
    expect(new Set(seen).size).toBe(60)
    await page.getByRole('link', { name: 'Newest articles' }).click()
    await expect(page).toHaveURL('/sport')
    await expect(headlines(page)).toHaveCount(24)
  })
})
