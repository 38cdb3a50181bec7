import type { Page } from '@playwright/test'
import {
  type AdminScreen,
  forEachTab,
  openScreen,
  SCREENS,
  SCREENS_OF_EMPTY_SITE,
  SIGN_IN_SCREENS,
  sidebarLinks,
} from './fixtures/admin-screens.ts'
import { signIn } from './fixtures/administrator.ts'
import { expectAccessibleAtNextWidth } from './fixtures/expect-accessible.ts'
import { enlargeText, expectToFit } from './fixtures/expect-to-fit.ts'
import { expect, test } from './fixtures/test.ts'

/** The narrowest window with a sidebar. */
const NARROW_WINDOW = { width: 768, height: 900 }
/** The smallest phone: dialogs are as wide as the window. */
const PHONE = { width: 320, height: 800 }

async function expectUncutLabels(page: Page): Promise<void> {
  const cutOff = await page
    .locator('main :is(a, button)')
    .evaluateAll((all) =>
      all
        .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent),
    )
  expect(cutOff, 'labels that are cut off').toEqual([])
}

/** Opens the dialogs of a screen one after another on a phone. */
async function expectDialogsToFit(page: Page, { dialogs = {} }: AdminScreen): Promise<void> {
  const opened = page.locator('[role=dialog], [role=alertdialog], [role=menu]')
  for (const [title, buttons] of Object.entries(dialogs))
    await test.step(title, async () => {
      for (const name of buttons)
        await page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).last().click()
      const named = { name: title, exact: true }
      await expect(
        page
          .getByRole('dialog', named)
          .or(page.getByRole('alertdialog', named))
          .or(page.getByRole('menu', named)),
      ).toBeVisible()
      await expectToFit(page)
      while (await opened.count()) {
        const count = await opened.count()
        await page.keyboard.press('Escape')
        await expect.poll(() => opened.count()).toBeLessThan(count)
      }
    })
}

const states = { next: 0 }

/** Expects that the open page is accessible, and fits the smallest phone at twice the text size with its dialogs. */
async function expectReadable(page: Page, screen?: AdminScreen): Promise<void> {
  await expectAccessibleAtNextWidth(page, states.next)
  states.next += 1
  const restoreText = await enlargeText(page)
  await page.setViewportSize(PHONE)
  await expectToFit(page)
  if (screen) await expectDialogsToFit(page, screen)
  await restoreText()
  await page.setViewportSize(NARROW_WINDOW)
}

test('the sign-in screens are accessible, and fit phones at twice the text size', async ({ page }) => {
  for (const [path, label] of Object.entries(SIGN_IN_SCREENS))
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByLabel(label)).toBeVisible()
      await expectReadable(page)
    })
})

test('the screens of the admin area have their titles, are accessible, and fit phones at twice the text size with their dialogs', async ({
  site,
  page,
}) => {
  // The journey visits all screens.
  test.setTimeout(300_000)
  await signIn(site, page.request)
  await page.setViewportSize(NARROW_WINDOW)
  await page.goto('/admin')
  const screens = [...SCREENS_OF_EMPTY_SITE, ...SCREENS]
  await expect(sidebarLinks(page)).not.toHaveCount(0)
  const names = await sidebarLinks(page).allTextContents()
  expect(names.filter((name) => !screens.some((screen) => screen.name === name))).toEqual([])
  for (const screen of screens)
    await test.step(screen.name, async () => {
      await screen.prepare?.(site)
      await openScreen(page, screen)
      await expectUncutLabels(page)
      await expectReadable(page, screen)
      await forEachTab(page, screen, () => expectReadable(page))
    })
})
