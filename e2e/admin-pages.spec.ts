import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
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
  await expect(page.getByRole('region', { name: 'Public URL' })).toContainText(`${site.url}/contact`)
  await expect(page.getByRole('region', { name: 'HTML guide' })).toContainText('<h2>Hours</h2>')

  await page.setViewportSize({ width: 1280, height: 800 })
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
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
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

test('a failed load is retried, typed text is preserved when someone else changes the page or a save fails, and leaving it requires confirmation', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 500: \/_serverFn/)
  await page.goto('/admin/settings')
  await test.step('a failed load of a page shows an error, and is retried', async () => {
    await site.sql('alter table audit_log rename to kept_log')
    try {
      await page.getByRole('link', { name: 'Pages' }).click()
      await expect(page.getByRole('alert')).toContainText('Failed to load page content')
    } finally {
      await site.sql('alter table kept_log rename to audit_log')
    }
    await expect(text(page)).toHaveValue(/Last updated/)
  })

  await test.step('an editor preserves the typed text and shows a notice when someone else changes the page', async () => {
    const store = (html: string) =>
      site.sql(
        `insert into site_settings values ('contact_page', $1)
         on conflict (setting_name) do update set setting_value = $1`,
        [html],
      )
    await expect(text(page)).toHaveValue(/Last updated/)
    await store('<p>Theirs</p>')
    await expect(text(page)).toHaveValue('<p>Theirs</p>')
    await text(page).fill('<p>Mine</p>')
    await store('<p>Newer</p>')
    const notice = page.getByRole('status').filter({ hasText: 'while you were editing' })
    await expect(notice).toContainText('<p>Newer</p>')
    await expect(text(page)).toHaveValue('<p>Mine</p>')
    await save(page).click()
    await expect(toast(page, 'Page content saved successfully')).toBeVisible()
    expect(
      await site.sql("select setting_value from site_settings where setting_name = 'contact_page'"),
    ).toEqual([{ setting_value: '<p>Mine</p>' }])
  })

  await test.step('typed text stays in the browser, and is offered again', async () => {
    await text(page).fill('<p>Typed</p>')
    const isKept = () => Object.keys(localStorage).some((key) => key.includes('page-draft'))
    await expect.poll(() => page.evaluate(isKept)).toBe(true)
    const later = await page.context().newPage()
    await later.goto(`${site.url}/admin/pages`)
    const offer = later.getByRole('status').filter({ hasText: 'You have unsaved changes from' })
    await expect(text(later)).toHaveValue('<p>Mine</p>')
    await offer.getByRole('button', { name: 'Restore' }).click()
    await expect(text(later)).toHaveValue('<p>Typed</p>')
    await text(later).fill('<p>Mine</p>')
    await expect.poll(() => later.evaluate(isKept)).toBe(false)
    await later.close()
    await text(page).fill('<p>Mine</p>')
  })

  await test.step('a failed save preserves the text, and switching pages requires confirmation', async () => {
    await choose(page, 'Privacy Policy')
    await expect(text(page)).toHaveValue(/Privacy|privacy/)
    await text(page).fill('<p>Ours</p>')
    await site.sql('alter table audit_log rename to kept_log')
    try {
      await save(page).click()
      await expect(toast(page, 'Failed to save page content')).toBeVisible()
    } finally {
      await site.sql('alter table kept_log rename to audit_log')
    }
    await expect(text(page)).toHaveValue('<p>Ours</p>')
    await choose(page, 'Terms of Service')
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(text(page)).toHaveValue('<p>Ours</p>')
    await choose(page, 'Terms of Service')
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/page=terms-of-service/)
    await expect(text(page)).toHaveAccessibleName('HTML of the terms of service')
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    await choose(page, 'Privacy Policy')
    await expect(text(page)).not.toHaveValue('<p>Ours</p>')
  })
})
