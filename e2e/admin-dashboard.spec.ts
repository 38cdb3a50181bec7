import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const statistic = (page: Page, name: string) =>
  page.getByRole('definition').and(page.locator(`dt:text-is("${name}") + dd`))
const panel = (page: Page, name: string) => page.getByRole('region', { name })
const HOUR_MS = 60 * 60 * 1000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

test.beforeEach(async ({ site, page }) => {
  await site.sql('delete from newsletter_subscribers')
  await site.sql('delete from users')
  await signIn(site, page.request)
})

test('the dashboard shows the first steps, statistics, the state of settings and feeds, and the sample edition', async ({
  site,
  page,
}) => {
  await page.goto('/admin')
  await expect(page).toHaveTitle('Dashboard | Admin')
  await expect(page.getByRole('heading', { name: 'No Articles Yet' })).toBeVisible()
  await expect(page.getByText('Start by creating your first article')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create Article' })).toHaveAttribute('href', '/admin/articles')
  await expect(statistic(page, 'Total Articles')).toHaveText('0')
  await expect(statistic(page, 'Users')).toHaveText('1')

  await site.publish([
    { title: 'أخبار اليوم', category: 'Sport', published_at: ago(1), is_breaking: true },
    { title: '<b>Not bold</b>', published_at: ago(23.9) },
    ...stories(5, { author: 'Ada Penrose', published_at: ago(25) }),
  ])
  await expect(statistic(page, 'Total Articles')).toHaveText('7')
  await expect(statistic(page, 'Recent Articles')).toHaveText('2')
  await expect(statistic(page, 'Breaking News')).toHaveText('1')
  const recent = panel(page, 'Recent Articles')
  await expect(recent.getByRole('listitem')).toHaveCount(5)
  await expect(recent.getByRole('listitem').nth(0)).toContainText('أخبار اليوم')
  await expect(recent.getByRole('listitem').nth(0)).toContainText('Breaking')
  await expect(recent.getByRole('link', { name: '<b>Not bold</b>' })).toHaveAttribute('href', /^\/article\//)
  await expect(recent.getByRole('link', { name: 'Manage All' })).toHaveAttribute('href', '/admin/articles')

  await test.step('settings, ad codes and feeds are summarised, and linked to their screens', async () => {
    // Backups are not announced: the change of the settings is.
    await site.sql(
      "insert into backup_runs (id, started_at, file) values (gen_random_uuid(), now() - interval '150 minutes', 'a.tar.zst')",
    )
    await site.set({ site_name: 'The Courier', adsense_enabled: 'true', adsense_banner_code: '<i>code</i>' })
    await expect(panel(page, 'Site Settings')).toContainText('The Courier')
    await expect(panel(page, 'Site Settings')).toContainText('Last backup2 hours ago')
    await site.sql('delete from backup_runs')
    await expect(panel(page, 'AdSense')).toContainText('Enabled')
    await expect(panel(page, 'AdSense')).toContainText('BannerConfigured')
    await expect(panel(page, 'AdSense')).toContainText('HeaderNot set')
    await expect(panel(page, 'Feeds')).toContainText('No feeds')
    await site.sql(
      `insert into feeds (url, title, failure_count, last_error, next_check_at)
       values ('https://gone.example/', 'The Gone', 3, 'The server answered with status 404.', now() + interval '1 day')`,
    )
    await expect(panel(page, 'Feeds')).toContainText('All failing')
    await expect(page.getByRole('list', { name: 'Failing feeds' })).toHaveText(
      'The GoneFailed 3 times in a row: The server answered with status 404.',
    )

    const actions = panel(page, 'Quick Actions').getByRole('link')
    expect(
      await actions.evaluateAll((links) =>
        links.map((link) => [link.textContent?.trim(), link.getAttribute('href')]),
      ),
    ).toEqual([
      ['Manage Articles', '/admin/articles'],
      ['Site Settings', '/admin/settings'],
      ['AdSense Setup', '/admin/adsense'],
      ['Newsletter', '/admin/newsletter'],
      ['Page Editor', '/admin/pages'],
    ])
  })

  await test.step('the sample edition is removed after confirmation', async () => {
    await site.sql('delete from articles')
    await site.publish(stories(3))
    await site.sql("update articles set origin = 'sample' where title <> 'Story 3'")
    const notice = page.getByRole('complementary', { name: 'Sample edition' })
    const button = notice.getByRole('button', { name: 'Remove Sample Edition' })
    await expect(notice).toContainText('2 articles')
    await button.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Remove the sample edition?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(button).toBeFocused()
    await expect(statistic(page, 'Total Articles')).toHaveText('3')

    await button.click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Removed the sample edition: 2 articles')).toBeVisible()
    await expect(notice).toHaveCount(0)
    await expect(statistic(page, 'Total Articles')).toHaveText('1')
    await expect(panel(page, 'Recent Articles').getByRole('listitem')).toHaveText(/Story 3/)
  })
})

test('Refresh Content ingests all feeds and shows the result', async ({
  site,
  externalServer,
  page,
  pageErrors,
}) => {
  const story = (title: string) =>
    `<item><title>${title}</title><link>${externalServer.origin}/${encodeURIComponent(title)}</link></item>`
  const feed = (...titles: string[]) =>
    `<rss version="2.0"><channel><title>The Wire</title>${titles.map(story).join('')}</channel></rss>`
  externalServer.serve('/wire.rss', 'application/rss+xml', feed('One', 'Two'))
  await site.addFeed(`${externalServer.origin}/wire.rss`, 'Sport')
  await site.addFeed(`${externalServer.origin}/nothing.rss`, 'News')
  await site.sql(`update feeds set next_check_at = now() + interval '50 minutes'`)
  await page.goto('/admin')
  const button = page.getByRole('button', { name: 'Refresh Content' })
  const outcome = panel(page, 'Quick Actions').getByRole('status')

  await button.press('Enter')
  // The feed parser starts a worker thread first.
  await expect(page.getByText('Content refreshed successfully')).toBeVisible({ timeout: 20_000 })
  await expect(outcome).toContainText('2 new articles, 0 updated, 0 feeds unchanged, 1 feed failed')
  await expect(outcome.getByRole('list', { name: 'Feeds that failed' })).toContainText('status 404')
  await expect(statistic(page, 'Total Articles')).toHaveText('2')
  await expect(button).toBeFocused()

  await button.click()
  await expect(outcome).toContainText('Nothing to refresh')
  await expect(page.getByText('No feeds can be refreshed right now')).toBeVisible()

  pageErrors.allow(/postFeedRefresh|_serverFn|status 500/)
  await page.route('**/_serverFn/**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await button.click()
  await expect(page.getByText('Failed to refresh content')).toBeVisible()
  await expect(statistic(page, 'Total Articles')).toHaveText('2')
  await expect(button).toBeEnabled()
  const [record] = await site.sql<{ changes: unknown }>(
    `select changes from audit_log where action = 'feed.refresh' order by id desc limit 1 offset 1`,
  )
  expect(record?.changes).toMatchObject({ feeds: { to: 2 }, created: { to: 2 }, failed: { to: 1 } })
})
