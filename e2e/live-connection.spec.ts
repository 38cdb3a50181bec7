import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { postponeRefresh } from './fixtures/postpone-refresh.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'
import { setVisible } from './fixtures/visibility.ts'

const CORRECT = 'update articles set title = $1'
const DATA = '**/_serverFn/**'
const STREAM = '**/api/live?*'

const headline = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading').first()

/** The number of open live streams of the server. */
async function streams(site: Site): Promise<number> {
  const metrics = await (await fetch(`${site.url}/metrics`)).text()
  return Number(/^masthead_live_streams (\d+)$/m.exec(metrics)?.[1])
}

test('a hidden page keeps its connection for a while, has none later and in the back/forward cache, and catches up', async ({
  site,
  page,
}) => {
  await site.publish(stories(1))
  const streamRequests: string[] = []
  page.on('request', (request) => request.url().includes('/api/live') && streamRequests.push(request.url()))
  await page.goto('/')
  await expect.poll(() => streams(site)).toBe(1)
  await page.clock.install()
  await setVisible(page, false)
  await page.clock.fastForward(10_000)
  await setVisible(page, true)
  await page.clock.fastForward(60_000)
  await site.sql(CORRECT, ['Notified'])
  await expect(headline(page)).toHaveText('Notified')
  expect(streamRequests).toHaveLength(1)

  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  await setVisible(page, false)
  await page.clock.fastForward(29_000)
  expect(await streams(site)).toBe(1)
  await page.clock.fastForward(1_000)
  await expect.poll(() => streams(site)).toBe(0)
  await page.clock.resume()
  await site.sql(CORRECT, ['Missed'])
  await setVisible(page, true)
  await expect(headline(page)).toHaveText('Missed')
  expect(await streams(site)).toBe(1)

  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect.poll(() => streams(site)).toBe(0)
  await site.sql(CORRECT, ['Missed too'])
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(headline(page)).toHaveText('Missed too')
})

test('changes between rendering and hydration are not missed', async ({ site, page }) => {
  await site.publish(stories(1))
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  const gone = page.goto('/')
  await expect(headline(page)).toHaveText('Story 1')
  await site.sql(CORRECT, ['Missed'])
  await expect.poll(async () => (await fetch(`${site.url}/`)).text()).toContain('Missed')
  released.resolve()
  await gone
  await expect(headline(page)).toHaveText('Missed')
})

test('changes while the connection is opened are not missed', async ({ site, page }) => {
  await site.publish(stories(1))
  await page.route(STREAM, async (route) => {
    await site.sql(CORRECT, ['Missed'])
    await expect.poll(async () => (await fetch(`${site.url}/`)).text()).toContain('Missed')
    // As on a slow connection, the change is older than the page: only the last event ID shows that the page misses it.
    const url = new URL(route.request().url())
    url.searchParams.set('age', '-2000')
    await route.continue({ url: url.href })
  })
  await page.goto('/')
  await expect(headline(page)).toHaveText('Missed', { timeout: 20_000 })
})

test('pages reconnect after a server restart and refetch their data', async ({ site, page, pageErrors }) => {
  // It starts two servers.
  test.slow()
  pageErrors.allow(/(net::ERR_CONNECTION_REFUSED|net::ERR_INCOMPLETE_CHUNKED_ENCODING): \/api\/live/)
  await site.publish(stories(1))
  const first = await site.startAnother()
  const { port } = new URL(first.url)
  await page.goto(first.url)
  await first[Symbol.asyncDispose]()
  await site.sql(CORRECT, ['Changed meanwhile'])
  await using _ = await site.startAnother({ PORT: port })
  await expect(headline(page)).toHaveText('Changed meanwhile')
})

test('changes are not missed when the first connection fails', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/net::ERR_FAILED: \/api\/live/)
  await site.publish(stories(1))
  await page.route(
    '**/api/live?*',
    async (route) => {
      await site.sql(CORRECT, ['Missed'])
      await expect.poll(async () => (await fetch(`${site.url}/`)).text()).toContain('Missed')
      await route.abort()
    },
    { times: 1 },
  )
  await page.goto('/')
  await expect(headline(page)).toHaveText('Missed')
})

test('during a database outage the page stays, and it catches up afterwards', async ({ site, page }) => {
  await site.publish(stories(1))
  await page.goto('/')
  await site.withoutDatabase(async () => {
    await site.sql(CORRECT, ['Changed meanwhile'])
    await expect(headline(page)).toHaveText('Story 1')
  })
  await expect(headline(page)).toHaveText('Changed meanwhile')
})

test('a page that was offline catches up once the network is back', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  // The page may be fetching an update when it goes offline.
  pageErrors.allow(/net::ERR_INTERNET_DISCONNECTED: \/(_serverFn|$)/)
  await site.publish(stories(1))
  await page.goto('/')
  await expect.poll(() => streams(site)).toBe(1)
  await context.setOffline(true)
  await expect.poll(() => streams(site)).toBe(0)
  await site.sql(CORRECT, ['Changed meanwhile'])
  await context.setOffline(false)
  await expect(headline(page)).toHaveText('Changed meanwhile')
  expect(pageErrors.seen).toEqual([])
})

test('a failed fetch is retried silently', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/net::ERR_FAILED: \/_serverFn/)
  await site.publish(stories(1))
  await page.goto('/')
  await page.clock.install()
  await postponeRefresh(page)
  let attempts = 0
  await page.route(DATA, (route) => {
    attempts += 1
    return route.abort()
  })
  await site.sql(CORRECT, ['Put right'])
  await expect(async () => {
    await page.clock.fastForward(4_000)
    expect(attempts).toBe(4)
  }).toPass()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
  await expect(headline(page)).toHaveText('Story 1')

  await page.unroute(DATA)
  await site.sql(CORRECT, ['Put right again'])
  await expect(headline(page)).toHaveText('Put right again')
})

test('without a live stream the page polls for changes', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/status 503: \/api\/live/)
  await site.publish(stories(1))
  let refusals = 0
  await page.route(STREAM, (route) => {
    refusals += 1
    return route.fulfill({ status: 503, body: 'no' })
  })
  await page.goto('/')
  await page.clock.install()
  await page.reload()
  await postponeRefresh(page)
  await expect.poll(() => refusals).toBe(2)
  await site.sql(CORRECT, ['Put right'])
  await expect(async () => {
    await page.clock.fastForward(120_000)
    await expect(headline(page)).toHaveText('Put right', { timeout: 500 })
  }).toPass()
  await expect.poll(() => refusals).toBeGreaterThan(2)
})

test('pages work in a browser without EventSource', async ({ site, page }) => {
  await site.publish(stories(1, { category: 'Sport' }))
  await page.addInitScript(() => Reflect.deleteProperty(window, 'EventSource'))
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Sport' }).click()
  await expect(headline(page)).toHaveText('Story 1')
})

test('an open page switches to the maintenance page when maintenance begins', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 503: \/(_serverFn\/|$)/)
  await site.publish(stories(1))
  await page.goto('/')
  await site.sql("update site_settings set setting_value = 'true' where setting_name = 'maintenance_mode'")
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/maintenance|back soon/i)
})
