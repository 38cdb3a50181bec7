import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { CATEGORIES } from './fixtures/categories.ts'
import { expect, test } from './fixtures/test.ts'

/** Presses Tab and returns the name of the focused element. */
async function tab(page: Page): Promise<string> {
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.ariaLabel ?? activeElement?.textContent?.trim() ?? ''
  })
}

/** Whether the focused element, or the overlay of its card, has an outline. */
const isFocusVisible = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element) return false
    return [null, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
  })

test('Tab moves from the skip link through header and navigation to the hero, with a visible focus; Enter on the skip link skips them', async ({
  site,
  page,
}) => {
  await site.publish(stories(3))
  await site.set({ facebook_url: 'https://www.facebook.com/masthead' })
  await page.goto('/')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).not.toBeInViewport({ ratio: 0.9 })
  const order = [
    'Skip to content',
    'Masthead',
    'Masthead on Facebook',
    'Reading List',
    'Search',
    ...CATEGORIES,
    'Story 1',
    'Story 2',
    'Story 3',
  ]
  for (const expected of order) {
    expect(await tab(page)).toBe(expected)
    expect(await isFocusVisible(page), `the focus on "${expected}" is visible`).toBe(true)
  }

  await expect(skip).not.toBeInViewport({ ratio: 0.9 })
  await skip.focus()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  expect(await tab(page)).toBe('Story 1')
})

test('the sticky header does not cover the focused element', async ({ site, page }) => {
  await site.publish(stories(16))
  await page.setViewportSize({ width: 375, height: 500 })
  await page.goto('/')
  await page.getByRole('link', { name: 'Story 15' }).focus()
  for (let story = 14; story >= 10; story -= 1) {
    await page.keyboard.press('Shift+Tab')
    const link = page.getByRole('link', { name: `Story ${story}`, exact: true })
    await expect(link).toBeFocused()
    const header = await page.getByRole('banner').boundingBox()
    const box = await link.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
  }
})
