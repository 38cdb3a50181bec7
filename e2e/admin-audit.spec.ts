import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

const INJECTION = '<img src=x onerror="document.title=1"><script>alert(1)</script>'

const log = (page: Page) => page.getByRole('list', { name: 'Entries, newest first' }).locator('> li')

async function record(
  site: Site,
  entry: { email: string; action: string; subject: string; changes?: object; at?: string },
) {
  const { email, action, subject, changes = {}, at = new Date().toISOString() } = entry
  await site.sql(
    `insert into audit_log (actor_id, actor_email, action, subject, changes, at)
     values ((select id from users where email = $1), $1, $2, $3, $4, $5)`,
    [email, action, subject, JSON.stringify(changes), at],
  )
}

test.beforeEach(async ({ site, page }) => {
  await site.sql('delete from audit_log')
  await site.sql('delete from users')
  await signIn(site, page.request)
})

test('new entries appear live, and their values are shown as plain text', async ({ site, page }) => {
  await page.goto('/admin/audit')
  await expect(page.getByRole('heading', { name: 'No entries yet' })).toBeVisible()
  const email = 'editor@example.org'
  await record(site, {
    email,
    action: 'article.update',
    subject: INJECTION,
    changes: {
      title: { from: `Before ${INJECTION}`, to: 'عنوان' },
      isBreaking: { from: false, to: true },
      sourceUrl: { from: null, to: 'https://example.org/' },
      content: { from: `${'long '.repeat(90)}…`, to: 'short' },
    },
  })
  await record(site, { email: 'gone@example.org', action: 'user.update', subject: '' })
  const entry = log(page).filter({ hasText: 'Article updated' })
  await expect(entry).toContainText(INJECTION)
  await expect(log(page).filter({ hasText: 'gone@example.org' })).toContainText('Deleted account')
  await expect(entry.getByText('Before', { exact: true }).first()).toBeHidden()
  await entry.getByText('4 changes').press('Enter')
  await expect(entry.getByText(`Before ${INJECTION}`)).toBeVisible()
  for (const value of [
    'After عنوان',
    'Before No',
    'After Yes',
    'Before Nothing',
    'After https://example.org/',
  ])
    await expect(
      entry.getByRole('definition').filter({ hasText: new RegExp(`^${value.replace(' ', '')}$`) }),
    ).toHaveCount(1)
  await expect(page.locator('#content img, #content script')).toHaveCount(0)
  await expect(page).toHaveTitle('Audit log | Admin')
  for (const width of [375, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    // The layout changes with the width.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
    const value = await entry.getByText(`Before ${INJECTION}`).boundingBox()
    expect(value?.width).toBeGreaterThan(180)
  }
})

test('the log is filtered by person, kind and day, and exported; the URL contains the filters, and Load More appends entries', async ({
  site,
  page,
}) => {
  await signIn(site, page.request, { email: 'second@example.org' })
  const email = 'editor@example.org'
  await record(site, {
    email,
    action: 'article.update',
    subject: '=1+1',
    changes: { title: { from: 'Old', to: 'New' }, author: { from: null, to: 'Ada' } },
    at: '2026-06-30T23:30:00Z',
  })
  await record(site, { email, action: 'setting.update', subject: 'Early', at: '2026-06-30T12:00:00Z' })
  await record(site, { email: 'second@example.org', action: 'article.delete', subject: 'Theirs' })
  await page.goto('/admin/audit')
  await expect(log(page)).toHaveCount(3)
  await page.getByLabel('Kind').selectOption('Article')
  await expect(log(page)).toHaveCount(2)
  await page.getByLabel('Person').selectOption('Editor (editor@example.org)')
  await expect(log(page)).toHaveCount(1)
  await page.getByLabel('Day').fill('2026-07-01')
  await expect(log(page)).toContainText(['=1+1'])
  await expect(page).toHaveURL(/person=[0-9a-f-]{36}&kind=article&day=2026-07-01$/)
  await page.reload()
  await expect(log(page)).toContainText(['=1+1'])
  const exportButton = page.getByRole('button', { name: 'Export CSV' })
  const [download] = await Promise.all([page.waitForEvent('download'), exportButton.click()])
  expect(await readFile(await download.path(), 'utf8')).toBe(
    '\uFEFFTime,Email,Action,Subject,Changes,Address,Count\r\n' +
      `2026-06-30T23:30:00.000Z,editor@example.org,article.update,'=1+1,"Title: Old → New\nAuthor: nothing → Ada",,1\r\n`,
  )

  await page.getByLabel('Day').fill('2026-07-02')
  await expect(page.getByRole('heading', { name: 'No entries found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  // With the export.
  await expect(log(page)).toHaveCount(4)
  await expect(page).toHaveURL('/admin/audit')

  await site.sql(`insert into audit_log (actor_email, action, subject)
    select 'gone@example.org', 'feed.update', 'Feed ' || n from generate_series(1, 60) as n`)
  await expect(log(page)).toHaveCount(50)
  // A toast may cover the button.
  await page.getByRole('button', { name: 'Load More' }).press('Enter')
  await expect(log(page)).toHaveCount(64)
})
