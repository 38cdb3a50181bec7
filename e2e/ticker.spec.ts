import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'
import { LAYOUT_STRESS_TEXTS } from './fixtures/untrusted-content.ts'

const tickerOf = (page: Page) => page.getByRole('region', { name: 'Breaking news' })
const headlineOf = (page: Page) => tickerOf(page).getByRole('link')
const dotsOf = (page: Page) => tickerOf(page).getByRole('button', { name: /^Headline/ })
const pauseOf = (page: Page) => tickerOf(page).getByRole('button', { name: 'Pause headlines' })

/** Expects that the headline does not change for a long time. */
async function expectNoChange(page: Page, headline: string) {
  for (let turn = 0; turn < 3; turn += 1) {
    await page.clock.runFor(5_000)
    await expect(headlineOf(page)).toHaveText(headline)
  }
}

test('the ticker advances every five seconds, pauses on hover, on focus, while the tab is hidden, with its button, and with reduced motion, and a dot selects its headline', async ({
  site,
  page,
}) => {
  await site.publish(stories(3, { is_breaking: true }))
  await page.clock.install()
  await page.goto('/')
  // Paused after loading, since loading depends on the clock. Selecting the first headline restarts its interval.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  for (const number of [3, 1]) await page.getByRole('button', { name: `Headline ${number} of 3` }).click()
  await page.mouse.click(600, 700)
  await expect(tickerOf(page).getByText('Breaking', { exact: true })).toBeVisible()
  await expect(headlineOf(page)).toHaveText('Story 1')
  await page.clock.runFor(4_900)
  await expect(headlineOf(page)).toHaveText('Story 1')
  await page.clock.runFor(200)
  await expect(headlineOf(page)).toHaveText('Story 2')
  await expect(dotsOf(page).nth(1)).toHaveAttribute('aria-current', 'true')
  await page.clock.runFor(5_000)
  await expect(headlineOf(page)).toHaveText('Story 3')
  await page.clock.runFor(5_000)
  await expect(headlineOf(page)).toHaveText('Story 1')

  await expect(dotsOf(page)).toHaveCount(3)
  await page.clock.runFor(4_000)
  await page.getByRole('button', { name: 'Headline 3 of 3' }).click()
  await expect(headlineOf(page)).toHaveText('Story 3')
  await expect(tickerOf(page).locator('[aria-current=true]')).toHaveAccessibleName('Headline 3 of 3')
  await page.mouse.click(600, 700)
  await page.clock.runFor(4_000)
  await expect(headlineOf(page)).toHaveText('Story 3')
  await page.clock.runFor(1_500)
  await expect(headlineOf(page)).toHaveText('Story 1')

  await test.step('a change is not announced, and only the visible headline is focusable', async () => {
    await expect(tickerOf(page).locator('[aria-live], [role=status], [role=alert]')).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Travel' }).focus()
    for (const name of [
      'Story 1',
      'Headline 1 of 3',
      'Headline 2 of 3',
      'Headline 3 of 3',
      'Pause headlines',
    ]) {
      await page.keyboard.press('Tab')
      await expect(page.locator(':focus')).toHaveAccessibleName(name)
    }
  })
  await page.mouse.click(600, 700)
  await test.step('hover', async () => {
    await headlineOf(page).hover()
    await expectNoChange(page, 'Story 1')
    await page.mouse.move(600, 700)
    await page.clock.runFor(5_000)
    await expect(headlineOf(page)).toHaveText('Story 2')
  })
  await test.step('focus', async () => {
    await headlineOf(page).focus()
    await expectNoChange(page, 'Story 2')
    await dotsOf(page).first().focus()
    await expectNoChange(page, 'Story 2')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).focus()
    await page.clock.runFor(5_000)
    await expect(headlineOf(page)).toHaveText('Story 3')
  })
  await test.step('hidden tab', async () => {
    const setHidden = (isHidden: boolean) =>
      page.evaluate(
        (hidden) => Object.defineProperty(document, 'hidden', { value: hidden, configurable: true }),
        isHidden,
      )
    await setHidden(true)
    await expectNoChange(page, 'Story 3')
    await setHidden(false)
    await page.clock.runFor(5_000)
    await expect(headlineOf(page)).toHaveText('Story 1')
  })
  await test.step('button, which keeps the focus', async () => {
    await pauseOf(page).focus()
    await page.keyboard.press('Space')
    const play = tickerOf(page).getByRole('button', { name: 'Play headlines' })
    await expect(play).toBeFocused()
    await expectNoChange(page, 'Story 1')
    await page.keyboard.press('Space')
    await expect(pauseOf(page)).toBeFocused()
    await page.clock.runFor(5_000)
    await expect(headlineOf(page)).toHaveText('Story 2')
  })
  await test.step('reduced motion, without a pause button', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expectNoChange(page, 'Story 2')
    await expect(pauseOf(page)).toBeHidden()
    await dotsOf(page).first().click()
    await expect(headlineOf(page)).toHaveText('Story 1')
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
  await test.step('the headline links to its article, whose ticker does not link to itself', async () => {
    await headlineOf(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Story 1')
    await expect(tickerOf(page).getByText('Story 1')).toBeVisible()
    await expect(headlineOf(page)).toHaveCount(0)
    await dotsOf(page).nth(1).click()
    await expect(headlineOf(page)).toHaveText('Story 2')
  })
})

test('the ticker is on every page, with the five newest breaking stories', async ({
  site,
  page,
  request,
  pageErrors,
}) => {
  pageErrors.allow(/status 404/)
  await site.publish(stories(9).map((row, index) => ({ ...row, is_breaking: index > 1 })))
  for (const path of ['/', '/sport', '/contact', '/search', '/bookmarks', '/nowhere'])
    expect(await (await request.get(path)).text(), path).toContain('Story 3')
  await page.goto('/nowhere')
  await expect(headlineOf(page)).toHaveText('Story 3')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(dotsOf(page)).toHaveCount(5)
  await dotsOf(page).last().click()
  await expect(headlineOf(page)).toHaveText('Story 7')
})

test('without breaking stories there is no ticker, and a single one is added, without controls, and removed on the next page', async ({
  site,
  page,
}) => {
  const title = 'عاجل: السد يصمد'
  const [id] = await site.publish([{ title, category: 'Sport' }])
  await page.goto('/money')
  await expect(tickerOf(page)).toHaveCount(0)
  await site.sql('update articles set is_breaking = true where id = $1', [id])
  await site.set({ site_description: 'After the change' })
  await page.goto('/money')
  await expect(headlineOf(page)).toHaveText(title)
  await expect(tickerOf(page).getByRole('button')).toHaveCount(0)
  // An Arabic headline is right-aligned.
  expect(await headlineOf(page).evaluate((link) => getComputedStyle(link).direction)).toBe('rtl')
  await site.sql('update articles set is_breaking = false where id = $1', [id])
  await site.set({ site_description: 'After the other change' })
  await page.goto('/money')
  await expect(tickerOf(page)).toHaveCount(0)
})

test('headlines of any length and script have the same height', async ({ site, page }) => {
  const titles = ['Short', ...LAYOUT_STRESS_TEXTS.slice(0, 2)]
  await site.publish(titles.map((title) => ({ title, is_breaking: true })))
  await page.goto('/')
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    const heights = new Set<number>()
    for (const title of titles) {
      await dotsOf(page).nth(titles.indexOf(title)).click()
      await expect(headlineOf(page)).toHaveText(title.trim())
      heights.add((await tickerOf(page).boundingBox())?.height ?? 0)
      const dot = await dotsOf(page).first().boundingBox()
      expect(Math.min(dot?.width ?? 0, dot?.height ?? 0)).toBeGreaterThanOrEqual(24)
    }
    expect(heights.size, `heights at ${width} px: ${[...heights]}`).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the first headline is a link, and there are no controls', async ({ site, page }) => {
    await site.publish(stories(3, { is_breaking: true, content: 'What it says.' }))
    await page.goto('/tv')
    await expect(tickerOf(page).getByRole('button')).toHaveCount(0)
    await expect(headlineOf(page)).toHaveText('Story 1')
    await headlineOf(page).click()
    await expect(page.getByText('What it says.')).toBeVisible()
  })
})
