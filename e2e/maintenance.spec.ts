import { signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { exhaustRetries } from './fixtures/exhaust-retries.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expectWithinASecond } from './fixtures/expect-within-a-second.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

const statusOf = async (url: string) => (await fetch(url)).status

/** Switches maintenance mode in SQL and waits until the server applies it. */
async function setMaintenance(site: Site, isOn: boolean): Promise<void> {
  await site.sql("update site_settings set setting_value = $1 where setting_name = 'maintenance_mode'", [
    String(isOn),
  ])
  await expectWithinASecond(async () => expect(await statusOf(site.url)).toBe(isOn ? 503 : 200))
}

test('maintenance mode applies to every process within a second, and to a new one from its first response on', async ({
  site,
}) => {
  // It starts another server.
  test.slow()
  await setMaintenance(site, true)
  await using other = await site.startAnother()
  expect(await statusOf(other.url)).toBe(503)
  await setMaintenance(site, false)
  await expectWithinASecond(async () => expect(await statusOf(other.url)).toBe(200))
})

test('visitors see a valid, accessible page with the name of the site', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 503/)
  await site.set({ site_name: 'The Daily Proof' })
  await site.publish(stories(1))
  await setMaintenance(site, true)
  const response = await page.goto('/news')
  expect(response?.status()).toBe(503)
  expect(response?.headers()).toMatchObject({
    'retry-after': '60',
    'cache-control': 'no-store',
    'x-maintenance': 'on',
  })
  await expect(page).toHaveTitle('Back soon | The Daily Proof')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Back soon')
  await expect(page.getByRole('banner')).toHaveText('The Daily Proof')
  await expect(page.getByRole('main')).toContainText('The Daily Proof is closed for maintenance.')
  await expectAccessible(page)

  await setMaintenance(site, false)
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
  expect(new URL(page.url()).pathname).toBe('/news')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page of a visitor reloads automatically after maintenance', async ({
    site,
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/status 503/)
    await site.publish(stories(1))
    await setMaintenance(site, true)
    // Half a minute is too long for a test.
    await page.route('**/news', async (route) => {
      const response = await route.fetch()
      const headers = response.headers()
      await route.fulfill({ response, headers: { ...headers, ...(headers.refresh && { refresh: '1' }) } })
    })
    await page.goto('/news')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Back soon')
    await setMaintenance(site, false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
    await page.unroute('**/news')
  })
})

test('pages, feeds, sitemaps and calls are closed; assets, images, health checks, robots.txt and sign-in are not', async ({
  site,
  request,
}) => {
  const [id] = await site.publish(stories(1))
  const asset = /\/assets\/[\w.-]+\.css/.exec(await (await request.get('/')).text())?.[0] ?? ''
  await setMaintenance(site, true)
  for (const path of [
    '/',
    '/sport',
    `/article/${id}`,
    '/nowhere',
    '/feed.xml',
    '/sitemap.xml',
    '/llms.txt',
    '/_serverFn/x',
  ])
    expect((await request.get(path)).status(), path).toBe(503)
  expect((await request.post('/functions/v1/fetch-news')).status()).toBe(503)
  for (const path of [
    asset,
    '/favicon.png',
    '/livez',
    '/readyz',
    '/metrics',
    '/robots.txt',
    '/api/auth/get-session',
  ])
    expect((await request.get(path)).status(), path).toBe(200)
  expect((await request.get('/media/nothing')).status()).toBe(404)
  expect((await request.get('/admin')).status()).not.toBe(503)
})

test('navigation in an open page leads to the maintenance notice', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/status 503: \/_serverFn|console: (RequestFailure|TypeError|Error)/)
  await site.publish(stories(1))
  // With a live stream, the page has already switched to the notice.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'EventSource'))
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.clock.install()
  await setMaintenance(site, true)
  const closedResponse = page.waitForResponse(/_serverFn/)
  const categories = page.getByRole('navigation', { name: 'Categories' })
  await categories.getByRole('link', { name: 'Money' }).click()
  expect((await closedResponse).headers()['x-maintenance']).toBe('on')
  await exhaustRetries(page)
  await expect(page.getByRole('alert')).toContainText(
    'Masthead is closed for maintenance and will be back soon.',
  )
  await setMaintenance(site, false)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
})

test('only signed-in administrators see the site', async ({ site, page, request, pageErrors }) => {
  pageErrors.allow(/status 503/)
  await site.publish(stories(2, { category: 'Sport' }))
  await setMaintenance(site, true)
  await signIn(site, page.request)
  expect((await page.goto('/'))?.status()).toBe(200)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Sport' }).click()
  await expect(page.getByRole('heading', { name: 'Story 1' })).toBeVisible()
  expect((await request.get('/sport')).status()).toBe(503)

  // An open page would reload itself when it may no longer show the site, also while the next test begins.
  await page.goto('/favicon.png')
  const status = async () => (await page.request.get('/')).status()
  await site.sql("update users set role = 'user'")
  expect(await status()).toBe(503)
  await site.sql("update users set role = 'admin'")
  await page.request.post('/api/auth/sign-out', { data: {}, headers: { origin: site.url } })
  expect(await status()).toBe(503)
})

test('the last known setting applies during a database outage', async ({
  site,
  page,
  request,
  pageErrors,
}) => {
  pageErrors.allow(/status 503/)
  await setMaintenance(site, true)
  await signIn(site, page.request)
  await site.withoutDatabase(async () => {
    const visitor = await request.get('/')
    expect([visitor.status(), visitor.headers()['x-maintenance']]).toEqual([503, 'on'])
    expect((await page.goto('/'))?.headers()['x-maintenance']).toBe('on')
    expect((await request.get('/livez')).status()).toBe(200)
    await site.sql("update site_settings set setting_value = 'false' where setting_name = 'maintenance_mode'")
    expect((await request.get('/')).status()).toBe(503)
  })
  await expect.poll(() => statusOf(site.url)).toBe(200)
})
