import type { Locator, Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { moveCaret } from './fixtures/caret.ts'
import { chooseAction } from './fixtures/choose-action.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })

// The last file: one worker would run its long tests while the others have none left.
test.describe.configure({ mode: 'parallel' })

// Each test is a long journey.
test.slow()

test.beforeEach(async ({ site, page }) => {
  await signIn(site, page.request)
})

test('on two processes, two people see each other write, and no word is lost while the structure changes where one types', async ({
  site,
  page,
  browser,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|console: RequestFailure/)
  await using other = await site.startAnother()
  const context = await browser.newContext({ baseURL: other.url })
  await signIn({ ...site, url: other.url }, context.request, { email: 'ben@example.org' })
  await site.sql("update users set full_name = 'Ben Ash' where email = 'ben@example.org'")
  const ben = await context.newPage()
  const key = (keys: string) => () => ben.keyboard.press(keys)
  const changes: Record<string, { place: 'start' | 'end'; change: () => Promise<unknown> }> = {
    'a paragraph that becomes a quote': { place: 'end', change: key('ControlOrMeta+Shift+b') },
    'a paragraph that is merged': { place: 'start', change: key('Backspace') },
    'an item that is indented': { place: 'end', change: key('Tab') },
    'HTML source': {
      place: 'end',
      async change() {
        await chooseAction(ben, 'HTML Source')
        const source = ben.getByRole('dialog').getByLabel('HTML')
        await expect(source).toBeFocused()
        await source.press('ControlOrMeta+Home')
        await source.pressSequentially('<h2>Before</h2>')
        await ben.keyboard.press('Escape')
      },
    },
  }
  const textOf = (name: string) => `For ${name}: milk, then`
  const paragraphs = Object.keys(changes).map((name) =>
    name.includes('item')
      ? `<ul><li>First.</li><li>${textOf(name)}</li></ul>`
      : `<p>First.</p><p>${textOf(name)}</p>`,
  )
  const [id] = await site.publish([{ title: 'Tea at four', content: `${paragraphs.join('')}<p>Last.</p>` }])
  const stored = async () => {
    const query = "select fields ->> 'content' as content from drafts where id = $1"
    return (await site.sql<{ content: string }>(query, [id]))[0]?.content
  }
  for (const one of [page, ben]) await one.goto(`/admin/articles?article=${id}`)
  await test.step('each sees the other, and what the other writes', async () => {
    await expect(page.getByText('Ben Ash is editing')).toBeAttached()
    await expect(ben.getByText('Editor is editing')).toBeAttached()
    await moveCaret(content(ben), 'end')
    await ben.keyboard.type(' Then tea.')
    await expect(content(page)).toContainText('Then tea.')
    await expect(page.locator('.editor-caret')).toHaveAttribute('data-name', 'Ben Ash')
    await page.getByLabel('Title').fill('Tea at five')
    await expect(ben.getByLabel('Title')).toHaveText('Tea at five')
    await expectAccessible(page)
  })
  for (const [name, { place, change }] of Object.entries(changes))
    await test.step(name, async () => {
      const before = textOf(name)
      const paragraph = (one: Page) => content(one).getByText(before, { exact: true })
      await moveCaret(paragraph(page), 'end')
      await moveCaret(paragraph(ben), place)
      const typed = ' tea, and nothing else.'
      await Promise.all([page.keyboard.type(typed, { delay: 40 }), change()])
      for (const one of [page, ben]) {
        await expect(one.getByText('Saved', { exact: true })).toBeVisible()
        await expect(content(one)).toContainText(`${before}${typed}`)
      }
      await expect.poll(stored).toContain(`${before}${typed}`)
      await expect
        .poll(async () => (await content(page).textContent()) === (await content(ben).textContent()))
        .toBe(true)
    })
  await test.step('a heading, while one writes without a connection', async () => {
    const line = (one: Page) => content(one).getByText(textOf('a paragraph that becomes a quote'))
    await page.context().setOffline(true)
    await moveCaret(line(page), 'end')
    await page.keyboard.type(' Offline.')
    await expect(page.getByText('Offline, saved on this device')).toBeVisible()
    await moveCaret(line(ben), 'start')
    await ben.keyboard.press('ControlOrMeta+Alt+2')
    await expect.poll(stored).toContain(`<h2>${textOf('a paragraph that becomes a quote')}`)
    await page.context().setOffline(false)
    for (const one of [page, ben])
      await expect(content(one).getByRole('heading').getByText('nothing else. Offline.')).toBeVisible()
  })
  await test.step('marks and addresses are typed and pasted', async () => {
    await moveCaret(content(ben), 'end')
    await Promise.all([
      page.keyboard.type(' And so on.', { delay: 40 }),
      (async () => {
        await ben.keyboard.press('Enter')
        await ben.keyboard.type("In the '90s, ASP.NET said today.It was 5 * 3 * 2 ")
        await ben.keyboard.press('Enter')
        await pasteHtml(
          content(ben),
          '<h1 data-pm-slice="0 0 []">Tides</h1><p><a href="https://www.google.com/url?q=https://example.org/a">a</a></p>',
        )
      })(),
    ])
    for (const one of [page, ben])
      await expect(content(one)).toContainText('In the ’90s, ASP.NET said today.It was 5 * 3 * 2')
    await expect
      .poll(stored)
      .toContain('<p>In the ’90s, ASP.NET said today.It was 5 * 3 * 2 </p><h2>Tides</h2>')
    await expect.poll(stored).toContain('<a href="https://example.org/a">')
    await expect.poll(stored).toContain('And so on.')
  })
  await test.step('a text is copied, with one blank line between blocks', async () => {
    await ben.keyboard.press('ControlOrMeta+a')
    await expect.poll(() => ben.evaluate(() => getSelection()?.toString())).toContain('Tides')
    const copied = await copyText(content(ben))
    expect(copied).toContain('\n\nFirst.\nFor an item that is indented: milk, then tea')
    expect(copied).toContain('5 * 3 * 2 \n\nTides\n\na')
    expect(copied).not.toContain('\n\n\n')
  })
  await test.step('a format is undone, with the caret in its paragraph', async () => {
    await moveCaret(content(ben).getByText('Then tea.'), 'start')
    await ben.keyboard.press('ControlOrMeta+Alt+2')
    await page.keyboard.type(' More.')
    await expect(content(ben)).toContainText('And so on. More.')
    await ben.keyboard.press('ControlOrMeta+z')
    await ben.keyboard.type('At last. ')
    for (const one of [page, ben])
      await expect(one.getByRole('paragraph').getByText('At last. Last. Then tea.')).toBeVisible()
  })
  await test.step('a revision is restored, and words that it lacks are offered', async () => {
    await moveCaret(content(page).getByText('Then tea.'), 'end')
    await page.keyboard.type(' And a biscuit.')
    await expect(content(ben)).toContainText('And a biscuit.')
    await chooseAction(ben, 'Revisions')
    const revisions = ben.getByRole('dialog', { name: 'Revisions' })
    await revisions.getByRole('button', { name: /^1\. / }).click()
    await revisions.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText('Ben Ash deleted the paragraph that you were writing in.')).toBeVisible()
    await expect(page.getByRole('blockquote').filter({ hasText: 'And a biscuit.' })).toBeVisible()
    for (const one of [page, ben]) await expect(content(one)).not.toContainText('Tides')
    await expect.poll(stored).toBe(`${paragraphs.join('')}<p>Last.</p>`)
  })
  await context.close()
})

function copyText(part: Locator): Promise<string> {
  return part.evaluate((element) => {
    const clipboardData = new DataTransfer()
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/plain')
  })
}

function pasteHtml(part: Locator, html: string): Promise<void> {
  return part.evaluate((element, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

test('two people open an article at once, and no key in Content, Title or the block menu is lost', async ({
  site,
  page,
  otherPage: ben,
}) => {
  const [id] = await site.publish([{ title: 'Tea', content: '<p>Milk first.</p>' }])
  await signIn(site, ben.request, { email: 'ben@example.org' })
  // The server gets the document of `page` first, so that the one of `ben` is replaced.
  const released = Promise.withResolvers<void>()
  await ben.route(/\/(_serverFn|api\/admin\/draft_steps)/, async (route) => {
    if (route.request().method() === 'POST') await released.promise
    await route.continue()
  })
  const type = async (one: Page, part: Locator, text: string) => {
    await moveCaret(part, 'end')
    await one.keyboard.type(text)
  }
  const title = (one: Page) => one.getByLabel('Title')
  const filter = ben.getByRole('dialog', { name: 'Blocks' }).getByRole('combobox')
  for (const one of [ben, page]) await one.goto(`/admin/articles?article=${id}`)
  await type(ben, title(ben), ' One.')
  await type(ben, content(ben), ' One.')
  await ben.keyboard.press('Enter')
  await ben.keyboard.type('/head')
  await expect(filter).toHaveValue('head')
  await type(page, content(page), ' Ada.')
  await type(page, title(page), ' Ada.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  released.resolve()
  await expect(content(ben)).toContainText('Ada.')
  await expect(filter).toBeFocused()
  await ben.keyboard.type('ing')
  await expect(filter).toHaveValue('heading')
  await ben.keyboard.press('Enter')
  await ben.keyboard.type('Sugar')
  for (const one of [page, ben]) {
    await expect(content(one).getByRole('heading', { level: 2 })).toContainText('Sugar')
    for (const part of [title(one), content(one)]) {
      await expect(part).toContainText('One.')
      await expect(part).toContainText('Ada.')
    }
  }
})

test('the line that one writes or reads stays where it is while others write above it, and the headline is composed and undone while they edit it', async ({
  site,
  page,
  otherPage: ben,
}) => {
  const paragraphs = Array.from({ length: 40 }, (_, index) => `<p>Paragraph ${index + 1} of the story.</p>`)
  const [id] = await site.publish([{ title: 'Tea at four', content: `${paragraphs.join('')}<p>Last.</p>` }])
  await signIn(site, ben.request, { email: 'ben@example.org' })
  for (const one of [page, ben]) {
    await one.goto(`/admin/articles?article=${id}`)
    await expect(content(one)).toContainText('Paragraph 40')
  }
  const line = content(page).getByText('Paragraph 20 of', { exact: false })
  const topOf = async () => Math.round((await line.boundingBox())?.y ?? 0)
  /** Writes lines above paragraph 18, which is in view. */
  async function writeAbove(text: string) {
    await content(ben).getByText('Paragraph 17 of').click()
    await ben.keyboard.press('End')
    for (const word of text.split(' ')) {
      await ben.keyboard.press('Enter')
      await ben.keyboard.type(word)
    }
    await expect(content(page)).toContainText(text.split(' ').at(-1) ?? '')
  }

  await line.click()
  await line.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const before = await topOf()
  await writeAbove('one two three four')
  expect(await topOf()).toBe(before)
  await ben.getByLabel('Title').fill('Tea '.repeat(40).trim())
  await expect(page.getByLabel('Title')).toHaveText(/^Tea Tea/)
  expect(await topOf()).toBe(before)

  // Without a caret, the first block in view stays.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await line.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  const top = await topOf()
  await writeAbove('five six')
  expect(await topOf()).toBe(top)

  // In the headline, an input method composes while others edit it, and Undo and Redo change what the person typed.
  const title = page.getByLabel('Title')
  const benTitle = ben.getByLabel('Title')
  const expectTitle = async (text: string) => {
    for (const one of [title, benTitle]) await expect(one).toHaveText(text)
  }
  const keyboard = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await benTitle.fill('Tea')
  await expectTitle('Tea')
  await moveCaret(title, 'end')
  await compose('よ')
  await expect(benTitle).toHaveText('Teaよ')
  await moveCaret(benTitle, 'start')
  await ben.keyboard.type('Hot ')
  await expect(title).toHaveText('Hot Teaよ')
  await compose('よじ')
  await expect(title).toHaveText('Hot Teaよじ')
  await keyboard.send('Input.insertText', { text: '四時' })
  await expectTitle('Hot Tea四時')

  // The composition is undone and redone as one edit, and the caret is behind it.
  await page.keyboard.press('ControlOrMeta+z')
  await expectTitle('Hot Tea')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await page.keyboard.type('!')
  await expectTitle('Hot Tea四時!')
  await page.keyboard.press('ControlOrMeta+z')
  await expectTitle('Hot Tea四時')
  await page.keyboard.press('ControlOrMeta+z')
  await expectTitle('Hot Tea')

  // One step of Undo, however long the keys would take.
  await page.keyboard.insertText(' at four')
  await expect(benTitle).toHaveText('Hot Tea at four')
  await ben.keyboard.press('ControlOrMeta+Home')
  await ben.keyboard.type('Very ')
  await expect(title).toHaveText('Very Hot Tea at four')
  await page.keyboard.press('ControlOrMeta+z')
  await expectTitle('Very Hot Tea')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expectTitle('Very Hot Tea at four')
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.insertText(' now')
  await expect(title).toHaveText('Very Hot Tea now')
  // As the menu of the browser does.
  await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: ['undo'] })
  await expect(title).toHaveText('Very Hot Tea')
  await page.keyboard.press('Control+y')
  await expect(title).toHaveText('Very Hot Tea now')
})
