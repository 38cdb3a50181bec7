import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Blocks' })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Article settings' })

// Each test is a long journey.
test.slow()

test.beforeEach(async ({ site, page }) => {
  await signIn(site, page.request)
})

test('a block is chosen with the keyboard, and the shortcuts are listed', async ({ site, page }) => {
  const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  await expect(page.getByRole('button', { name: 'Insert block' })).toBeVisible()
  await content(page).press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await expect(menu(page).getByRole('combobox')).toBeFocused()
  await expectAccessible(page)

  // The filter text is not part of the article.
  await page.keyboard.type('he')
  await expect(menu(page).getByRole('option')).toHaveText([/^Heading/, /^Subheading/])
  await expect(content(page)).toHaveText('Milk first.')
  await page.keyboard.press('ArrowDown')
  await expect(menu(page).getByRole('option', { name: 'Subheading' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(content(page)).toBeFocused()
  await page.keyboard.type('Sugar')
  await expect(content(page).getByRole('heading', { level: 3 })).toHaveText('Sugar')

  // Escape inserts the typed text. In other paragraphs, the slash is text.
  await page.keyboard.press('Enter')
  await page.keyboard.type('/p')
  await expect(menu(page).getByRole('option')).toHaveText([/^Paragraph/])
  await page.keyboard.press('Escape')
  await expect(content(page)).toBeFocused()
  await page.keyboard.type(' or 1/2')
  await expect(content(page)).toContainText('/p or 1/2')
  await page.getByRole('button', { name: 'Insert block' }).click()
  await menu(page).getByRole('option', { name: 'Quotation' }).click()
  await expect(content(page).getByRole('blockquote')).toHaveText('/p or 1/2')

  // Smart quotes while typing. One Undo restores the typed characters.
  await content(page).press('ControlOrMeta+End')
  await page.keyboard.type(' "no"')
  await expect(content(page).getByRole('blockquote')).toHaveText('/p or 1/2 “no”')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(content(page).getByRole('blockquote')).toHaveText('/p or 1/2 “no"')
  await page.getByLabel('Title').fill('')
  await page.getByLabel('Title').pressSequentially("Tea isn't at four...")
  await expect(page.getByLabel('Title')).toHaveValue('Tea isn’t at four…')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByLabel('Title')).toHaveValue('Tea isn’t at four...')
  await page.getByLabel('Title').fill('Tea at four')
  await content(page).focus()

  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('Control+/')
  await expect(shortcuts.getByText('Choose a block, in an empty paragraph')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(content(page)).toBeFocused()

  // Single-key shortcuts can be turned off.
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.goto('/admin/articles')
  const title = page.getByRole('button', { name: 'Tea at four', exact: true })
  await expect(title).toBeVisible()
  await page.keyboard.press('?')
  await shortcuts.getByLabel('Single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await page.keyboard.press('j')
  await expect(title).not.toBeFocused()
  await page.getByRole('button', { name: 'Keyboard Shortcuts' }).click()
  await shortcuts.getByLabel('Single-key shortcuts').check()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await page.keyboard.press('j')
  await expect(title).toBeFocused()
})

test('on a phone, the settings are a sheet, and notes open from the text', async ({ site, page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/admin/articles?article=new')
  await content(page).fill('Milk first, then tea.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(panel(page)).toBeFocused()
  await expectAccessible(page)
  await panel(page).getByLabel('Category').selectOption('Politics')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Settings', exact: true })).toBeFocused()

  // A note is added on the selection, in a section that was closed.
  await page.evaluate(() => localStorage.setItem('masthead-editor-closed-notes', ''))
  await page.reload()
  await content(page).press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+Alt+m')
  await expect(panel(page).getByLabel('Note', { exact: true })).toBeFocused()
  await page.keyboard.type('Is this right?')
  await page.keyboard.press('ControlOrMeta+Enter')
  const note = panel(page).getByRole('list', { name: 'Open notes' }).getByRole('listitem')
  await expect(note).toContainText('Is this right?')
  await note.getByRole('button', { name: 'Show in text' }).click()
  await expect(panel(page)).toBeHidden()
  await expect(content(page)).toBeFocused()
  await content(page).locator('.note-passage').click()
  await expect(note).toBeFocused()
  await panel(page).getByRole('button', { name: 'Close' }).click()

  // An on-screen keyboard leaves the upper 400 px.
  await content(page).focus()
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
  await page.evaluate(() => {
    const viewport = window.visualViewport
    if (viewport) Reflect.deleteProperty(viewport, 'height')
    viewport?.dispatchEvent(new Event('resize'))
  })

  await page.getByLabel('Title').fill('Tea at four')
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expect(page.getByText('Article created successfully', { exact: true })).toBeVisible()
  expect(await site.sql('select title, category from articles')).toEqual([
    { title: 'Tea at four', category: 'Politics' },
  ])
})
