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
import { expectReadable } from './fixtures/expect-readable.ts'
import { expect, test } from './fixtures/test.ts'

/** Opens a screen, in the narrowest window with a sidebar. */
async function openInNarrowWindow(page: Page, screen: AdminScreen): Promise<void> {
  await page.setViewportSize({ width: 768, height: 900 })
  await openScreen(page, screen)
  const cutOff = await page
    .locator('main :is(a, button)')
    .evaluateAll((all) =>
      all
        .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent),
    )
  expect(cutOff, 'labels that are cut off').toEqual([])
}

async function expectScreenReadable(page: Page, screen: AdminScreen): Promise<void> {
  await openInNarrowWindow(page, screen)
  await expectReadable(page)
  await forEachTab(page, screen, () => expectReadable(page))
}

// Each test visits many screens.
test.slow()

test('the sign-in screens are accessible, and fit phones at twice the text size', async ({ page }) => {
  for (const [path, label] of Object.entries(SIGN_IN_SCREENS))
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByLabel(label)).toBeVisible()
      await expectReadable(page)
    })
})

test('the screens of an empty site have their titles, and are accessible and readable at every width', async ({
  site,
  page,
}) => {
  await signIn(site, page.request)
  await page.goto('/admin')
  for (const screen of SCREENS_OF_EMPTY_SITE)
    await test.step(screen.name, () => expectScreenReadable(page, screen))
  // The sidebar is back once the window is wide again.
  await expect(sidebarLinks(page)).not.toHaveCount(0)
  const visited = SCREENS_OF_EMPTY_SITE.map(({ name }) => name)
  const others = (await sidebarLinks(page).allTextContents()).filter((name) => !visited.includes(name))
  expect(others).toHaveLength(15)
  for (const name of others) await test.step(name, () => openInNarrowWindow(page, { name }))
})

test('the screens of a site with content are accessible and readable at every width', async ({
  site,
  page,
}) => {
  await signIn(site, page.request)
  await page.goto('/admin')
  for (const screen of SCREENS)
    await test.step(screen.name, async () => {
      await screen.prepare?.(site)
      await expectScreenReadable(page, screen)
    })
})
