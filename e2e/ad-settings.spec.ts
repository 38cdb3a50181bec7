import type { Page, Response } from '@playwright/test'
import { adSettings, startAdNetwork } from './fixtures/ad-network.ts'
import { stories } from './fixtures/article-row.ts'
import type { PageErrors } from './fixtures/page-errors.ts'
import { expect, test } from './fixtures/test.ts'

/** Disables the live stream and polling, so that only the cache lifetime of five minutes applies. */
async function disableLiveUpdates(page: Page, pageErrors: PageErrors): Promise<void> {
  pageErrors.allow(/net::ERR_FAILED: \/assets\/page-updates/)
  await page.route('**/assets/page-updates*.js', (route) => route.abort())
}

const FIVE_MINUTES = 300_000

/** Empty if the request was cancelled. */
const textOf = (response: Response) => response.text().catch(() => '')

const ARTICLES = stories(15, { category: 'Politics' })

const slots = (page: Page) => page.getByRole('complementary', { name: /^Advertisement/ })
/** Focuses the window again, which refetches stale queries. */
const refocusWindow = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

test('ads disappear from open pages when they are switched off', async ({ site, page, pageErrors }) => {
  await startAdNetwork(page, pageErrors)
  await site.publish(ARTICLES)
  await site.set(adSettings())
  await page.goto('/')
  await expect(slots(page)).toHaveCount(1)
  // Changes made before the stream is open are not announced.
  await expect(async () => {
    await site.set({ adsense_enabled: 'true' })
    await site.set({ adsense_enabled: 'false' })
    await expect(slots(page)).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
})

test('an ad code with a new host runs only from the next document on, whose policy contains the host', async ({
  site,
  page,
  pageErrors,
}) => {
  const network = await startAdNetwork(page, pageErrors)
  await site.publish(ARTICLES)
  // While ads are off, pages do not ask for them.
  await site.set({ adsense_enabled: 'true', adsense_banner_code: '<div>Old</div>' })
  await disableLiveUpdates(page, pageErrors)
  await page.clock.install()
  await page.goto('/')
  await site.set({
    adsense_enabled: 'true',
    adsense_banner_code: '<div>New</div><script src="https://new.ads.example/a.js"></script>',
  })
  let reads = 0
  page.on('request', (request) => {
    if (request.url().includes('/_serverFn/getPublicAds-')) reads += 1
  })
  await page.clock.fastForward(FIVE_MINUTES - 60_000)
  await refocusWindow(page)
  const adSettingsResponse = page.waitForResponse(async (response) =>
    (await textOf(response)).includes('bannerCode'),
  )
  expect(reads).toBe(0)
  await page.clock.fastForward(61_000)
  await refocusWindow(page)
  await adSettingsResponse
  expect(reads).toBe(1)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Politics' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Politics')
  await page.getByRole('banner').getByRole('link', { name: 'Masthead' }).click()
  await expect(page.getByRole('heading', { name: 'More Stories' })).toBeVisible()
  expect(network.requests).toEqual([])
  await page.reload()
  await slots(page).scrollIntoViewIfNeeded()
  await expect.poll(() => network.requests).toEqual(['new.ads.example/a.js'])
})

test('if the server cannot read the ad settings, the page has no ads, is not cached, and the error is logged', async ({
  site,
  page,
  pageErrors,
}) => {
  await startAdNetwork(page, pageErrors)
  await site.publish(ARTICLES)
  await site.set(adSettings())
  await site.sql(`create function raise_error() returns text language plpgsql volatile as $$ begin raise 'no ads today'; end $$;
    alter table site_settings rename to kept_settings;
    create view site_settings as select setting_name,
      case when setting_name like 'adsense%' then raise_error() else setting_value end as setting_value from kept_settings;
    notify masthead_live`)
  try {
    const from = site.server.log.length
    await expect(async () => {
      await page.goto('/')
      await expect(slots(page)).toHaveCount(0, { timeout: 100 })
    }).toPass()
    await expect(page.getByRole('region', { name: 'More Stories' })).toBeVisible()
    await expect
      .poll(() => site.server.log.slice(from).join('\n'))
      .toContain('Failed to fetch the public ad settings')
    expect(await page.content()).not.toMatch(/no ads today|raise_error/)
  } finally {
    await site.sql(
      'drop view site_settings; alter table kept_settings rename to site_settings; drop function raise_error',
    )
  }
  // No change was announced: the page without ads was not cached.
  await page.reload()
  await expect(slots(page)).toHaveCount(1)
})
