import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expectCaretIn, moveCaret } from './fixtures/caret.ts'
import { chooseAction } from './fixtures/choose-action.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Blocks' })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Article settings' })

const form = (page: Page) => page.getByRole('dialog', { name: 'Link' })

/** Pixels from the bottom of one element to the top of the one below it; Infinity if they overlap. */
async function gapBetween(upper: Locator, lower: Locator): Promise<number> {
  const [above, below] = await Promise.all([upper.boundingBox(), lower.boundingBox()])
  const gap = above && below ? below.y - above.y - above.height : -1
  return gap < 0 ? Infinity : gap
}

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

test('the text is shown and edited as HTML', async ({ site, page }) => {
  const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  await chooseAction(page, 'HTML Source')
  const source = page.getByRole('dialog', { name: 'HTML Source' }).getByLabel('HTML')
  await expect(source).toBeFocused()
  await expect(source).toHaveValue('<p>Milk first.</p>')
  await source.fill('<h2>Tea</h2><p>Milk last.</p>')
  await page.keyboard.press('Escape')
  await expect(content(page).getByRole('heading', { level: 2 })).toHaveText('Tea')
  await expect(content(page)).toContainText('Milk last.')
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

  // Words are not an address. An address is not searched for.
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('quixotry')
  await expect(page.getByText('No articles found.')).toBeVisible()
  await field.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Choose an article, or enter a web or email address.')
  await field.fill('example.org/minutes')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await field.press('Enter')
  await expect(link('example.org/minutes')).toHaveAttribute('href', 'https://example.org/minutes')

  // The address of a link is changed, and Escape changes nothing.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toHaveValue('https://example.org/minutes')
  await field.fill('https://example.org/agenda')
  await field.press('Escape')
  await expect(field).toBeHidden()
  await expectCaretIn(content(page))
  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('https://example.org/agenda')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(link('example.org/minutes')).toHaveAttribute('href', 'https://example.org/agenda')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await site.sql("select fields->>'content' as content from drafts")).toEqual([
    {
      content: `<p><a href="/article/${wall}">Milk first.</a></p><p>See <a href="/article/${lights}">Harbour lights</a></p><p><a href="https://example.org/agenda">example.org/minutes</a></p>`,
    },
  ])
})

test('text from Word is pasted with its structure, and a toast says what it loses', async ({
  site,
  page,
}) => {
  const html = readFileSync(
    new URL('../src/features/editor/testing/clipboard/word.html', import.meta.url),
    'utf8',
  )
  await page.goto('/admin/articles?article=new')
  await content(page).click()
  await content(page).evaluate((element, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Harbour wall opens')
    clipboardData.setData('text/html', html)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
  await expect(page.getByText('Tracked changes accepted', { exact: true })).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const [draft] = await site.sql<{ content: string }>("select fields->>'content' as content from drafts")
  expect(draft?.content).toBe(
    '<h2>Harbour wall opens</h2><h2>The works</h2>' +
      '<p>The wall <strong>cost <em>£4m</em></strong>, <strong>twice</strong> the plan, said <a href="https://example.org/minutes?id=7">the minutes</a>[1].</p>' +
      '<p>It was late.</p>' +
      '<ul><li><p>Stone from Portland</p><ul><li><p>Cut <strong>by hand</strong></p><ol><li>In May</li></ol></li></ul></li><li><p>Steel</p><p>from Sheffield</p></li></ul>' +
      '<ol><li>Plan</li><li>Build</li></ol><h3>What people say</h3>' +
      '<blockquote><p>It is high.</p><p>And <em>grey</em>.</p></blockquote>' +
      '<figure><table><tbody><tr><td>Length</td><td>90 m</td></tr></tbody></table></figure><p>The end.</p>',
  )
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
  await expect(content(page)).toHaveText('Milk first, then tea.')
  await moveCaret(content(page), 'end')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+Alt+m')
  await expect(panel(page).getByLabel('Note', { exact: true })).toBeFocused()
  await page.keyboard.type('Is this right?')
  await page.keyboard.press('ControlOrMeta+Enter')
  const note = panel(page).getByRole('list', { name: 'Open notes' }).getByRole('listitem')
  await expect(note).toContainText('Is this right?')
  await note.getByRole('button', { name: 'Show in Text' }).click()
  await expect(panel(page)).toBeHidden()
  await expectCaretIn(content(page))
  await content(page).locator('.note-passage').click()
  await expect(note).toBeFocused()
  await panel(page).getByRole('button', { name: 'Close' }).click()

  // An on-screen keyboard leaves the upper 400 px.
  await moveCaret(content(page), 'end')
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
  await expect.poll(() => gapBetween(form(page), tools)).toBeLessThan(12)
  await page.keyboard.press('Escape')
  await page.evaluate(() => {
    const viewport = window.visualViewport
    if (viewport) Reflect.deleteProperty(viewport, 'height')
    viewport?.dispatchEvent(new Event('resize'))
  })

  // The publish check is in view without the settings.
  await page.getByLabel('Title').fill('Tea at four')
  await page.getByText('The standfirst (Summary) is empty.').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expect(page.getByText('Article created successfully', { exact: true })).toBeVisible()
  expect(await site.sql('select title, category from articles')).toEqual([
    { title: 'Tea at four', category: 'Politics' },
  ])
})
