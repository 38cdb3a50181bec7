import type { Locator, Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { expectAccessibleAtEachWidth } from './fixtures/expect-accessible.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

type Screen = {
  name: string
  path: string
  prepare?(site: Site): Promise<unknown>
  /** An element that appears once the screen has loaded. */
  content(page: Page): Locator
  /** The other tabs of the screen by their labels, with such an element each. */
  tabs?: Record<string, (page: Page) => Locator>
}

const SIGN_IN_SCREENS: Screen[] = [
  { name: 'the login screen', path: '/admin/login', content: (page) => page.getByLabel('Email') },
  { name: 'the sign-up screen', path: '/admin/signup', content: (page) => page.getByLabel('Email') },
  {
    name: 'the form for a forgotten password',
    path: '/admin/forgot-password',
    content: (page) => page.getByLabel('Email'),
  },
  {
    name: 'the form for a new password',
    path: '/admin/reset-password#token',
    content: (page) => page.getByLabel('New password'),
  },
  {
    name: 'the form for an invitation',
    path: '/admin/invitation#token',
    content: (page) => page.getByLabel('Full name'),
  },
  {
    name: 'the form for the first administrator',
    path: '/admin/first#token',
    content: (page) => page.getByLabel('Email'),
  },
]

const LONG = 'A headline that goes on for longer than an editor would let pass, and a little further still'

const publishStories = (site: Site) =>
  site.publish([
    ...stories(25, { title: LONG, is_breaking: true }),
    { title: 'العربية channel opens in London', category: 'Sport' },
  ])

const addFeeds = (site: Site) =>
  site.sql(`insert into feeds (url, title, category, enabled, failure_count, last_error) values
    ('https://courier.example/sport.xml', 'The Courier', 'Sport', true, 0, null),
    ('https://gone.example/feed', 'The Gone', 'News', true, 3, 'The server responded with status 404.'),
    ('https://off.example/feed', 'Off', 'News', false, 0, null) on conflict do nothing`)

const addTopics = (site: Site) =>
  site.sql(`insert into topics (id, slug, name, description) values
    (gen_random_uuid(), 'climate', 'Climate', 'Floods, fires and what is done about them'),
    (gen_random_uuid(), 'المناخ', 'المناخ', '') on conflict do nothing`)

const addSubscribers = (site: Site) =>
  site.sql(`insert into newsletter_subscribers (email, full_name, is_active) values
    ('ada@example.org', 'Penrose, Ada', true), ('aisha@example.org', 'عائشة', false),
    ('unnamed@example.org', null, true) on conflict do nothing`)

const addPageViews = (site: Site) =>
  site.sql(`insert into view_metrics
    select kind, 'day', day::date, name, 900 + extract(day from day)::int * 10, 400, 500, 200, 40000, 700, 45000, 12, 7
    from generate_series(current_date - 200, current_date - 1, '1 day') as day,
      (values ('all', ''), ('path', '/'), ('path', '/sport'), ('source', ''), ('source', 'news.example'),
        ('referrer', 'a-very-long-host-name-that-does-not-fit-into-its-column.example'), ('campaign', 'autumn'),
        ('device', 'desktop'), ('device', 'phone'), ('country', 'GB'), ('depth', '25'), ('depth', '100')) as part (kind, name)
    on conflict do nothing`)

const addAuditEntry = (site: Site) =>
  site.sql(`insert into audit_log (actor_email, action, subject, changes) values
    ('editor@example.org', 'page.update', 'Contact', '{"content": {"from": "Before", "to": "After"}}')`)

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name })
const button = (name: string) => (page: Page) => page.getByRole('button', { name }).first()
const panel = (page: Page) => page.getByRole('tabpanel').getByRole('region').first()
const chart = (page: Page) => page.locator('.recharts-surface').first()
const row = (page: Page) => page.getByRole('row').nth(1)

const ADMIN_SCREENS: Screen[] = [
  { name: 'the dashboard of an empty site', path: '/admin', content: heading('No Articles Yet') },
  { name: 'the dashboard', path: '/admin', prepare: publishStories, content: heading('Quick Actions') },
  {
    name: 'the article list without articles',
    path: '/admin/articles',
    content: (page) => page.getByText('Start by creating your first article'),
  },
  {
    name: 'the article list',
    path: '/admin/articles',
    prepare: publishStories,
    content: heading(/^Articles \(/),
  },
  {
    name: 'the article editor',
    path: '/admin/articles?article=new',
    content: (page) => page.getByRole('textbox', { name: 'Content' }),
  },
  { name: 'the topics', path: '/admin/topics', prepare: addTopics, content: row },
  { name: 'the inbox', path: '/admin/inbox', content: heading('Your inbox is empty') },
  { name: 'the feed list without feeds', path: '/admin/feeds', content: heading('No Feeds Yet') },
  { name: 'the feed list', path: '/admin/feeds', prepare: addFeeds, content: row },
  { name: 'the page editor', path: '/admin/pages', content: button('Save Changes') },
  {
    name: 'the newsletter screen',
    path: '/admin/newsletter',
    prepare: addSubscribers,
    content: row,
    tabs: {
      'Send Campaign': button('Send Campaign'),
      Templates: button('Use Weekly digest'),
      Settings: button('Save Settings'),
    },
  },
  {
    name: 'the analytics screen',
    path: '/admin/analytics',
    prepare: addPageViews,
    content: panel,
    tabs: { Content: panel, Traffic: chart, Engagement: chart },
  },
  {
    name: 'the settings screen',
    path: '/admin/settings',
    content: button('Save Settings'),
    tabs: { Security: heading('Two-factor authentication') },
  },
  { name: 'the AdSense settings', path: '/admin/adsense', content: button('Save AdSense Settings') },
  { name: 'the users', path: '/admin/users', prepare: addSubscribers, content: row },
  {
    name: 'the audit log',
    path: '/admin/audit',
    prepare: addAuditEntry,
    content: (page) => page.getByRole('list', { name: 'Changes, newest first' }),
  },
]

async function expectScreenAccessible(page: Page, { path, content, tabs = {} }: Screen): Promise<void> {
  await page.goto(path)
  await expect(content(page)).toBeVisible()
  await expectAccessibleAtEachWidth(page)
  for (const [name, contentOfTab] of Object.entries(tabs)) {
    await test.step(name, async () => {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
      await expect(contentOfTab(page)).toBeVisible()
      await expectAccessibleAtEachWidth(page)
    })
  }
}

for (const screen of SIGN_IN_SCREENS) {
  test(`${screen.name} is accessible`, async ({ page }) => expectScreenAccessible(page, screen))
}

for (const screen of ADMIN_SCREENS) {
  test(`${screen.name} is accessible`, async ({ site, page }) => {
    await signIn(site, page.request)
    await screen.prepare?.(site)
    await expectScreenAccessible(page, screen)
  })
}
