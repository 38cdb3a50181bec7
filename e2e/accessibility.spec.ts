import { exhaustRetries } from './fixtures/exhaust-retries.ts'
import { expectAccessible, expectAccessibleAtEachWidth } from './fixtures/expect-accessible.ts'
import { EMPTY_PAGES, MISSING_PAGES, OUTCOMES, SCREENS } from './fixtures/reader-screens.ts'
import { expect, test } from './fixtures/test.ts'

for (const { name, path, prepare, open } of SCREENS) {
  test(`${name} is accessible`, async ({ site, page }) => {
    const address = (await prepare?.(site)) ?? path
    if (open) await open(page)
    else expect((await page.goto(address))?.status()).toBe(200)
    await expectAccessibleAtEachWidth(page)
  })
}

for (const { name, paths, status } of [
  { name: 'the pages of an empty site', paths: EMPTY_PAGES, status: 200 },
  { name: 'missing pages', paths: MISSING_PAGES, status: 404 },
  {
    name: 'the newsletter page and its outcomes',
    paths: ['/newsletter', ...OUTCOMES.map((outcome) => `/newsletter?outcome=${outcome}#signup`)],
    status: 200,
  },
]) {
  test(`${name} are accessible`, async ({ page, pageErrors }) => {
    if (status === 404) pageErrors.allow(/status 404/)
    for (const path of paths) {
      await test.step(path, async () => {
        expect((await page.goto(path))?.status()).toBe(status)
        await expectAccessibleAtEachWidth(page)
      })
    }
  })
}

test('the loading state and the error screen are accessible', async ({ page, pageErrors }) => {
  pageErrors.allow(/net::ERR_FAILED|console: (RequestFailure|TypeError|Error)/)
  await page.goto('/tv')
  await page.clock.install()
  const released = Promise.withResolvers<void>()
  await page.route('**/_serverFn/**', async (route) => {
    await released.promise
    await route.abort()
  })
  await page.getByRole('banner').getByRole('link', { name: 'Masthead' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  // A page that is loading has no heading yet.
  await expectAccessible(page, 'page-has-heading-one')
  released.resolve()
  await exhaustRetries(page)
  await expectAccessible(page)
})

test('the page for database outages is accessible', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/status 503/)
  await site.withoutDatabase(async () => {
    const response = await page.goto(`/article/${crypto.randomUUID()}`)
    expect(response?.status()).toBe(503)
    await expectAccessibleAtEachWidth(page)
  })
})
