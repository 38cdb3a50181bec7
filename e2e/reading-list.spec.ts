import { stories } from './fixtures/article-row.ts'
import {
  BOOKMARK,
  bookmarks,
  clearAll,
  clearDialog,
  items,
  openWithBookmarks,
  storedBookmarks,
  toast,
} from './fixtures/bookmark-list.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

test('Clear All asks first, Cancel and Escape leave the list unchanged, and Undo restores it', async ({
  page,
}) => {
  await openWithBookmarks(page, bookmarks(3))
  const button = page.getByRole('button', { name: 'Clear All' })
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => clearDialog(page).getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await button.click()
    await expect(clearDialog(page)).toContainText('This removes 3 articles from this device.')
    await expect(clearDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await leave()
    await expect(clearDialog(page)).toBeHidden()
    await expect(button).toBeFocused()
    expect(await storedBookmarks(page)).toHaveLength(3)
  }
  await page.getByRole('button', { name: 'Remove “Saved 2” from your reading list' }).click()
  await toast(page, 'Bookmark removed').getByRole('button', { name: 'Undo' }).click()
  await expect(items(page).getByRole('heading')).toHaveText(['Saved 1', 'Saved 2', 'Saved 3'])
  await expect(toast(page, 'Bookmarks restored')).toBeVisible()
  await clearAll(page)
  await expect(toast(page, 'All bookmarks cleared')).toContainText('Your reading list is now empty')
  expect(await storedBookmarks(page)).toEqual([])
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Clear All' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible()
  await expect(page.getByText('Start adding articles to your reading list to see them here')).toBeVisible()
  await toast(page, 'All bookmarks cleared').getByRole('button', { name: 'Undo' }).click()
  await expect(items(page).getByRole('heading')).toHaveText(['Saved 1', 'Saved 2', 'Saved 3'])
  expect(await storedBookmarks(page)).toEqual(bookmarks(3))
  await clearAll(page)
  await page.getByRole('link', { name: 'Browse Articles' }).click()
  await expect(page).toHaveURL('/')
})

test('the toast of a new bookmark links to the Reading List', async ({ site, page }) => {
  const [id] = await site.publish(stories(1))
  await page.goto(`/article/${id}`)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await toast(page, 'Article bookmarked').getByRole('link', { name: 'Reading List' }).click()
  await expect(page).toHaveURL('/bookmarks')
  await expect(items(page).getByRole('heading')).toHaveText(['Story 1'])
})

test('the list shows corrected headlines, and no text of deleted articles, once it is opened or they change', async ({
  site,
  page,
}) => {
  const [id, deleted] = await site.publish([
    { title: 'Ferry sinks', summary: 'All were lost.' },
    { title: 'Mayor resigns', summary: 'He was seen with a suitcase.' },
  ])
  const saved = (id: string | undefined, title: string) => ({
    ...BOOKMARK,
    id,
    title,
    summary: `${title} today`,
  })
  await site.sql(
    "update articles set title = 'Ferry arrives late', summary = 'Nobody was hurt.' where id = $1",
    [id],
  )
  await openWithBookmarks(page, [saved(id, 'Ferry sinks'), saved(deleted, 'Mayor resigns')])
  await expect(items(page).getByRole('heading')).toHaveText(['Ferry arrives late', 'Mayor resigns'])
  await expect(items(page).first()).toContainText('Nobody was hurt.')

  await site.sql(
    `with removed as (delete from articles where id = $1 returning *)
     insert into deleted_articles (id, row, keys) select id, to_jsonb(removed), '{}' from removed`,
    [deleted],
  )
  const gone = 'This article is no longer available'
  await expect(items(page).getByRole('heading')).toHaveText(['Ferry arrives late', gone])
  await expect(items(page).nth(1)).not.toContainText(/Mayor|suitcase/)
  expect(JSON.stringify(await storedBookmarks(page))).not.toMatch(/Mayor|sinks/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove the deleted article from your reading list' }).click()
  await expect(items(page)).toHaveCount(1)
})

test('header and footer link to the Reading List from 768 px', async ({ page }) => {
  await page.goto('/tv')
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const area of ['banner', 'contentinfo'] as const) {
      await page.getByRole(area).getByRole('link', { name: 'Reading List' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Reading List')
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('TV')
    }
  }
})
