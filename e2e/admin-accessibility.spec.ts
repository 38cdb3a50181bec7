import type { Locator, Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { expectAccessibleAtEachWidth } from './fixtures/expect-accessible.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

type Screen = {
  /** The text of its link in the sidebar, if it has one. */
  name: string
  /** By default the name. */
  title?: string
  prepare?(site: Site): Promise<unknown>
  /** Opens a screen that has no link in the sidebar. */
  open?(page: Page): Promise<void>
  /** An element that appears once the screen has loaded. By default its heading. */
  content?(page: Page): Locator
  /** The other tabs of the screen by their labels, with such an element each. */
  tabs?: Record<string, (page: Page) => Locator>
}

const SIGN_IN_SCREENS = {
  '/admin/login': 'Email',
  '/admin/signup': 'Email',
  '/admin/forgot-password': 'Email',
  '/admin/reset-password#token': 'New password',
  '/admin/invitation#token': 'Full name',
  '/admin/first#token': 'Email',
}

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

const links = (page: Page) => page.getByRole('navigation', { name: 'Back office' }).getByRole('link')

const SCREENS_OF_EMPTY_SITE: Screen[] = [
  { name: 'Dashboard', content: heading('No Articles Yet') },
  { name: 'Articles', content: (page) => page.getByText('Start by creating your first article') },
  {
    name: 'the article editor',
    title: 'New article',
    open: (page) => page.getByRole('tab', { name: 'New Article' }).click(),
    content: (page) => page.getByRole('textbox', { name: 'Content' }),
  },
  {
    name: 'the inbox',
    title: 'Inbox',
    open: (page) => page.getByRole('link', { name: /^Inbox/ }).click(),
    content: heading('Your inbox is empty'),
  },
  { name: 'Feeds', content: heading('No feeds yet') },
  { name: 'Pages', title: 'Contact | Page Editor', content: button('Save Changes') },
  {
    name: 'Settings',
    content: button('Save Settings'),
    tabs: {
      AdSense: button('Save AdSense Settings'),
      Security: heading('Two-factor authentication'),
    },
  },
]

const SCREENS: Screen[] = [
  {
    name: 'Dashboard',
    prepare: async (site) => {
      await publishStories(site)
      await addFeeds(site)
    },
    content: (page) => page.getByRole('list', { name: 'Failing feeds' }),
  },
  { name: 'Articles', content: heading(/^Articles \(/) },
  { name: 'Topics', prepare: addTopics, content: row },
  { name: 'Feeds', content: row },
  {
    name: 'Newsletter',
    prepare: addSubscribers,
    content: row,
    tabs: {
      'Send Campaign': button('Send Campaign'),
      Templates: button('Use Weekly digest'),
      Settings: button('Save Settings'),
    },
  },
  {
    name: 'Analytics',
    prepare: addPageViews,
    content: panel,
    tabs: { Content: panel, Traffic: chart, Engagement: chart },
  },
  { name: 'Users', prepare: addSubscribers, content: row },
  {
    name: 'Audit log',
    prepare: addAuditEntry,
    content: (page) => page.getByRole('list', { name: 'Entries, newest first' }),
  },
]

/** Opens a screen, in the narrowest window with a sidebar. */
async function openScreen(page: Page, { name, title = name, open, content }: Screen): Promise<void> {
  await page.setViewportSize({ width: 768, height: 900 })
  if (open) await open(page)
  else {
    const link = links(page).filter({ hasText: new RegExp(`^${name}$`) })
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
  }
  await expect(page).toHaveTitle(`${title} | Admin`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (content) await expect(content(page)).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  const cutOff = await page
    .locator('main :is(a, button)')
    .evaluateAll((all) =>
      all
        .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent),
    )
  expect(cutOff, 'labels that are cut off').toEqual([])
}

async function expectScreenAccessible(page: Page, screen: Screen): Promise<void> {
  await openScreen(page, screen)
  await expectAccessibleAtEachWidth(page)
  for (const [name, content] of Object.entries(screen.tabs ?? {}))
    await test.step(name, async () => {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
      await expect(content(page)).toBeVisible()
      await expectAccessibleAtEachWidth(page)
    })
}

test('the sign-in screens are accessible', async ({ page }) => {
  for (const [path, label] of Object.entries(SIGN_IN_SCREENS))
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByLabel(label)).toBeVisible()
      await expectAccessibleAtEachWidth(page)
    })
})

test('the screens of an empty site are accessible, have their titles, and cut off no labels at 768 px', async ({
  site,
  page,
}) => {
  await signIn(site, page.request)
  await page.goto('/admin')
  for (const screen of SCREENS_OF_EMPTY_SITE)
    await test.step(screen.name, () => expectScreenAccessible(page, screen))
  const visited = SCREENS_OF_EMPTY_SITE.map(({ name }) => name)
  const others = (await links(page).allTextContents()).filter((name) => !visited.includes(name))
  expect(others).toHaveLength(6)
  for (const name of others) await test.step(name, () => openScreen(page, { name }))
})

test('the screens of a site with content are accessible, and cut off no labels at 768 px', async ({
  site,
  page,
}) => {
  await signIn(site, page.request)
  await page.goto('/admin')
  for (const screen of SCREENS)
    await test.step(screen.name, async () => {
      await screen.prepare?.(site)
      await expectScreenAccessible(page, screen)
    })
})
