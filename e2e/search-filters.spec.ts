import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const filters = (page: Page) => page.locator('summary').filter({ hasText: 'Filters' })
const headlines = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply Filters' }).click()

const NEWS = [
  { title: 'Cup final', category: 'Sport', author: 'Ada Penrose', published_at: '2026-06-15T09:00:00Z' },
  { title: 'Cup draw', category: 'Sport', author: 'Bo Lind', published_at: '2026-06-14T09:00:00Z' },
  { title: 'Budget', category: 'Money', author: 'Ada Penrose', published_at: '2026-06-13T23:30:00Z' },
  {
    title: 'Flood',
    category: 'News',
    author: 'Cy Marsh',
    published_at: '2026-06-12T09:00:00Z',
    is_breaking: true,
  },
] as const

test('the accessible panel lists what has articles, filters apply with Apply Filters or Enter only, and Clear resets them', async ({
  site,
  page,
}) => {
  await site.publish([...NEWS])
  // Invalid values are ignored.
  await page.goto('/search?category=Weather&from=2026-02-30&to=soon&breaking=maybe')
  await expect(headlines(page)).toHaveCount(4)
  await expect(filters(page)).toHaveText('Filters')
  await expect(page.getByLabel('Category')).toBeHidden()
  await filters(page).click()
  await expect(page.getByLabel('Category').getByRole('option')).toHaveText([
    'All categories',
    'News',
    'Sport',
    'Money',
  ])
  await expect(page.getByLabel('Author').getByRole('option')).toHaveText([
    'All authors',
    'Ada Penrose',
    'Bo Lind',
    'Cy Marsh',
  ])
  await expect(page.getByRole('group', { name: 'Date Range' })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Breaking news only' })).not.toBeChecked()
  await expectAccessible(page)

  await page.getByRole('main').getByRole('searchbox').fill('cup')
  await page.getByLabel('Category').selectOption('Sport')
  await page.getByLabel('Author').selectOption('Bo Lind')
  await expect(headlines(page)).toHaveCount(4)
  await apply(page)
  await expect(page).toHaveURL('/search?q=cup&category=Sport&author=Bo%20Lind')
  await expect(headlines(page)).toHaveText(['Cup draw'])
  await expect(page.getByText('1 result found', { exact: true })).toBeVisible()
  await expect(filters(page)).toHaveText('Filters, some are active')
  await expect(page.getByRole('status').filter({ hasText: '1 result found' })).toBeFocused()
  await expect(page.getByLabel('Category')).toBeHidden()

  await test.step('Enter in the search box also applies the filters', async () => {
    await filters(page).click()
    await page.getByLabel('Category').selectOption('')
    await page.getByLabel('Author').selectOption('')
    await page.getByRole('switch', { name: 'Breaking news only' }).check()
    const box = page.getByRole('main').getByRole('searchbox')
    await box.fill('flood')
    await box.press('Enter')
    await expect(page).toHaveURL('/search?q=flood&breaking=true')
    await expect(headlines(page)).toHaveText(['Flood'])
    await expect(box).toBeFocused()
  })
  await test.step('Clear shows all articles, and discards filters that were not applied', async () => {
    await page.getByLabel('From').fill('2026-06-14')
    await page.getByRole('link', { name: 'Clear' }).click()
    await expect(page).toHaveURL('/search')
    await expect(headlines(page)).toHaveCount(4)
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('')
    await expect(page.getByText(/results? found/)).toHaveCount(0)
    await expect(filters(page)).toHaveText('Filters')
    await filters(page).click()
    await expect(page.getByLabel('From')).toHaveValue('')
    await expect(page.getByRole('switch', { name: 'Breaking news only' })).not.toBeChecked()
  })
  await test.step('a From date after the To date shows a message, and an author without articles', async () => {
    await page.goto('/search?from=2026-06-15&to=2026-06-01&author=Nobody+%3Cb%3E')
    await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
    await expect(
      page.getByText('The From date, 15 June 2026, is after the To date, 1 June 2026.'),
    ).toBeVisible()
    await expect(page.getByText('0 results found', { exact: true })).toBeVisible()
    // The author without articles is visible and can be cleared.
    await filters(page).click()
    await expect(page.getByLabel('Author')).toHaveValue('Nobody <b>')
  })
})

test('the calendar loads when it is opened, is accessible, and a day is selected with the keyboard', async ({
  site,
  page,
}) => {
  await site.publish([...NEWS])
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.goto('/search?to=2026-06-20')
  expect(files.filter((file) => file.includes('Calendar'))).toEqual([])
  await filters(page).click()
  const opener = page.getByRole('button', { name: 'Choose the To date' })
  await opener.press('Enter')
  const calendar = page.getByRole('dialog', { name: 'To date' })
  await expect(calendar.getByRole('gridcell', { selected: true })).toHaveText('20')
  await expect(calendar.getByRole('button', { name: /20.* June 2026/ })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await expect(calendar.getByRole('button', { name: /20.* June 2026/ })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-06-13')
  await expect(opener).toBeFocused()
  await apply(page)
  await expect(headlines(page)).toHaveText(['Flood'])
})

test('with too many authors for a list, the author is a text field with suggestions', async ({
  site,
  page,
}) => {
  await site.publish(stories(120).map((row, index) => ({ ...row, author: `Writer ${index + 1}` })))
  await page.goto('/search')
  await filters(page).click()
  const author = page.getByLabel('Author')
  await author.fill('Writer 7')
  await author.press('Enter')
  await expect(page).toHaveURL('/search?author=Writer%207')
  await expect(headlines(page)).toHaveText(['Story 7'])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form filters with native date fields, and Clear resets it', async ({ site, page }) => {
    await site.publish([...NEWS])
    await page.goto('/search')
    await filters(page).click()
    await page.getByLabel('Category').selectOption('Sport')
    await page.getByLabel('From').fill('2026-06-15')
    await expect(page.getByRole('button', { name: 'Choose the From date' })).toHaveCount(0)
    await apply(page)
    await expect(headlines(page)).toHaveText(['Cup final'])
    await expect(page.getByText('1 result found', { exact: true })).toBeVisible()
    await filters(page).click()
    await expect(page.getByLabel('From')).toHaveValue('2026-06-15')
    await page.getByRole('link', { name: 'Clear' }).click()
    await expect(headlines(page)).toHaveCount(4)
  })
})
