import type { Page } from '@playwright/test'
import { ADMINISTRATOR, signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'
import { waitForHydration } from './fixtures/wait-for-hydration.ts'

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text)
const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Save Settings' })

test.beforeEach(({ site, page }) => signIn(site, page.request))

test('the general settings are validated, kept until they are saved, and visible to readers immediately', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  test.slow()
  pageErrors.allow(/net::ERR_FAILED: \/_serverFn|console: (RequestFailure|TypeError)/)
  const reader = await context.newPage()
  await reader.goto('/')
  await page.goto('/admin/settings')
  await field(page, 'Site name').fill(' ')
  await field(page, 'Facebook URL').fill('facebook.example')
  await save(page).click()
  const errors = page.getByRole('alert').filter({ hasText: 'Please fix the following errors:' })
  await expect(errors).toBeFocused()
  await expect(errors.getByRole('listitem')).toHaveText([
    'Site name is required',
    'Facebook URL must start with http:// or https://',
  ])
  await expect(field(page, 'Site name')).toHaveAccessibleDescription(/Site name is required/)
  await expectAccessible(page)
  await field(page, 'Site name').fill('The Courier')
  await expect(errors.getByRole('listitem')).toHaveCount(1)
  await field(page, 'Facebook URL').fill('https://facebook.example/courier')
  await expect(errors).toHaveCount(0)

  await test.step('the effect of a custom domain is described beside the field and confirmed before saving', async () => {
    const domain = field(page, 'Custom domain')
    await domain.fill('paper.example')
    await expect(domain).toHaveAccessibleDescription(
      /Shared links use https:\/\/paper\.example\..*signs out all users/,
    )
    await save(page).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('signs out all users')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await domain.fill('')
  })

  await test.step('leaving requires confirmation, and a failed save preserves the values of every tab', async () => {
    await page.getByRole('tab', { name: 'Newsletter' }).click()
    await expect(page).toHaveURL(/tab=newsletter/)
    await page.getByRole('checkbox', { name: 'Newsletter signup' }).uncheck()
    await page.getByRole('link', { name: 'Feeds' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.route('**/_serverFn/postGeneralSettings*', (route) => route.abort())
    await save(page).click()
    await expect(toast(page, 'Error Saving Settings')).toBeVisible()
    await page.unroute('**/_serverFn/postGeneralSettings*')
    await expect(page.getByRole('checkbox', { name: 'Newsletter signup' })).not.toBeChecked()
    await page.getByRole('tab', { name: 'General' }).click()
  })

  // With the keyboard only: Enter in a field saves.
  await field(page, 'Site name').press('Enter')
  await expect(toast(page, 'Settings Saved Successfully')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await expect(reader.getByRole('banner')).toContainText('The Courier')
  await expect(reader.getByRole('link', { name: 'Facebook' }).first()).toBeVisible()
  expect(await site.sql('select action, changes from audit_log')).toMatchObject([
    {
      action: 'settings.update',
      changes: {
        site_name: { from: 'Masthead', to: 'The Courier' },
        facebook_url: {},
        newsletter_enabled: {},
      },
    },
  ])

  // The form shows a maintenance notice, and the administrator can switch maintenance off again.
  await page.getByRole('checkbox', { name: 'Maintenance Mode' }).check()
  await expect(page.getByText('Maintenance mode will be on once you save.')).toBeVisible()
  await save(page).click()
  await expect(page.getByText('Maintenance mode is on.')).toBeVisible()
  await expect.poll(async () => (await fetch(site.url)).status).toBe(503)
  await page.getByRole('checkbox', { name: 'Maintenance Mode' }).uncheck()
  await save(page).click()
  await expect.poll(async () => (await fetch(site.url)).status).toBe(200)
})

test('two administrators see each other’s changes, and a stale save is rejected', async ({
  site,
  page,
  otherPage: other,
}) => {
  await signIn(site, other.request, { email: 'second@example.org' })
  await page.goto('/admin/settings')
  await other.goto('/admin/settings')
  await field(page, 'Site name').fill('Mine')
  await field(other, 'Site name').fill('Theirs')
  await field(other, 'Contact email').fill('theirs@paper.example')
  await save(other).click()
  await expect(field(page, 'Contact email')).toHaveValue('theirs@paper.example')
  await expect(field(page, 'Site name')).toHaveValue('Mine')
  const notice = page.getByRole('status').filter({ hasText: 'second@example.org changed this' })
  await expect(notice).toContainText('Site name is now “Theirs”')
  await notice.getByRole('button', { name: 'Use Theirs for Site name' }).click()
  await expect(field(page, 'Site name')).toHaveValue('Theirs')
  await expect(notice).toHaveCount(0)

  // The server detects a conflict that the page was not notified of.
  await other.route('**/api/admin/live?*', (route) => route.abort())
  await other.reload()
  await waitForHydration(other)
  await field(other, 'Site name').fill('Isolated')
  await field(page, 'Site name').fill('Newer')
  await save(page).click()
  await expect(toast(page, 'Settings Saved Successfully')).toBeVisible()
  await save(other).click()
  await expect(other.getByRole('status').filter({ hasText: 'Site name is now “Newer”' })).toBeVisible()
  await expect(field(page, 'Site name')).toHaveValue('Newer')
})

test('ad codes show the blocks that are stored, and are saved individually, by administrators with a recent proof of identity', async ({
  site,
  page,
  pageErrors,
}) => {
  await page.goto('/admin/adsense')
  await expect(page.getByRole('tab', { name: 'AdSense' })).toHaveAttribute('aria-selected', 'true')
  await expect(field(page, 'Banner code')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Enable AdSense' }).check()
  await expect(field(page, 'Banner code')).toHaveAttribute('rows', '4')
  await expect(field(page, 'Banner code')).toHaveAccessibleDescription(
    /Paste the code of an ad unit: ins, div and span elements, and script elements .* Anything else/,
  )
  await field(page, 'Banner code').fill(
    '<script src="http://ads.example/a.js"></script><iframe src="https://x.example"></iframe><div class="ad">Buy</div>',
  )
  const bannerPreview = page.getByRole('region', { name: 'Preview of the banner code' })
  await expect(bannerPreview).toContainText('<div class="ad">Buy</div>')
  await expect(bannerPreview).toContainText('Element: iframe')
  await expect(bannerPreview).toContainText('only scripts from https hosts are loaded')
  await field(page, 'Header code').fill('<script src="https://ads.example/a.js"></script>')
  const head = page.getByRole('region', { name: 'Preview of the header code' })
  await expect(head.getByText('ads.example', { exact: true })).toBeVisible()
  await expectAccessible(page)

  const button = page.getByRole('button', { name: 'Save AdSense Settings' })
  pageErrors.allow(/status 403/)
  await site.sql("update sessions set authenticated_at = now() - interval '16 minutes'")
  await button.click()
  const identity = page.getByRole('dialog', { name: 'Confirm your identity' })
  await identity.getByLabel(/^Your password/).fill(ADMINISTRATOR.password)
  const isEnabled = () =>
    site.sql("select setting_value from site_settings where setting_name = 'adsense_enabled'")
  expect(await isEnabled()).toEqual([{ setting_value: 'false' }])
  await identity.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'AdSense Settings Updated')).toBeVisible()
  expect(await isEnabled()).toEqual([{ setting_value: 'true' }])
  const rows = await site.sql<{ setting_name: string; setting_value: string }>(
    "select * from site_settings where setting_name like 'adsense%' order by 1",
  )
  expect(rows.map(({ setting_value }) => setting_value.slice(0, 7))).toEqual([
    '<script',
    'true',
    '<script',
    '',
    '',
  ])
})
