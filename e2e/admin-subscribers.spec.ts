import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const statistic = (page: Page, name: string) => page.locator(`dt:text-is("${name}") ~ dd`)
const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

test.beforeEach(async ({ site, page }) => {
  await site.sql('delete from newsletter_subscribers')
  await site.sql('delete from users')
  await signIn(site, page.request)
})

test('subscribers are counted, searched, deactivated and exported, and other administrators see it live', async ({
  site,
  page,
  otherPage,
  pageErrors,
}) => {
  await page.goto('/admin/newsletter')
  await expect(page.getByRole('heading', { name: 'No subscribers yet' })).toBeVisible()
  await signIn(site, otherPage.request, { email: 'second@example.org' })
  await otherPage.goto('/admin/newsletter')
  await site.sql(`insert into newsletter_subscribers (email, full_name, is_active, subscribed_at) values
    ('ada@example.org', 'Penrose, Ada "the pen"', true, '2026-06-30T23:30:00Z'),
    ('=cmd|calc@example.org', '=HYPERLINK("http://evil.example","Click")', false, '2026-06-29T12:00:00Z'),
    ('nobody@example.org', null, true, '2026-06-27T12:00:00Z')`)
  for (const screen of [page, otherPage]) {
    await expect(statistic(screen, 'Total Subscribers')).toHaveText(['3', '2 active'])
    await expect(statistic(screen, 'Engagement Rate').first()).toHaveText('67%')
  }
  await expect(rowOf(page, 'ada@')).toContainText('1 Jul 2026')
  await expect(rowOf(page, 'nobody@')).toContainText('Anonymous Subscriber')

  await page.getByRole('searchbox', { name: 'Search by email or name' }).fill('PENROSE')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/q=PENROSE$/)
  pageErrors.allow(/_serverFn|newsletter_subscribers\.csv|Failed to load/)
  await page.route('**/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Deactivate ada@example.org' }).click()
  await expect(page.getByText('Failed to update subscriber status')).toBeVisible()
  await expect(rowOf(page, 'ada@')).toContainText('Active')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('Failed to export newsletter subscribers')).toBeVisible()
  await page.unroute('**/*')
  await page.getByRole('button', { name: 'Deactivate ada@example.org' }).press('Enter')
  await expect(page.getByText('Subscriber deactivated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Activate ada@example.org' })).toBeFocused()
  await expect(rowOf(otherPage, 'ada@')).toContainText('Inactive')

  // All subscribers regardless of the search, without spreadsheet formulas.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  await expect(page.getByText('Export Successful')).toBeVisible()
  expect(download.suggestedFilename()).toBe('newsletter_subscribers.csv')
  expect(await readFile(await download.path(), 'utf8')).toBe(
    [
      '\uFEFFEmail,Name,Status,Subscribed Date',
      'ada@example.org,"Penrose, Ada ""the pen""",Inactive,2026-07-01',
      `'=cmd|calc@example.org,"'=HYPERLINK(""http://evil.example"",""Click"")",Inactive,2026-06-29`,
      'nobody@example.org,,Active,2026-06-27',
      '',
    ].join('\r\n'),
  )
  expect(await site.sql("select subject from audit_log where action = 'subscriber.export'")).toEqual([
    { subject: 'newsletter_subscribers.csv' },
  ])
  await page.getByRole('button', { name: 'Activate ada@example.org' }).press('Enter')
  await expect(page.getByText('Subscriber activated')).toBeVisible()
})

test('a file is previewed before its subscribers are stored, and requires their consent', async ({
  site,
  page,
}, testInfo) => {
  const count = async () => (await site.sql('select from newsletter_subscribers')).length
  // The browser reads a file much faster than bytes from the test.
  const choose = async (name: string, bytes: Buffer) => {
    const path = testInfo.outputPath(name)
    await writeFile(path, bytes)
    await page.getByLabel('CSV file of subscribers').setInputFiles(path)
  }
  const preview = page.getByRole('dialog', { name: 'Import subscribers' })
  const report = page.getByRole('dialog', { name: 'Import finished' })
  const consent = preview.getByRole('checkbox', {
    name: 'These people have agreed to receive this newsletter.',
  })
  await page.goto('/admin/newsletter')
  await expect(page.getByRole('heading', { name: 'No subscribers yet' })).toBeVisible()

  // A column that is not understood has to be decided first.
  await page.setViewportSize({ width: 375, height: 800 })
  await choose('crm.csv', Buffer.from('E-Mail;Werbung\nann@example.org;ja\nbob@example.org;Brief\n'))
  const proceed = preview.getByRole('button', { name: 'Continue' })
  await expect(preview.getByRole('group', { name: 'Werbung' })).toContainText('“ja” (1), “Brief” (1)')
  await preview.getByRole('radio', { name: 'It says who is subscribed' }).check()
  await preview.getByRole('radio', { name: 'Active: ja', exact: true }).check()
  await proceed.click()
  await expect(preview.getByRole('alert')).toHaveText('1 column still to decide.')
  await expectAccessible(page)
  await preview.getByRole('radio', { name: 'Inactive: Brief' }).check()
  await proceed.click()
  await expect(preview.getByRole('list', { name: 'First subscribers' }).getByRole('listitem')).toHaveText([
    'ann@example.org, active',
    'bob@example.org, inactive',
  ])
  await preview.getByRole('button', { name: 'Cancel' }).click()
  await expect(preview).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await count()).toBe(0)

  const lines = Array.from({ length: 300 }, (_, n) =>
    n % 2 === 0 ? `nobody ${n}` : `reader${n}@example.org,"Reader, ${n}"`,
  )
  const big = Buffer.from(['Email,Name', ...lines].join('\n'))
  await choose('big.csv', big)
  await expect(preview).toContainText('150 will be added, 150 skipped.')
  const button = preview.getByRole('button', { name: 'Import 150 subscribers' })
  await button.click()
  await expect(consent).toHaveAccessibleDescription('Confirm that the subscribers agreed.')
  expect(await count()).toBe(0)
  await consent.check()
  await button.click()
  await expect(report).toContainText('150 added, 150 skipped.')
  await expect(report.getByRole('list', { name: 'Skipped lines by reason' })).toHaveText(
    '150: not a valid email address',
  )
  await expect(
    report.getByRole('list', { name: 'Skipped lines', exact: true }).getByRole('listitem'),
  ).toHaveCount(100)
  await report.getByRole('button', { name: 'Done' }).click()
  await expect.poll(count).toBe(150)
  await expect(rowOf(page, 'Reader, ').first()).toBeVisible()

  await choose(
    'huge.csv',
    Buffer.concat([Buffer.from('Email\none@example.org'), Buffer.alloc(12 * 1024 * 1024, '\n')]),
  )
  await expect(
    page.getByText('The file is larger than 12 MB. Split it into smaller files and import them one by one.'),
  ).toBeVisible()
  expect(await count()).toBe(150)
})
