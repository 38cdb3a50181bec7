import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { signIn } from './fixtures/administrator.ts'
import { moveCaret } from './fixtures/caret.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })

// Each test is a long journey.
test.slow()

async function insert(page: Page, name: string) {
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Blocks' })).toBeHidden()
}

/** Whether a toolbar is over the caption of a block. */
async function coversCaption(page: Page, name: string): Promise<boolean> {
  const tools = await page.getByRole('toolbar', { name }).boundingBox()
  if (!tools) throw new Error(`${name} are not shown`)
  return content(page)
    .locator('figcaption')
    .evaluateAll(
      (captions, { x, y, width, height }) =>
        captions.some((caption) => {
          const box = caption.getBoundingClientRect()
          return box.left < x + width && x < box.right && box.top < y + height && y < box.bottom
        }),
      tools,
    )
}

/** Types into the two lines of a block, and Enter. */
async function typeLines(page: Page, first: string, second: string) {
  await page.keyboard.type(first)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type(second)
  await page.keyboard.press('Enter')
}

test('an editor writes a story with blocks and related articles, moves them, and readers see them', async ({
  site,
  page,
}) => {
  await signIn(site, page.request)
  const [id, ferry, tram] = await site.publish([
    { title: 'Count', content: '<p>The votes are counted.</p>' },
    { title: 'Ferry delayed', category: 'Sport' },
    { title: 'Tram stops' },
  ])
  await page.goto(`/admin/articles?article=${id}`)
  await moveCaret(content(page), 'end')
  await page.keyboard.press('Enter')

  await insert(page, 'Table')
  await page.keyboard.type('Ward')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Votes')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Change')
  for (const text of ['North', '120', '2', 'South', '98', '-3', 'East', '1200', '0']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await expect(content(page).getByRole('row')).toHaveCount(4)
  await page.keyboard.press('Alt+F10')
  await expect(page.getByRole('button', { name: 'Readers can sort' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Readers can sort', pressed: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await content(page).locator('figcaption').click()
  await page.keyboard.type('Votes by ward')
  await page.keyboard.press('Enter')

  await insert(page, 'Pull')
  await typeLines(page, 'Every vote counts', 'Ada Lane')

  await insert(page, 'Fact')
  await typeLines(page, 'The count', 'Three wards.')
  await page.keyboard.press('Enter')
  await insert(page, 'Divider')
  await page.keyboard.type('The end, 10')
  await page.keyboard.press('Control+.')
  await page.keyboard.type('2')
  await page.keyboard.press('Control+.')

  // The cards of related articles follow them.
  const dialog = page.getByRole('dialog', { name: 'Choose a related article' })
  const card = content(page).locator('.related')
  for (const [words, title] of [
    ['ferry', 'Ferry delayed'],
    ['tram', 'Tram stops'],
  ] as const) {
    await page.keyboard.press('Enter')
    await insert(page, 'Related')
    await dialog.getByRole('combobox').fill(words)
    await expect(dialog.getByRole('option')).toHaveText([new RegExp(title)])
    await page.keyboard.press('Enter')
    await expect(card.filter({ hasText: title })).toBeVisible()
  }
  await expect(card.first()).toHaveText('Related SportFerry delayed')
  await page.keyboard.type('Read on.')
  await site.sql(`update articles set title = 'Ferry sails' where id = $1`, [ferry])
  await expect(card.first()).toContainText('Ferry sails')
  await site.sql('delete from articles where id = $1', [tram])
  await expect(card.last()).toContainText('This article is not published. Readers do not see this card.')
  await expectAccessible(page)

  // The fact box moves past the pull quote and the table.
  await content(page).getByText('Three wards.').click()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('button', { name: 'Move down' }).click()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Publish Changes' }).click()
  await expect(page.getByText('Article updated successfully', { exact: true })).toBeVisible()

  await page.goto(`/article/${id}`)
  const text = page.locator('.prose')
  const related = page.getByRole('complementary', { name: 'Related article' })
  await expect(text.locator('> *')).toContainText([
    'The votes are counted.',
    'Votes by ward',
    'The count',
    'Every vote counts',
    '',
    'The end, 10',
    'Ferry sails',
    'Read on.',
  ])
  await expect(text.getByRole('columnheader', { name: 'Votes' })).toBeVisible()
  await expect(text.locator('sup')).toHaveText('2')
  await expect(text.locator('aside.fact-box')).toContainText('Three wards.')
  await text.getByRole('button', { name: 'Votes' }).click()
  await expect(text.locator('tbody td:first-child')).toHaveText(['South', 'North', 'East'])
  await related.getByRole('link', { name: 'Ferry sails' }).click()
  await expect(page.getByRole('heading', { name: 'Ferry sails', level: 1 })).toBeVisible()
})

test('images are pasted into the text, described, arranged in a gallery, and shown to readers', async ({
  site,
  page,
}) => {
  await signIn(site, page.request)
  const [id] = await site.publish([{ title: 'Ferry', content: '<p>The last ferry leaves.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  await moveCaret(content(page), 'end')
  await pasteImage(page, 'teal')
  const dialog = page.getByRole('dialog', { name: 'Choose an image' })
  await dialog.getByRole('button', { name: 'Insert Image' }).click()
  const image = content(page).locator('figure img')
  await expect(image).toHaveJSProperty('complete', true)
  await expect(image).toHaveJSProperty('naturalWidth', 960)
  await expect(page.getByRole('toolbar', { name: 'Image tools' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.type('The ferry at dusk')
  const tools = page.getByRole('toolbar', { name: 'Image tools' })
  await tools.getByLabel('Credit').fill('Ada Lane')
  await tools.getByLabel('Width').selectOption('wide')

  // Without a description, it cannot be published.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('An image has no alternative text.').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await content(page).getByText('The ferry at dusk').click()
  await tools.getByLabel('Alternative text').fill('A ferry')
  await page.keyboard.press('Escape')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await pasteImage(page, 'maroon')
  await expect(dialog.getByRole('button', { name: 'Insert Image' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await insert(page, 'Gallery')
  const gallery = page.getByRole('dialog', { name: 'Choose images' })
  const images = gallery.getByRole('list', { name: 'Images' }).getByRole('button')
  await expect(images).toHaveCount(2)
  for (const one of await images.all()) await one.click()
  await gallery.getByRole('button', { name: 'Insert 2 Images' }).click()
  await expect(content(page).locator('.gallery figure')).toHaveCount(2)
  for (let index = 0; index < 2; index += 1) {
    await content(page).locator('.gallery figcaption').nth(index).click()
    await expect.poll(() => coversCaption(page, 'Image tools')).toBe(false)
    await tools.getByRole('button', { name: 'Decorative' }).click()
  }
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Publish Changes' }).click()
  await expect(page.getByText('Article updated successfully', { exact: true })).toBeVisible()

  await page.goto(`/article/${id}`)
  const figure = page.locator('.prose > figure')
  await expect(figure.getByRole('img', { name: 'A ferry' })).toBeVisible()
  await expect(figure).toContainText('The ferry at dusk Ada Lane')
  await expect(figure.locator('img')).toHaveJSProperty('complete', true)
  const shown = figure.locator('img')
  expect(await shown.evaluate((one: HTMLImageElement) => one.currentSrc)).toMatch(/\.avif$/)
  await expect(page.locator('.gallery img')).toHaveCount(2)
  // Without a script, each is a link to the whole image.
  const address = await figure.getByRole('link').getAttribute('href')
  const response = await page.request.get(address ?? '')
  expect(response.headers()['content-type']).toBe('image/webp')
})

async function pasteImage(page: Page, background: string) {
  const bytes = await sharp({ create: { width: 1_800, height: 1_200, channels: 3, background } })
    .png()
    .toBuffer()
  await content(page).evaluate((element, data) => {
    const clipboardData = new DataTransfer()
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, bytes.toString('base64'))
}
