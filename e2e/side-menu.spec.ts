import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'
import { LAYOUT_STRESS_TEXTS } from './fixtures/untrusted-content.ts'

test.use({ viewport: { width: 375, height: 800 } })

const buttonOf = (page: Page) => page.getByRole('button', { name: 'Sections' })
const menuOf = (page: Page) => page.getByRole('dialog', { name: 'Sections' })
const linkOf = (page: Page, name: string) => menuOf(page).getByRole('link', { name, exact: true })

async function open(page: Page) {
  await page.goto('/')
  await openMenu(page)
}

/** Waits until the menu has slid in, because it ignores touches beside it in the task that shows it. */
async function openMenu(page: Page) {
  await buttonOf(page).click()
  await expect(menuOf(page)).toBeVisible()
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
}

test('the menu fills the left edge, has three groups, the site name, however long, a close button and a footer, is accessible, and scrolls on a small screen', async ({
  site,
  page,
}) => {
  const name = LAYOUT_STRESS_TEXTS[0] ?? ''
  await site.set({ site_name: name })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  expect(await menuOf(page).evaluate((menu) => menu.scrollWidth)).toBe(320)
  expect(await menuOf(page).boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 800 })
  const groups = menuOf(page).getByRole('region')
  await expect(groups).toHaveCount(3)
  for (const [name, links] of [
    ['Main', ['Home', 'Latest']],
    [
      'Categories',
      ['Politics', 'Sport', 'Showbiz', 'TV', 'Health', 'Technology', 'Science', 'Money', 'Travel'],
    ],
    ['Tools', ['Search', 'Reading List']],
  ] as const) {
    await expect(menuOf(page).getByRole('region', { name }).getByRole('link')).toHaveText([...links])
  }
  for (const [name, href] of [
    ['Home', '/'],
    ['Latest', '/news'],
    ['TV', '/tv'],
    ['Search', '/search'],
    ['Reading List', '/bookmarks'],
  ] as const) {
    await expect(linkOf(page, name)).toHaveAttribute('href', href)
  }
  await expect(menuOf(page).getByText(name)).toBeVisible()
  await expect(menuOf(page).getByText('Latest news at your fingertips')).toBeVisible()
  await expect(menuOf(page).getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 400 })
  await linkOf(page, 'Reading List').click()
  await expect(page).toHaveURL('/bookmarks')
})

test('a link closes the menu, focuses its page, is highlighted there, and leaves no history entry behind', async ({
  site,
  page,
}) => {
  const expectCurrent = async (...names: string[]) => {
    await expect(menuOf(page).locator('[aria-current=page]')).toHaveText(names)
    await expect(menuOf(page).locator('[aria-current]')).toHaveCount(names.length)
  }
  const expectClosed = () => expect(menuOf(page)).toHaveCount(0)
  await site.publish(stories(1, { category: 'Health' }))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  await expectCurrent('Home')
  await linkOf(page, 'Latest').click()
  await expectClosed()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
  await expect(page.getByRole('main')).toBeFocused()

  await openMenu(page)
  await expectCurrent('Latest')
  await page.keyboard.press('Escape')
  await expectClosed()
  await openMenu(page)
  await linkOf(page, 'Health').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Health')

  await test.step('the link to the current page restores the focus', async () => {
    await openMenu(page)
    await expectCurrent('Health')
    await linkOf(page, 'Health').click()
    await expectClosed()
    await expect(buttonOf(page)).toBeFocused()
  })
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('Escape, its button, a touch beside it and a wide window close the menu', async ({ page }) => {
  await open(page)
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => menuOf(page).getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(350, 400),
  ]) {
    await close()
    await expect(menuOf(page)).toHaveCount(0)
    await expect(page).toHaveURL('/')
    await expect(buttonOf(page)).toBeFocused()
    await openMenu(page)
  }
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(menuOf(page)).toHaveCount(0)
  await expect(buttonOf(page)).toBeHidden()
})

test('the page under the menu neither scrolls nor shifts, Back closes the menu, and the next Back leaves the page', async ({
  site,
  page,
}) => {
  await site.publish(stories(20))
  await page.goto('/tv')
  await page.goto('/news')
  await page.mouse.wheel(0, 200)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(200)
  const story = page.getByRole('article', { includeHidden: true }).nth(3)
  const before = await story.boundingBox()
  // Playwright's click would scroll the sticky header into view.
  await page.mouse.click(24, 24)
  await expect(menuOf(page)).toBeVisible()
  await page.mouse.move(350, 400)
  await page.mouse.wheel(0, 200)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  expect(await page.evaluate(() => scrollY)).toBe(200)
  expect(await story.boundingBox()).toEqual(before)
  await page.goBack()
  await expect(menuOf(page)).toHaveCount(0)
  await expect(page).toHaveURL('/news')
  await expect(buttonOf(page)).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(200)
  // The page is released after the menu was removed.
  await expect(page.locator('body[data-scroll-locked]')).toHaveCount(0)
  await page.mouse.wheel(0, 100)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  await page.goBack()
  await expect(page).toHaveURL('/tv')
})

test('the menu is opened, navigated and used with the keyboard, traps the focus, and does not slide with reduced motion', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(buttonOf(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(menuOf(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(menuOf(page)).toBeVisible()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await page.keyboard.press('Shift+Tab')
  await expect(linkOf(page, 'Reading List')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(linkOf(page, 'Home')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the menu loads on first use; if that fails, the button links to the sections in the footer', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_FAILED: \/assets\/|Failed to fetch dynamically imported module/)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(requested.filter((url) => url.includes('SideMenu'))).toEqual([])
  await page.route('**/assets/SideMenu*', (route) => route.abort())
  await buttonOf(page).click()
  const sections = page.getByRole('contentinfo').getByRole('navigation', { name: 'Sections' })
  await expect(sections).toBeInViewport()
  await page.unroute('**/assets/SideMenu*')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the button links to the sections in the footer, which link to the ten categories', async ({
    page,
  }) => {
    await page.goto('/money')
    await buttonOf(page).click()
    await expect(page).toHaveURL(/\/money\??#sections$/)
    const sections = page.getByRole('contentinfo').getByRole('navigation', { name: 'Sections' })
    await expect(sections).toBeInViewport()
    await expect(sections.getByRole('link')).toHaveCount(10)
    await sections.getByRole('link', { name: 'Science' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Science')
  })
})
