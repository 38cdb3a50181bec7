import type { APIRequestContext, Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { READER_USER_AGENT } from './fixtures/reader-user-agent.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Hides `navigator.webdriver`, since automated browsers are not counted. */
async function hideAutomation(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })
  })
}

/** Emulates a switch to another tab. */
async function hideTab(page: Page): Promise<void> {
  const beacon = page.waitForResponse('**/api/beacon')
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await beacon
}

async function forget(site: Site): Promise<void> {
  await site.sql('truncate page_views, view_metrics, visitor_salts')
}

type Sums = { views: number; left: number; bookmarks: number; shares: number }

async function sums(site: Site): Promise<Sums | undefined> {
  const [row] = await site.sql<Sums>(`
    select count(*)::int as views, count(*) filter (where seconds > 0)::int as left,
      coalesce(sum(bookmarks), 0)::int as bookmarks, coalesce(sum(shares), 0)::int as shares
    from page_views`)
  return row
}

const ids = { next: 0 }

/** Sends the beacons of another visitor's page view. */
async function sendPageView(
  request: APIRequestContext,
  view: { path: string; referrer?: string; left?: { seconds: number; depth: number } },
  headers: Record<string, string>,
): Promise<void> {
  ids.next += 1
  const id = ids.next.toString(16).padStart(32, '0')
  const { left, ...more } = view
  const sendBeacon = async (data: object) => {
    const body = JSON.stringify(data)
    const sent = { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain', ...headers }
    expect((await request.post('/api/beacon', { data: body, headers: sent })).status()).toBe(204)
  }
  await sendBeacon({ kind: 'view', id, ...more })
  if (left) await sendBeacon({ kind: 'leave', id, ...left })
}

/** Finds a metric card. */
const card = (page: Page, label: string) => page.locator('dl > div').filter({ hasText: label })
const row = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })

async function expectOverview(page: Page): Promise<void> {
  await expect(card(page, 'Total Views')).toContainText('Total Views6')
  await expect(card(page, 'Unique Visitors')).toContainText('Unique Visitors3')
  await expect(card(page, 'Bounce Rate')).toContainText('Bounce Rate33%')
  // 20 + 60 s, 40 s, and 30 + 90 s, in three sessions.
  await expect(card(page, 'Average Session')).toContainText('Average Session1 min 20 s')
  await expect(card(page, 'Total Views')).toContainText('No earlier data to compare')
  await expect(row(page, 'Top Pages', 'Story 1')).toHaveText('Story 122')
  await expect(row(page, 'Top Pages', 'Home')).toHaveText('Home22')
  await expect(row(page, 'Top Pages', 'Sport')).toHaveText('Sport22')
  await expect(row(page, 'Traffic Sources', 'newsletter')).toHaveText('newsletter12')
  await expect(row(page, 'Traffic Sources', 'search.example')).toHaveText('search.example11')
  await expect(row(page, 'Traffic Sources', 'Direct')).toHaveText('Direct13')
}

async function expectOtherTabs(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Content' }).click()
  await expect(page).toHaveURL(/tab=content/)
  await expect(page.getByRole('table', { name: 'Newest articles' }).getByRole('row')).toHaveCount(6)
  await expect(row(page, 'Newest articles', 'Story 1')).toContainText('2290%1 min 15 s11')
  await expect(row(page, 'Newest articles', 'Story 2')).toContainText('00––00')

  await page.getByRole('tab', { name: 'Traffic' }).click()
  await expect(row(page, 'Referrers', 'search.example')).toHaveText('search.example11')
  await expect(row(page, 'Campaigns', 'autumn / email')).toHaveText('autumn / email12')
  await expect(row(page, 'Devices', 'Desktop')).toHaveText('Desktop25')
  await expect(row(page, 'Devices', 'Phone')).toHaveText('Phone11')
  await expect(page.getByRole('region', { name: 'Countries' })).toContainText('Requires a proxy')
  await page.getByText('Show as table').click()
  const days = page.getByRole('table', { name: 'Views over time' }).getByRole('row')
  await expect(days).toHaveCount(31)
  await expect(days.filter({ hasText: /63$/ })).toHaveCount(1)
  await expect(page.locator('.recharts-line')).toHaveCount(1)

  await page.getByRole('tab', { name: 'Engagement' }).click()
  await expect(card(page, 'Read Depth')).toContainText('90%')
  await expect(card(page, 'Read Time')).toContainText('1 min 15 s')
  await expect(card(page, 'Bookmarks')).toContainText('Bookmarks1')
  await expect(card(page, 'Shares')).toContainText('Shares1')
  await page.getByText('Show as table').click()
  await expect(row(page, 'Scroll depth', '75 to 100%')).toHaveText('75 to 100%2')
  await expect(row(page, 'Scroll depth', '0 to 25%')).toHaveText('0 to 25%0')
  await expect(row(page, 'Reading time compared with the estimate', 'Story 1')).toHaveText(
    'Story 11 min 15 s4 min90%2',
  )
}

test('the screen shows the exact metrics of a known day of traffic, and the URL contains the period', async ({
  site,
  page,
  request,
}) => {
  test.slow()
  await forget(site)
  const [first] = await site.publish(stories(6, { content: `<p>${'A word. '.repeat(400)}</p>` }))
  await hideAutomation(page)

  // A visitor comes from the newsletter, reads the newest story to its end, bookmarks and shares it.
  const counted = page.waitForResponse('**/api/beacon')
  await page.goto('/?utm_source=newsletter&utm_medium=email&utm_campaign=autumn')
  await counted
  await page.getByRole('link', { name: 'Story 1' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Story 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied!')).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await hideTab(page)
  await page.goto('/robots.txt')
  await expect
    .poll(() => sums(site), { timeout: 15_000 })
    .toMatchObject({ views: 2, bookmarks: 1, shares: 1 })
  await expect
    .poll(() => site.sql("select depth from page_views where path <> '/'"), { timeout: 15_000 })
    .toEqual([{ depth: 100 }])
  // The duration depends on the machine.
  await site.sql("update page_views set seconds = case path when '/' then 20 else 60 end")

  // A visitor on a phone comes from a search engine and leaves.
  await sendPageView(
    request,
    { path: '/sport', referrer: 'www.search.example', left: { seconds: 40, depth: 55 } },
    { 'user-agent': PHONE },
  )
  // A visitor views two pages and reads most of the story.
  const other = { 'user-agent': `${READER_USER_AGENT} Edg/142.0` }
  await sendPageView(request, { path: '/', left: { seconds: 30, depth: 10 } }, other)
  await sendPageView(request, { path: '/Sport/' }, other)
  await sendPageView(request, { path: `/article/${first}`, left: { seconds: 90, depth: 80 } }, other)
  // None of these views may be counted.
  await sendPageView(request, { path: '/' }, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
  await sendPageView(request, { path: '/' }, { 'user-agent': READER_USER_AGENT, dnt: '1' })
  await sendPageView(request, { path: '/' }, { 'user-agent': READER_USER_AGENT, 'sec-gpc': '1' })
  await expect.poll(() => sums(site), { timeout: 15_000 }).toMatchObject({ views: 6, left: 5 })

  // An administrator views a page and opens the analytics.
  await signIn(site, page.request)
  const beacon = page.waitForResponse('**/api/beacon')
  await page.goto('/')
  expect((await beacon).status()).toBe(204)
  await page.goto('/admin/analytics')
  await expectOverview(page)
  await expect(page.getByRole('region', { name: 'On the site now' })).toContainText(
    '3 visitors on the site now',
  )
  await expectOtherTabs(page)
  await page.getByLabel('Period').selectOption('Last 90 days')
  await expect(page).toHaveURL(/period=90d/)
})

/** Opens a story, views it for a second and scrolls to its end. */
async function readStory(page: Page, address: string): Promise<void> {
  await hideAutomation(page)
  const beacon = page.waitForResponse('**/api/beacon')
  await page.goto(address)
  await beacon
  await page.evaluate(() => {
    document.querySelector('main article')?.scrollIntoView({ block: 'end' })
    const since = performance.now()
    return new Promise<void>((resolve) => {
      const look = () => (performance.now() - since > 1000 ? resolve() : requestAnimationFrame(look))
      look()
    })
  })
}

test('a page sends its visible time and scroll depth on closing the tab', async ({ site, context }) => {
  await forget(site)
  const [id] = await site.publish(stories(1, { content: `<p>${'A word. '.repeat(400)}</p>` }))
  const tab = await context.newPage()
  await readStory(tab, `${site.url}/article/${id}`)
  await tab.close()
  await expect
    .poll(() => site.sql('select path, depth, seconds between 1 and 20 as is_timed from page_views'), {
      timeout: 15_000,
    })
    .toEqual([{ path: `/article/${id}`, depth: 100, is_timed: true }])
})

test('a browser that opts out of tracking sends no beacons', async ({ site, page }) => {
  await site.publish(stories(3))
  await hideAutomation(page)
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })
  })
  const beacons: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/beacon') && beacons.push(request.url()))
  const counting = page.waitForResponse(/track-page-views/)
  await page.goto('/')
  await (await counting).finished()
  await page.getByRole('link', { name: 'Story 1' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Story 1' })).toBeVisible()
  expect(beacons).toEqual([])
  expect(await page.context().cookies()).toEqual([])
})
