import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expectCaretIn, moveCaret } from './fixtures/caret.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { gapBetween } from './fixtures/gap-between.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Blocks' })
const form = (page: Page) => page.getByRole('dialog', { name: 'Link' })

// Each test is a long journey.
test.slow()

test.beforeEach(async ({ site, page }) => {
  await signIn(site, page.request)
})

test('a block is chosen with the keyboard, and the shortcuts are listed', async ({ site, page }) => {
  const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  await expect(page.getByRole('button', { name: 'Insert block' })).toBeVisible()
  await moveCaret(content(page), 'end')
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
  await expectCaretIn(content(page))
  await page.keyboard.type('Sugar')
  await expect(content(page).getByRole('heading', { level: 3 })).toHaveText('Sugar')

  // Escape inserts the typed text. In other paragraphs, the slash is text.
  await page.keyboard.press('Enter')
  await page.keyboard.type('/p')
  await expect(menu(page).getByRole('option')).toHaveText([/^Paragraph/, 'Pull quote'])
  await page.keyboard.press('Escape')
  await expectCaretIn(content(page))
  await page.keyboard.type(' or 1/2')
  await expect(content(page)).toContainText('/p or 1/2')
  await page.getByRole('button', { name: 'Insert block' }).click()
  await menu(page).getByRole('option', { name: 'Quotation' }).click()
  await expect(content(page).getByRole('blockquote')).toHaveText('/p or 1/2')

  // Smart quotes while typing. One Undo restores the typed characters.
  await moveCaret(content(page), 'end')
  await page.keyboard.type(' "no"')
  await expect(content(page).getByRole('blockquote')).toHaveText('/p or 1/2 “no”')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(content(page).getByRole('blockquote')).toHaveText('/p or 1/2 “no"')
  await page.getByLabel('Title').fill('')
  await moveCaret(page.getByLabel('Title'), 'end')
  await page.keyboard.type("Tea isn't at four...")
  await expect(page.getByLabel('Title')).toHaveText('Tea isn’t at four…')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByLabel('Title')).toHaveText('Tea isn’t at four...')
  await page.getByLabel('Title').fill('Tea at four')
  await moveCaret(content(page), 'end')

  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('Control+/')
  await expect(shortcuts.getByText('Choose a block, in an empty paragraph')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectCaretIn(content(page))
})

test('no key is lost after a block, a link or a format, while frames and timers are late', async ({
  site,
  page,
}) => {
  const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  await moveCaret(content(page), 'end')
  await page.keyboard.press('Enter')
  await page.evaluate(() => {
    const { requestAnimationFrame, setTimeout } = window
    Object.assign(window, {
      requestAnimationFrame: (callback: FrameRequestCallback) =>
        setTimeout(() => requestAnimationFrame(callback), 500),
      setTimeout: (callback: () => void, delay = 0) => setTimeout(callback, delay + 500),
    })
  })

  await page.keyboard.type('/head')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Sugar')
  await expect(content(page).getByRole('heading', { level: 2 })).toHaveText('Sugar')

  for (const [key, filter, text] of [
    ['Enter', '/none', ' left'],
    ['Escape', '/quote', ' marks'],
  ] as const) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(filter)
    await page.keyboard.press(key)
    await page.keyboard.type(text)
    await expect(content(page)).toContainText(filter + text)
  }

  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('https://example.org')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' and lemon')
  await expect(content(page)).toContainText('https://example.org and lemon')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.press('Escape')
  await page.keyboard.type(', or honey')
  await expect(content(page)).toContainText('https://example.org and lemon, or honey')

  await page.getByRole('button', { name: 'Bold' }).press('Enter')
  await page.keyboard.type(', twice')
  await expect(content(page).locator('strong')).toHaveText(', twice')
  await expect(content(page)).toContainText('https://example.org and lemon, or honey, twice')
})

test('Ctrl+K links to an article that is found by its headline, or to an address', async ({ site, page }) => {
  const [id, wall, lights] = await site.publish([
    { title: 'Tea at four', content: '<p>Milk first.</p>' },
    { title: 'Harbour wall opens', published_at: '2026-11-19T10:00:00Z' },
    { title: 'Harbour lights', published_at: '2026-11-20T10:00:00Z' },
  ])
  await page.goto(`/admin/articles?article=${id}`)
  const field = page.getByRole('combobox', { name: 'Address or article' })
  const found = page.getByRole('listbox', { name: 'Published articles' }).getByRole('option')
  const link = (name: string) => content(page).getByRole('link', { name, exact: true })

  // The selection is linked to the second of two articles.
  await moveCaret(content(page), 'end')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toBeFocused()
  await expect.poll(() => gapBetween(content(page).locator('.kept-selection'), form(page))).toBeLessThan(12)
  await page.keyboard.type('harbour')
  await expect(found).toHaveText(['Harbour lights 20 November 2026', 'Harbour wall opens 19 November 2026'])
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(link('Milk first.')).toHaveAttribute('href', `/article/${wall}`)
  await expectCaretIn(content(page))

  // Without a selection, the headline is inserted.
  await moveCaret(content(page), 'end')
  await page.keyboard.press('Enter')
  await page.keyboard.type('See ')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('lights')
  await expect(found).toHaveText([/^Harbour lights/])
  await page.keyboard.press('Enter')
  await expect(link('Harbour lights')).toHaveAttribute('href', `/article/${lights}`)

  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('example.org/minutes')
  await field.press('Enter')
  await expect(link('example.org/minutes')).toHaveAttribute('href', 'https://example.org/minutes')

  // The address of a link is changed, and Escape changes nothing.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toHaveValue('https://example.org/minutes')
  await field.fill('https://example.org/agenda')
  await field.press('Escape')
  await expect(field).toBeHidden()
  await expectCaretIn(content(page))
  await expect(link('example.org/minutes')).toHaveAttribute('href', 'https://example.org/minutes')
  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('https://example.org/agenda')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(link('example.org/minutes')).toHaveAttribute('href', 'https://example.org/agenda')
})
