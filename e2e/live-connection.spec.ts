import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { postponeRefresh } from './fixtures/postpone-refresh.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'
import { setVisible } from './fixtures/visibility.ts'

const CORRECT = 'update articles set title = $1'
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

test('a page catches up once the network is back, and after a database outage, in which it stays', async ({
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
  await site.sql(CORRECT, ['Corrected during the outage'])
  await context.setOffline(false)
  await expect(headline(page)).toHaveText('Corrected during the outage')
  expect(pageErrors.seen).toEqual([])
  await site.withoutDatabase(async () => {
    await site.sql(CORRECT, ['Changed again'])
    await expect(headline(page)).toHaveText('Corrected during the outage')
  })
  await expect(headline(page)).toHaveText('Changed again')
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
