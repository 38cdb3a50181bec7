import { signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

test('a newspaper moves to New York, and all pages show its time and its dates', async ({
  site,
  page,
  context,
}) => {
  const errors: Error[] = []
  const [id] = await site.publish(stories(1, { published_at: '2026-07-01T03:15:00Z' }))
  await signIn(site, page.request)
  await page.goto('/admin/settings')
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('America/New_York')
  await expect(
    page.getByText(/Everything that is scheduled stays at the same moment: .+ in New York\./),
  ).toBeVisible()
  await page.getByRole('combobox', { name: 'Language and region' }).selectOption('en-US')
  await page.getByRole('combobox', { name: 'First day of the week' }).selectOption('sunday')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Settings Saved Successfully')).toBeVisible()

  const reader = await context.newPage()
  reader.on('pageerror', (error) => errors.push(error))
  await expect(async () => {
    await reader.goto('/')
    await expect(reader.locator('html')).toHaveAttribute('lang', 'en-US', { timeout: 1 })
  }).toPass()
  await expect(reader.getByText('Jun 30, 2026')).toBeVisible()
  await reader.getByRole('link', { name: 'Story 1' }).click()
  await expect(reader.getByText('June 30, 2026 at 11:15 PM')).toBeVisible()
  await reader.goto(`/article/${id}`)
  await expect(reader.getByText('June 30, 2026 at 11:15 PM')).toBeVisible()
  expect(errors).toEqual([])

  await page.goto('/admin/calendar?day=2026-07-15')
  await expect(page.getByText(/in New York time/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Days' }).getByRole('listitem').first()).toHaveAccessibleName(
    'Sunday, June 28, 2026',
  )

  // In another language of the newspaper, the admin area stays in English, with its dates.
  await site.sql(`update site_settings set setting_value = 'de-DE' where setting_name = 'locale'`)
  await site.set({})
  await page.goto('/admin/calendar?view=week&day=2026-07-15')
  await expect(page.getByRole('heading', { name: '12 July 2026 to 18 July 2026' })).toBeVisible()
  await page.getByRole('link', { name: 'Next week' }).click()
  await expect(page.getByRole('heading', { name: '19 July 2026 to 25 July 2026' })).toBeVisible()
})
