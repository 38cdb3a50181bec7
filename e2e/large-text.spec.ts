import { SCREENS } from './fixtures/admin-screens.ts'
import { signIn } from './fixtures/administrator.ts'
import { enlargeText, expectToFit } from './fixtures/expect-to-fit.ts'
import { expect, test } from './fixtures/test.ts'

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
  '/admin/front': [['Breaking Bar'], ['History'], ['Preview']],
  '/admin/redirects': [['New Redirect']],
  '/admin/topics': [['New Topic']],
  '/admin/feeds': [['Add Feed'], ['Import OPML'], ['Edit The Gone']],
  '/admin/users': [['Invite User']],
}
const EDITOR_DIALOGS = [
  ['Settings'],
  ['Settings', 'Full Width'],
  ['Settings', 'Share…'],
  ['Update Article'],
  ['More actions'],
  ['More actions', 'Schedule'],
  ['More actions', 'Revisions'],
  ['More actions', 'HTML Source'],
  ['More actions', 'Withdraw'],
]

const TEXT =
  '<h2>Part</h2><p>Text with a <a href="https://example.org/">link</a>.</p><ul><li>One</li></ul><blockquote>Said.</blockquote>'

test('the editor and the dialogs of the admin area fit phones at twice the text size', async ({
  site,
  page,
  pageErrors,
}) => {
  test.slow()
  pageErrors.allow(/status 404/)
  await signIn(site, page.request)
  for (const { prepare } of SCREENS) await prepare?.(site)
  const [id] = await site.publish([
    {
      title: 'Harbour opens',
      content: TEXT,
      image_url: '/samples/sport-1.webp',
      source_url: 'https://example.org/',
    },
  ])
  // The smallest phone: dialogs are as wide as the window.
  await page.setViewportSize({ width: 320, height: 800 })
  await enlargeText(page)
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
