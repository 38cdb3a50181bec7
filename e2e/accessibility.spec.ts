import { exhaustRetries } from './fixtures/exhaust-retries.ts'
import { expectAccessible, expectAccessibleAtEachWidth } from './fixtures/expect-accessible.ts'
import { expectReadable } from './fixtures/expect-readable.ts'
import { expectToFitPhones } from './fixtures/expect-to-fit.ts'
import { EMPTY_PAGES, MISSING_PAGES, OUTCOMES, SCREENS } from './fixtures/reader-screens.ts'
import { expect, test } from './fixtures/test.ts'

for (const { name, path, prepare, open } of SCREENS) {
  test(`${name} is accessible, and fits phones at twice the text size`, async ({ site, page }) => {
    const address = (await prepare?.(site)) ?? path
    if (open) await open(page)
    else expect((await page.goto(address))?.status()).toBe(200)
    await expectReadable(page)
  })
}

test('empty and missing pages are accessible, and fit phones at twice the text size', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 404/)
  for (const path of [...EMPTY_PAGES, ...MISSING_PAGES])
    await test.step(path, async () => {
      expect((await page.goto(path))?.status()).toBe(MISSING_PAGES.includes(path) ? 404 : 200)
      await expectReadable(page)
    })
  // These pages contain only elements whose accessibility other tests check.
  for (const path of ['/corrections', '/contact', '/search'])
    await test.step(path, async () => {
      await page.goto(path)
      await expectToFitPhones(page)
    })
})

test('the outcomes of the newsletter form are accessible, and fit phones at twice the text size', async ({
  page,
}) => {
  for (const path of ['/newsletter', ...OUTCOMES.map((outcome) => `/newsletter?outcome=${outcome}#signup`)])
    await test.step(path, async () => {
      expect((await page.goto(path))?.status()).toBe(200)
      await expectReadable(page)
    })
})

test('the menu and the search dialog fit phones at twice the text size', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const [role, name] of [
    ['button', 'Sections'],
    ['link', 'Search'],
  ] as const) {
    await page.goto('/')
    await page.getByRole('banner').getByRole(role, { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectToFitPhones(page)
  }
})

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
