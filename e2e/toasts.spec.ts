import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { ToastMessage } from '#ui/render-toast.tsx'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'
import { LAYOUT_STRESS_TEXTS } from './fixtures/untrusted-content.ts'

const region = (page: Page) => page.getByRole('region', { name: /^Notifications/ })
const toasts = (page: Page) => region(page).getByRole('listitem')

/** Shows a toast with the page's own script. */
async function show(page: Page, message: ToastMessage): Promise<void> {
  const file = readdirSync('dist/client/assets').find((name) => /^render-toast-[\w-]+\.js$/.test(name))
  await page.evaluate(async ([file, message]) => (await import(`/assets/${file}`)).renderToast(message), [
    file,
    message,
  ] as const)
}

test('a toast is announced politely in a live region that exists before it', async ({ site, page }) => {
  const [id] = await site.publish(stories(1))
  await page.goto(`/article/${id}`)
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver((changes) => {
      const added = changes
        .flatMap(({ addedNodes }) => [...addedNodes])
        .filter((node) => node instanceof Element)
      const live = added.some((node) => node.matches('[aria-live]') || node.querySelector('[aria-live]'))
      const toast = added.some((node) => node.matches('li') || node.querySelector('li'))
      if (live || toast) seen.push([live && 'region', toast && 'toast'].filter(Boolean).join(' with '))
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(toasts(page)).toHaveText(/Article bookmarked/)
  await expect(region(page)).toHaveAttribute('aria-live', 'polite')
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([
    'region',
    'toast',
  ])
})

test('a toast closes automatically, an error later, and none under the pointer', async ({ page }) => {
  await page.goto('/tv')
  await page.clock.install()
  // The region appears with the first toast, after a while.
  await show(page, { title: 'Earlier' })
  await page.clock.fastForward(4_000)
  await expect(toasts(page)).toHaveCount(0)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  await show(page, { title: 'Said' })
  await show(page, { title: 'Failed', isError: true })
  await page.clock.runFor(3_900)
  await expect(toasts(page)).toHaveCount(2)
  await page.clock.runFor(400)
  await expect(toasts(page)).toHaveText(['Failed'])
  await toasts(page).hover()
  await page.clock.runFor(60_000)
  await expect(toasts(page)).toHaveText(['Failed'])
  await page.mouse.move(0, 0)
  await page.clock.runFor(8_400)
  await expect(toasts(page)).toHaveCount(0)
})

test('a toast is accessible, and focused and closed with the keyboard, which restores the focus', async ({
  page,
}) => {
  await page.goto('/tv')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' })
  await link.focus()
  await show(page, { title: 'Said', durationMs: 60_000 })
  await expect(toasts(page)).toBeVisible()
  await page.keyboard.press('Alt+t')
  await page.keyboard.press('Tab')
  await expect(toasts(page)).toBeFocused()
  await page.keyboard.press('Tab')
  const close = toasts(page).getByRole('button', { name: 'Close' })
  await expect(close).toBeFocused()
  const box = await close.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toHaveCount(0)
  await expect(link).toBeFocused()
  await show(page, { title: 'Said', text: 'What was done', durationMs: 600_000 })
  await show(page, { title: 'Failed', text: 'What was not done', isError: true, durationMs: 600_000 })
  await expect(toasts(page)).toHaveCount(2)
  await expectAccessible(page)
})

test('toasts are above the tabs of a phone and below a dialog', async ({ page }) => {
  await page.goto('/tv')
  await page.evaluate(() => document.documentElement.style.setProperty('--tabs-height', '64px'))
  for (const width of [375, 700]) {
    await page.setViewportSize({ width, height: 700 })
    await show(page, { title: 'Said', durationMs: 60_000 })
    await expect(toasts(page).first()).toBeVisible()
    await expect
      .poll(async () => {
        const box = await toasts(page).first().boundingBox()
        return (box?.y ?? 0) + (box?.height ?? 0)
      })
      .toBe(700 - 64 - 16)
  }
  const order = await region(page)
    .getByRole('list')
    .evaluate((list) => Number(getComputedStyle(list).zIndex))
  expect(order).toBeGreaterThan(10)
  expect(order).toBeLessThan(20)
})

test('long and right-to-left texts do not overflow their toast', async ({ page }) => {
  await page.goto('/tv')
  for (const text of LAYOUT_STRESS_TEXTS.slice(0, 2)) {
    // From wide to narrow, so that a toast is outside of the window until it has moved to its place.
    await page.setViewportSize({ width: 1280, height: 800 })
    await show(page, { title: text, text, durationMs: 60_000 })
    const toast = toasts(page).first()
    await expect(toast).toContainText(text.trim().slice(0, 20))
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const overflow = async () => {
        const { x = -1, width: own = 0 } = (await toast.boundingBox()) ?? {}
        return Math.max(0, -x, x + own - width)
      }
      await expect.poll(overflow, { intervals: [50] }).toBe(0)
      expect(await toast.evaluate((toast) => toast.scrollWidth - toast.clientWidth)).toBe(0)
      const pageOverflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(pageOverflow).toBeLessThanOrEqual(0)
    }
    await toast.getByRole('button', { name: 'Close' }).click()
    await expect(toasts(page)).toHaveCount(0)
  }
})

test('a toast of a failure is shown although the network is gone', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_INTERNET_DISCONNECTED/)
  const [id] = await site.publish(stories(1))
  await page.goto(`/article/${id}`)
  const loading = [/lazy-features/, /render-toast/].map((file) => page.waitForResponse(file))
  await page.mouse.move(10, 300)
  for (const response of await Promise.all(loading)) await response.finished()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(toasts(page)).toContainText('Failed to copy')
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(toasts(page).filter({ hasText: 'Article bookmarked' })).toBeVisible()
})

test('if the toast script fails to load, the action still succeeds', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/net::ERR_FAILED: \/assets\/render-toast/)
  const [id] = await site.publish(stories(1))
  await page.route('**/assets/render-toast*', (route) => route.abort())
  await page.goto(`/article/${id}`)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(page.getByRole('button', { name: 'Bookmarked' })).toBeVisible()
})
