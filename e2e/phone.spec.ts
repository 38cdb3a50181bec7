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

test('the current tab is that of the page, if there is one', async ({ page }) => {
  for (const [path, current] of [
    ['/', ['Home']],
    ['/news', ['News']],
    ['/politics', ['News']],
    ['/bookmarks', ['Saved']],
    ['/sport', []],
    ['/contact', []],
  ] as const) {
    await page.goto(path)
    await expect(shortcutsOf(page).getByRole('listitem')).toHaveText(['Home', 'News', 'Saved'])
    await expect(shortcutsOf(page).locator('[aria-current]'), path).toHaveText([...current])
  }
})

test('the tabs link to their pages', async ({ page }) => {
  await page.goto('/')
  await tabOf(page, 'News').tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
  await expect(tabOf(page, 'News')).toHaveAttribute('aria-current', 'page')
  await tabOf(page, 'Saved').tap()
  await expect(page).toHaveURL('/bookmarks')
  await tabOf(page, 'Home').tap()
  await expect(page).toHaveURL('/')
})

test('the bar is fixed at the bottom of the window and does not cover the end of the page', async ({
  site,
  page,
}) => {
  await site.publish(stories(16))
  await page.goto('/')
  const box = await barOf(page).boundingBox()
  expect(box).toMatchObject({ x: 0, width: 375 })
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(700)
  const height = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'))
    probe.style.height = 'var(--tabs-height)'
    return probe.getBoundingClientRect().height
  })
  expect(height).toBe(box?.height)
  await scrollTo(page, 100_000)
  const last = await page.getByRole('contentinfo').boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0)
})

test('the search and scroll-to-top buttons are in the bar, where they cover no text', async ({
  site,
  page,
}) => {
  await site.publish(stories(16))
  await page.goto('/')
  const before = await tabOf(page, 'Saved').boundingBox()
  await scrollTo(page, 800)
  await expect(toTopOf(page)).toBeVisible()
  const bar = await barOf(page).boundingBox()
  for (const button of [searchOf(page), toTopOf(page)]) {
    const box = await button.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(bar?.y ?? 0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  }
  expect(await tabOf(page, 'Saved').boundingBox()).toEqual(before)
})

test('controls at the bottom are large enough for touch and do not overlap', async ({ site, page }) => {
  await site.publish(stories(16))
  await page.goto('/')
  await scrollTo(page, 800)
  await expect(toTopOf(page)).toBeVisible()
  const boxes = await Promise.all(
    [searchOf(page), toTopOf(page), ...['Home', 'News', 'Saved'].map((name) => tabOf(page, name))].map(
      async (locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 },
    ),
  )
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

test('the tabs do not cover the focused element', async ({ site, page }) => {
  await site.publish(stories(16))
  await page.goto('/')
  await page.getByRole('link', { name: 'Story 2', exact: true }).focus()
  const tabs = await shortcutsOf(page).getByRole('list').boundingBox()
  for (let story = 3; story <= 15; story += 1) {
    await page.keyboard.press('Tab')
    const link = page.getByRole('link', { name: `Story ${story}`, exact: true })
    await expect(link).toBeFocused()
    const box = await link.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)
  }
})

test('the tabs are hidden while a text field has the focus', async ({ page }) => {
  await page.goto('/')
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

test('the phone controls are hidden from 768 px up', async ({ site, page }) => {
  await site.publish(stories(16))
  await page.setViewportSize({ width: 768, height: 700 })
  await page.goto('/')
  await scrollTo(page, 800)
  await expect(shortcutsOf(page)).toBeHidden()
  await expect(toTopOf(page)).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.body).paddingBottom)).toBe('0px')
})

test('the floating button opens the search dialog', async ({ page }) => {
  await page.goto('/')
  await searchOf(page).tap()
  const dialog = page.getByRole('dialog', { name: 'Search Articles' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(searchOf(page)).toBeFocused()
})

test('the button "Scroll to top" appears after 300 px of scroll', async ({ site, page }) => {
  await site.publish(stories(16))
  await page.goto('/')
  await expect(toTopOf(page)).toHaveCount(0)
  await scrollTo(page, 301)
  await expect(toTopOf(page)).toBeVisible()
  await scrollTo(page, 300)
  await expect(toTopOf(page)).toHaveCount(0)
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`"Scroll to top" scrolls to the top and focuses the main content (motion: ${reducedMotion})`, async ({
    site,
    page,
  }) => {
    await site.publish(stories(16))
    await page.emulateMedia({ reducedMotion })
    await page.goto('/')
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
    await expect.poll(() => scrolled(page)).toBe(0)
    if (reducedMotion === 'reduce') expect(positions.every((top) => top === 0)).toBe(true)
    else expect(positions.some((top) => top > 0)).toBe(true)
    await expect(toTopOf(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
  })
}

test('the tab order is header, ticker, page, shortcuts', async ({ site, page }) => {
  await site.publish([{ title: 'The lead', is_breaking: true }])
  await page.goto('/')
  const seen: string[] = []
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(
      () =>
        document.activeElement?.getAttribute('aria-label') ??
        document.activeElement?.textContent?.trim() ??
        '',
    )
    const isVisible = await page.evaluate(() => document.activeElement?.checkVisibility() ?? false)
    expect(isVisible, `${name} has the focus and is visible`).toBe(true)
    seen.push(name)
    if (name === 'Saved') break
  }
  expect(seen.slice(0, 3)).toEqual(['Skip to content', 'Sections', 'Masthead'])
  expect(
    seen.filter((name) =>
      ['Travel', 'The lead', 'Contact', 'Search', 'Home', 'News', 'Saved'].includes(name),
    ),
  ).toEqual(expect.arrayContaining(['Travel', 'The lead', 'Contact', 'Search', 'Home', 'News', 'Saved']))
  expect(seen.at(-1)).toBe('Saved')
})

for (const { name, width, height } of [
  { name: 'a narrow phone', width: 320, height: 568 },
  { name: 'a desktop at 200% zoom', width: 640, height: 400 },
  { name: 'a desktop at 400% zoom', width: 320, height: 200 },
]) {
  test(`all controls are reachable on ${name}, even with long names`, async ({ site, page }) => {
    const long = LAYOUT_STRESS_TEXTS[0] ?? ''
    await site.set({ site_name: long })
    await site.publish([
      { title: long, is_breaking: true },
      { title: LAYOUT_STRESS_TEXTS[1] ?? '', is_breaking: true },
      ...stories(12),
    ])
    await page.setViewportSize({ width, height })
    await page.goto('/')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expect(page.getByRole('button', { name: 'Sections' })).toBeInViewport({ ratio: 1 })
    if (height < 320) await tabOf(page, 'Saved').scrollIntoViewIfNeeded()
    await expect(tabOf(page, 'Saved')).toBeInViewport({ ratio: 1 })
    await expect(searchOf(page)).toBeInViewport({ ratio: 1 })
  })
}

test('social links are in the footer on a phone', async ({ site, page }) => {
  await site.set({ facebook_url: 'https://www.facebook.com/masthead', twitter_url: 'https://x.com/masthead' })
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: / on / })).toHaveCount(0)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: / on / })).toHaveCount(2)
})

test('a scrolled page is accessible', async ({ site, page }) => {
  await site.publish(stories(16, { is_breaking: true }))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/')
    await scrollTo(page, 1_000)
    await expect(toTopOf(page)).toBeVisible()
    await expectAccessible(page)
  }
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
