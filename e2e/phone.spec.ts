import { devices, type Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'
import { LAYOUT_STRESS_TEXTS } from './fixtures/untrusted-content.ts'

const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 375, height: 700 } })

const shortcutsOf = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' })
const tabOf = (page: Page, name: string) => shortcutsOf(page).getByRole('link', { name, exact: true })
const searchOf = (page: Page) => shortcutsOf(page).getByRole('link', { name: 'Search' })
const toTopOf = (page: Page) => page.getByRole('button', { name: 'Scroll to top' })
const barOf = (page: Page) => shortcutsOf(page).locator('.bottom-bar')
const scrolled = (page: Page) => page.evaluate(() => scrollY)
const scrollTo = (page: Page, top: number) => page.evaluate((y) => window.scrollTo(0, y), top)

test('the tabs link to their pages, and the current tab is that of the page, if there is one', async ({
  page,
}) => {
  const expectCurrent = async (path: string, ...names: string[]) => {
    await expect(page).toHaveURL(path)
    await expect(shortcutsOf(page).getByRole('listitem')).toHaveText(['Home', 'News', 'Saved'])
    await expect(shortcutsOf(page).locator('[aria-current]'), path).toHaveText(names)
  }
  await page.goto('/politics')
  await expectCurrent('/politics', 'News')
  await tabOf(page, 'Home').tap()
  await expectCurrent('/', 'Home')
  await tabOf(page, 'News').tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
  await expectCurrent('/news', 'News')
  await expect(tabOf(page, 'News')).toHaveAttribute('aria-current', 'page')
  await tabOf(page, 'Saved').tap()
  await expectCurrent('/bookmarks', 'Saved')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).tap()
  await expectCurrent('/contact')
})

test('the bar at the bottom of the window covers no text, and its controls are large enough and do not overlap', async ({
  site,
  page,
}) => {
  await site.publish(stories(16))
  await page.goto('/')
  const bar = (await barOf(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  expect(bar).toMatchObject({ x: 0, width: 375 })
  expect(bar.y + bar.height).toBe(700)
  const height = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'))
    probe.style.height = 'var(--tabs-height)'
    return probe.getBoundingClientRect().height
  })
  expect(height).toBe(bar.height)
  const before = await tabOf(page, 'Saved').boundingBox()
  await scrollTo(page, 100_000)
  const last = await page.getByRole('contentinfo').boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bar.y)
  await scrollTo(page, 800)
  await expect(toTopOf(page)).toBeVisible()
  expect(await tabOf(page, 'Saved').boundingBox()).toEqual(before)
  const boxes = await Promise.all(
    [searchOf(page), toTopOf(page), ...['Home', 'News', 'Saved'].map((name) => tabOf(page, name))].map(
      async (locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 },
    ),
  )
  for (const button of boxes.slice(0, 2)) {
    expect(button.y).toBeGreaterThanOrEqual(bar.y)
    expect(button.y + button.height).toBeLessThanOrEqual(bar.y + bar.height)
  }
  for (const [index, one] of boxes.entries()) {
    expect(Math.min(one.width, one.height)).toBeGreaterThanOrEqual(44)
    for (const other of boxes.slice(index + 1)) {
      const isApart =
        one.x + one.width <= other.x ||
        other.x + other.width <= one.x ||
        one.y + one.height <= other.y ||
        other.y + other.height <= one.y
      expect(isApart, `${JSON.stringify(one)} and ${JSON.stringify(other)}`).toBe(true)
    }
  }
})

test('the tabs do not cover the focused element, and are the last in the tab order', async ({
  site,
  page,
}) => {
  await site.publish(stories(16))
  await page.goto('/')
  await page.getByRole('link', { name: 'Story 2', exact: true }).focus()
  const tabs = await shortcutsOf(page).getByRole('list').boundingBox()
  for (let story = 3; story <= 8; story += 1) {
    await page.keyboard.press('Tab')
    const link = page.getByRole('link', { name: `Story ${story}`, exact: true })
    await expect(link).toBeFocused()
    const box = await link.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)
  }
  await page.getByRole('contentinfo').getByRole('link').last().focus()
  const seen: string[] = []
  while (seen.at(-1) !== 'Saved' && seen.length < 20) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(
      () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent,
    )
    seen.push(name?.trim() ?? '')
  }
  expect(seen.slice(-3)).toEqual(['Home', 'News', 'Saved'])
})

test('the phone controls are hidden from 768 px up and while a text field has the focus', async ({
  site,
  page,
}) => {
  await site.publish(stories(16))
  await site.set({ facebook_url: 'https://www.facebook.com/masthead', twitter_url: 'https://x.com/masthead' })
  await page.setViewportSize({ width: 768, height: 700 })
  await page.goto('/')
  await scrollTo(page, 800)
  await expect(shortcutsOf(page)).toBeHidden()
  await expect(toTopOf(page)).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.body).paddingBottom)).toBe('0px')
  await page.setViewportSize({ width: 375, height: 700 })
  await test.step('social links are in the footer on a phone', async () => {
    await expect(page.getByRole('banner').getByRole('link', { name: / on / })).toHaveCount(0)
    await expect(page.getByRole('contentinfo').getByRole('link', { name: / on / })).toHaveCount(2)
  })
  await test.step('the floating button opens the search dialog', async () => {
    await searchOf(page).tap()
    const dialog = page.getByRole('dialog', { name: 'Search Articles' })
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL('/')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(searchOf(page)).toBeFocused()
  })
  await page.evaluate(() => {
    const field = document.createElement('input')
    field.type = 'search'
    document.querySelector('main')?.append(field)
    field.focus()
  })
  await expect(shortcutsOf(page).getByRole('list')).toBeHidden()
  await expect(searchOf(page)).toBeHidden()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await expect(shortcutsOf(page).getByRole('list')).toBeVisible()
})

test('"Scroll to top" appears after 300 px of scroll, scrolls to the top and focuses the main content; the scrolled page is accessible', async ({
  site,
  page,
}) => {
  await site.publish(stories(16))
  await page.goto('/')
  await expect(toTopOf(page)).toHaveCount(0)
  await scrollTo(page, 301)
  await expect(toTopOf(page)).toBeVisible()
  await scrollTo(page, 300)
  await expect(toTopOf(page)).toHaveCount(0)
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    await scrollTo(page, 1_500)
    await toTopOf(page).focus()
    const positions = await page.evaluate(async () => {
      const seen: number[] = []
      addEventListener('scroll', () => seen.push(scrollY))
      ;(document.activeElement as HTMLElement).click()
      if (scrollY > 0) await new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }))
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return seen
    })
    await expect.poll(() => scrolled(page), reducedMotion).toBe(0)
    if (reducedMotion === 'reduce') expect(positions.every((top) => top === 0)).toBe(true)
    else expect(positions.some((top) => top > 0)).toBe(true)
    await expect(toTopOf(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
  }
  await scrollTo(page, 1_000)
  await expect(toTopOf(page)).toBeVisible()
  await expectAccessible(page)
})

test('all controls are reachable in small windows and with zoom, even with long names', async ({
  site,
  page,
}) => {
  const long = LAYOUT_STRESS_TEXTS[0] ?? ''
  await site.set({ site_name: long })
  await site.publish([
    { title: long, is_breaking: true },
    { title: LAYOUT_STRESS_TEXTS[1] ?? '', is_breaking: true },
    ...stories(12),
  ])
  await page.goto('/')
  for (const { name, width, height } of [
    { name: 'a narrow phone', width: 320, height: 568 },
    { name: 'a desktop at 200% zoom', width: 640, height: 400 },
    { name: 'a desktop at 400% zoom', width: 320, height: 200 },
  ])
    await test.step(name, async () => {
      await page.setViewportSize({ width, height })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await expect(page.getByRole('button', { name: 'Sections' })).toBeInViewport({ ratio: 1 })
      if (height < 320) await tabOf(page, 'Saved').scrollIntoViewIfNeeded()
      await expect(tabOf(page, 'Saved')).toBeInViewport({ ratio: 1 })
      await expect(searchOf(page)).toBeInViewport({ ratio: 1 })
    })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the shortcuts are working links', async ({ page }) => {
    await page.goto('/tv')
    await searchOf(page).click()
    await expect(page).toHaveURL('/search')
    await tabOf(page, 'News').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
    await expect(tabOf(page, 'News')).toHaveAttribute('aria-current', 'page')
  })
})
