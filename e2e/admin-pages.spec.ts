import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expect, test } from './fixtures/test.ts'

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text)
const text = (page: Page) => page.getByRole('textbox', { name: /^HTML of the/ })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const choose = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages to edit' }).getByRole('link', { name }).click()

test.beforeEach(({ site, page }) => signIn(site, page.request))

test('a page starts from its built-in text, is previewed as readers see it, and is published immediately', async ({
  site,
  page,
  context,
}) => {
  const reader = await context.newPage()
  await reader.goto('/contact')
  await page.goto('/admin/pages')
  await expect(text(page)).toHaveValue(/Last updated/)
  await expect(text(page)).toHaveAccessibleDescription(/Not customised yet.*[\d,]{4,} characters/)
  await expect(page.getByRole('link', { name: 'View Live' })).toHaveAttribute('href', '/contact')
  await text(page).fill(
    '<h1>Contact</h1><p onclick="x()">Write to <a href="/search">us</a>.</p><script>document.title = "x"</script><img src="x">',
  )
  await expect(text(page)).toHaveAccessibleDescription(/121 characters/)
  await page.getByRole('tab', { name: 'Preview' }).click()
  const preview = page.getByRole('tabpanel')
  await expect(preview.getByRole('heading')).toHaveText(['Contact'])
  await expect(preview.getByText('Write to us.')).toBeVisible()
  await expect(preview.locator('[onclick], script, img')).toHaveCount(0)
  await preview.getByRole('link', { name: 'us' }).click()
  await expect(page).toHaveURL(/\/admin\/pages/)
  await expect(reader.getByText('Write to us.')).toHaveCount(0)
  await save(page).click()
  await expect(toast(page, 'Page content saved successfully')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await expect(reader.getByText('Write to us.')).toBeVisible()
  expect(await site.sql('select action, subject from audit_log')).toEqual([
    { action: 'page.update', subject: 'Contact' },
  ])

  // An emptied page shows its built-in text again, to readers and in the editor.
  await page.getByRole('tab', { name: 'Edit' }).click()
  await text(page).fill('')
  await save(page).click()
  await expect(reader.getByText('Last updated')).toBeVisible()
  await expect(text(page)).toHaveValue(/Last updated/)
})

test('typed text is preserved when someone else changes the page, a save fails or the tab ends, and leaving requires confirmation', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_FAILED: \/_serverFn|console: (RequestFailure|TypeError)/)
  const store = (html: string) =>
    site.sql(
      `insert into site_settings values ('contact_page', $1)
       on conflict (setting_name) do update set setting_value = $1`,
      [html],
    )
  await page.goto('/admin/pages')
  await expect(text(page)).toHaveValue(/Last updated/)
  await store('<p>Theirs</p>')
  await expect(text(page)).toHaveValue('<p>Theirs</p>')
  await text(page).fill('<p>Mine</p>')
  await store('<p>Newer</p>')
  const notice = page.getByRole('status').filter({ hasText: 'while you were editing' })
  await expect(notice).toContainText('<p>Newer</p>')
  await expect(text(page)).toHaveValue('<p>Mine</p>')

  await page.route('**/_serverFn/postPageText*', (route) => route.abort())
  await save(page).click()
  await expect(toast(page, 'Failed to save page content').first()).toBeVisible()
  await page.unroute('**/_serverFn/postPageText*')
  await expect(text(page)).toHaveValue('<p>Mine</p>')
  await choose(page, 'Terms of Service')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(text(page)).toHaveValue('<p>Mine</p>')
  await choose(page, 'Terms of Service')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(text(page)).toHaveAccessibleName('HTML of the terms of service')
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)

  await page.goto('/admin/pages')
  await expect(text(page)).toHaveValue('<p>Newer</p>')
  const offer = page.getByRole('status').filter({ hasText: 'You have unsaved changes from' })
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect(text(page)).toHaveValue('<p>Mine</p>')
  await save(page).click()
  await expect(toast(page, 'Page content saved successfully')).toBeVisible()
  expect(
    await site.sql("select setting_value from site_settings where setting_name = 'contact_page'"),
  ).toEqual([{ setting_value: '<p>Mine</p>' }])
})
