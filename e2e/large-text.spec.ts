import type { Page } from '@playwright/test'
import {
  SCREENS as ADMIN_SCREENS,
  forEachTab,
  openScreen,
  SCREENS_OF_EMPTY_SITE,
  SIGN_IN_SCREENS,
} from './fixtures/admin-screens.ts'
import { signIn } from './fixtures/administrator.ts'
import { EMPTY_PAGES, MISSING_PAGES, OUTCOMES, SCREENS } from './fixtures/reader-screens.ts'
import { expect, test } from './fixtures/test.ts'

/** Twice the default, as people set it in the settings of their browser. Media queries in rem count it too. */
const FONT_SIZES = { standard: 32, fixed: 26 }

/** The widths of small and large phones. */
const WIDTHS = [320, 375, 414]
const SMALL_PHONE = { width: 320, height: 800 }
/** Has the sidebar of the admin area. */
const WIDE_WINDOW = { width: 1700, height: 900 }

/** Parts that scroll sideways on purpose, so that the page does not. */
const SCROLLERS = '.scroll-row, .category-line, [role="tablist"], [role="toolbar"], :has(> table), pre'

/** Screens without a link in the sidebar, and dialogs: for each path, the buttons to press, one after another. */
const DIALOGS: Record<string, string[][]> = {
  '/admin/nowhere': [],
  '/admin': [['Open Sidebar'], ['Open Sidebar', 'Keyboard Shortcuts']],
  '/admin/articles': [
    ['New Idea'],
    ['More actions for Harbour opens'],
    ['More actions for Harbour opens', 'Assign…'],
    ['More actions for Harbour opens', 'Delete…'],
  ],
  '/admin/calendar?day=2026-06-15': [],
  '/admin/calendar?view=week&day=2026-06-15': [],
  '/admin/topics': [['New Topic']],
  '/admin/feeds': [['Add Feed'], ['Import OPML'], ['Edit The Gone']],
  '/admin/users': [['Invite User']],
}
const EDITOR_DIALOGS = [
  ['Settings'],
  ['Settings', 'Full Width'],
  ['Settings', 'Share…'],
  ['Update Article'],
  ['Schedule'],
  ['Revisions'],
  ['Withdraw'],
]

const TEXT =
  '<h2>Part</h2><p>Text with a <a href="https://example.org/">link</a>.</p><ul><li>One</li></ul><blockquote>Said.</blockquote>'

test.use({ hasTouch: true })

test.beforeEach(async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: FONT_SIZES })
})

/** Expects that neither the page nor a part of it is too wide for phones. Leaves the page as wide as it was. */
async function expectToFit(page: Page): Promise<void> {
  const before = page.viewportSize() ?? WIDE_WINDOW
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() => page.evaluate(findWideParts, SCROLLERS), { message: `parts that ${width} px cut off` })
      .toEqual([])
  }
  await page.setViewportSize(before)
}

function findWideParts(scrollers: string): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const wide = [...document.querySelectorAll('body *')].filter((element) => {
    const { left, right, width, height } = element.getBoundingClientRect()
    const isVisible = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    if (!isVisible || width < 2 || height < 2 || element.parentElement?.closest(scrollers)) return false
    const isScrollable = /auto|scroll/.test(getComputedStyle(element).overflowX)
    const isScrolled = isScrollable && element.scrollWidth > element.clientWidth + 1
    return left < -1 || right > clientWidth + 1 || (isScrolled && !element.matches(scrollers))
  })
  const found = wide.map((element) => {
    const { left, right } = element.getBoundingClientRect()
    return `${Math.round(left)} to ${Math.round(right)} px: <${element.localName} class="${element.className}">`
  })
  return scrollWidth > clientWidth ? [`the page: ${scrollWidth} px`, ...found] : found
}

for (const { name, path, prepare, open } of SCREENS) {
  test(`phones have room for ${name} at twice the text size`, async ({ site, page }) => {
    const address = (await prepare?.(site)) ?? path
    if (open) await open(page)
    else await page.goto(address)
    await expectToFit(page)
  })
}

test('other pages, the menu and the search dialog fit phones at twice the text size', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 404/)
  const outcomes = OUTCOMES.map((outcome) => `/newsletter?outcome=${outcome}#signup`)
  for (const path of [...EMPTY_PAGES, ...MISSING_PAGES, ...outcomes, '/corrections', '/contact', '/search'])
    await test.step(path, async () => {
      await page.goto(path)
      await expectToFit(page)
    })
  await page.setViewportSize(SMALL_PHONE)
  for (const [role, name] of [
    ['button', 'Sections'],
    ['link', 'Search'],
  ] as const)
    await test.step(name, async () => {
      await page.goto('/')
      await page.getByRole('banner').getByRole(role, { name }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectToFit(page)
    })
})

test('the sign-in screens fit phones at twice the text size', async ({ page }) => {
  for (const [path, label] of Object.entries(SIGN_IN_SCREENS))
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByLabel(label)).toBeVisible()
      await expectToFit(page)
    })
})

for (const [name, screens] of [
  ['an empty site', SCREENS_OF_EMPTY_SITE],
  ['a site with content', ADMIN_SCREENS],
] as const) {
  test(`the screens of ${name} fit phones at twice the text size`, async ({ site, page }) => {
    test.slow()
    await signIn(site, page.request)
    await page.setViewportSize(WIDE_WINDOW)
    await page.goto('/admin')
    for (const screen of screens)
      await test.step(screen.name, async () => {
        await screen.prepare?.(site)
        await openScreen(page, screen)
        await expectToFit(page)
        await forEachTab(page, screen, () => expectToFit(page))
      })
  })
}

test('the editor and the dialogs of the admin area fit phones at twice the text size', async ({
  site,
  page,
  pageErrors,
}) => {
  test.slow()
  pageErrors.allow(/status 404/)
  await signIn(site, page.request)
  for (const { prepare } of ADMIN_SCREENS) await prepare?.(site)
  const [id] = await site.publish([
    {
      title: 'Harbour opens',
      content: TEXT,
      image_url: '/samples/sport-1.webp',
      source_url: 'https://example.org/',
    },
  ])
  await page.setViewportSize(SMALL_PHONE)
  for (const [path, dialogs] of Object.entries({
    ...DIALOGS,
    [`/admin/articles?article=${id}`]: EDITOR_DIALOGS,
  })) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/^Loading/)).toHaveCount(0)
      await expectToFit(page)
    })
    for (const names of dialogs)
      await test.step(names.join(', '), async () => {
        const opened = page.locator('[role=dialog], [role=alertdialog], [role=menu]')
        for (const name of names)
          await page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).last().click()
        await expect(opened.last()).toBeVisible()
        await expectToFit(page)
        while (await opened.count()) {
          const count = await opened.count()
          await page.keyboard.press('Escape')
          await expect.poll(() => opened.count()).toBeLessThan(count)
        }
      })
  }
})
