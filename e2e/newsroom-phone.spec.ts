import { devices, type Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expectCaretIn, moveCaret } from './fixtures/caret.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { gapBetween } from './fixtures/gap-between.ts'
import { holdRequests } from './fixtures/hold-requests.ts'
import { expect, test } from './fixtures/test.ts'

const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 375, height: 700 } })
test.slow()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Article settings' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** The page does not scroll sideways, and the buttons that are shown are large enough for a thumb. */
async function expectUsable(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  const small = await page
    .locator('main button:visible, [role=dialog] button:visible')
    .evaluateAll((buttons) =>
      buttons.flatMap((one) => {
        const { width, height } = one.getBoundingClientRect()
        return Math.max(width, height) < 44 || Math.min(width, height) < 24 ? [one.outerHTML] : []
      }),
    )
  expect(small).toEqual([])
}

test('an article is written, with its settings and a note, and sent for review by touch', async ({
  site,
  page,
}) => {
  await signIn(site, page.request)
  await site.sql(
    "insert into site_settings (setting_name, setting_value) values ('require_second_person', 'true')",
  )
  // A closed section of notes must open for a new note.
  await page.addInitScript(() => localStorage.setItem('masthead-editor-closed-notes', ''))
  // The fields do not move under the finger when the settings, which decide on the buttons above them, arrive late.
  const release = await holdRequests(page, '**/_serverFn/getNewsroomSettings*')
  await page.goto('/admin/articles')
  await button(page, 'Create Article').tap()
  await expect(page.getByText('Loading article…')).toBeVisible()
  release()
  const content = page.getByRole('textbox', { name: 'Content', exact: true })
  await page.getByLabel('Title').tap()
  await page.keyboard.type('Council votes on trams')
  await content.tap()
  await page.keyboard.type('A vote is due.')
  await expect(page.getByLabel('Title')).toHaveText('Council votes on trams')
  await expectUsable(page)

  await test.step('the settings are a sheet', async () => {
    await button(page, 'Settings').tap()
    await expect(panel(page)).toBeFocused()
    await expectAccessible(page)
    await panel(page).getByLabel('Category').selectOption('Politics')
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(button(page, 'Settings')).toBeFocused()
  })

  await test.step('a note opens from the text', async () => {
    await moveCaret(content, 'end')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+Alt+m')
    await expect(panel(page).getByLabel('Note', { exact: true })).toBeFocused()
    await page.keyboard.type('Is this right?')
    await page.keyboard.press('ControlOrMeta+Enter')
    const note = panel(page).getByRole('list', { name: 'Open notes' }).getByRole('listitem')
    await expect(note).toContainText('Is this right?')
    await note.getByRole('button', { name: 'Show in Text' }).tap()
    await expect(panel(page)).toBeHidden()
    await expectCaretIn(content)
    await content.locator('.note-passage').tap()
    await expect(note).toBeFocused()
    await panel(page).getByRole('button', { name: 'Close' }).tap()
  })

  await test.step('an on-screen keyboard leaves the upper 400 px', async () => {
    await moveCaret(content, 'end')
    await page.evaluate(() => {
      const viewport = window.visualViewport
      if (!viewport) throw new Error('There is no visual viewport')
      Object.defineProperty(viewport, 'height', { value: 400, configurable: true })
      viewport.dispatchEvent(new Event('resize'))
    })
    const tools = page.getByRole('toolbar', { name: 'Formatting' })
    await expect
      .poll(async () => {
        const box = await tools.boundingBox()
        return box && Math.round(box.y + box.height)
      })
      .toBe(400)
    await page.keyboard.press('ControlOrMeta+k')
    await expect.poll(() => gapBetween(page.getByRole('dialog', { name: 'Link' }), tools)).toBeLessThan(12)
    await page.keyboard.press('Escape')
    await page.evaluate(() => {
      const viewport = window.visualViewport
      if (viewport) Reflect.deleteProperty(viewport, 'height')
      viewport?.dispatchEvent(new Event('resize'))
    })
  })

  // The publish check is in view without the settings.
  await page.getByText('The standfirst (Summary) is empty.').scrollIntoViewIfNeeded()
  await button(page, 'Submit for Review').tap()
  await expectUsable(page)
  await dialog(page, 'Submit for review').getByRole('button', { name: 'Submit for Review' }).tap()
  // The toast covers no button of the row below.
  const toast = page.getByRole('listitem').filter({ hasText: 'Submitted for review' })
  await expect(toast).toBeVisible()
  await expect.poll(() => gapBetween(toast, button(page, 'More actions'))).not.toBe(Infinity)
  expect(await site.sql("select title, fields->>'category' as category from drafts")).toEqual([
    { title: 'Council votes on trams', category: 'Politics' },
  ])
})
