import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { moveCaret } from './fixtures/caret.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })

async function insert(page: Page, name: string) {
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Blocks' })).toBeHidden()
}

test('an editor writes a story with blocks, moves them, and readers see them', async ({ site, page }) => {
  await signIn(site, page.request)
  const [id] = await site.publish([{ title: 'Count', content: '<p>The votes are counted.</p>' }])
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
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Readers can sort it' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.keyboard.press('Escape')
  await content(page).locator('figcaption').click()
  await page.keyboard.type('Votes by ward')
  await page.keyboard.press('Enter')

  await insert(page, 'Pull')
  await page.keyboard.type('Every vote counts')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('Ada Lane')
  await page.keyboard.press('Enter')

  await insert(page, 'Fact')
  await page.keyboard.type('The count')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('Three wards.')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await insert(page, 'Divider')
  await page.keyboard.type('The end, 10')
  await page.keyboard.press('Control+.')
  await page.keyboard.type('2')
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
  await expect(text.locator('> *')).toContainText([
    'The votes are counted.',
    'Votes by ward',
    'The count',
    'Every vote counts',
    '',
    'The end, 10',
  ])
  await expect(text.getByRole('columnheader', { name: 'Votes' })).toBeVisible()
  await expect(text.locator('sup')).toHaveText('2')
  await expect(text.locator('aside.fact-box')).toContainText('Three wards.')
  await expectAccessible(page)
})
