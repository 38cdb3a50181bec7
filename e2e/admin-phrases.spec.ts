import { signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

test('an administrator replaces a phrase for readers, and resets it', async ({ site, page, context }) => {
  await site.publish(stories(1, { published_at: '2026-07-01T09:15:00Z' }))
  await signIn(site, page.request)
  await page.goto('/admin/phrases')
  await page.getByRole('searchbox', { name: 'Search phrases' }).fill('day time')
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(1)
  await page.getByRole('button', { name: 'Edit {day} at {time}' }).click()
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('{day}, <b>')
  await page.getByRole('button', { name: 'Save Phrase' }).click()
  await expect(page.getByText('Use plain text without < > ` and straight double quotes')).toBeVisible()
  await text.fill('{day}, o’clock')
  await page.getByRole('button', { name: 'Save Phrase' }).click()
  await expect(page.getByText('{time} is missing: readers see a value in its place')).toBeVisible()
  await text.fill('{day}, {time} o’clock')
  await page.getByRole('button', { name: 'Save Phrase' }).click()
  await expect(page.getByText('Phrase saved')).toBeVisible()
  await page.getByRole('combobox', { name: 'Show' }).selectOption('replaced')
  await expect(page.getByRole('row', { name: /\{day\}, \{time\} o’clock/ })).toContainText('Replaced')

  const reader = await context.newPage()
  const errors: Error[] = []
  reader.on('pageerror', (error) => errors.push(error))
  await reader.goto('/')
  await reader.getByRole('link', { name: 'Story 1' }).click()
  await expect(reader.getByText('1 July 2026, 10:15 o’clock')).toBeVisible()
  await reader.reload()
  await expect(reader.getByText('1 July 2026, 10:15 o’clock')).toBeVisible()

  await reader.setViewportSize({ width: 320, height: 700 })
  await site.sql(`insert into phrases (language, english, forms) values ('en', 'Saved', $1)`, [
    { other: 'W'.repeat(500) },
  ])
  const tabs = reader.locator('.bottom-tabs')
  await expect(async () => {
    await reader.reload()
    await expect(tabs).toContainText('WWW', { timeout: 100 })
  }).toPass()
  const { x, y } = (await tabs.getByRole('link').last().boundingBox()) ?? { x: 0, y: 0 }
  const isCovered = () =>
    reader.evaluate(
      ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('.bottom-bar') !== null,
      [x + 20, y - 40],
    )
  expect(await isCovered()).toBe(false)

  await page.getByRole('button', { name: 'Reset {day} at {time}' }).click()
  await expect(page.getByText('No phrases found')).toBeVisible()
  await expect(async () => {
    await reader.reload()
    await expect(reader.getByText('1 July 2026 at 10:15')).toBeVisible({ timeout: 100 })
  }).toPass()
  expect(errors).toEqual([])
})
