import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

/** Today in London in the header's format. */
function today(): string {
  const options = {
    timeZone: 'Europe/London',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  } as const
  return new Intl.DateTimeFormat('en-GB', options).format().replace(',', '')
}

for (const { timezoneId, locale } of [
  { timezoneId: 'Asia/Tokyo', locale: 'de-DE' },
  { timezoneId: 'America/Los_Angeles', locale: 'en-US' },
]) {
  test.describe(`for a reader in ${timezoneId}`, () => {
    test.use({ timezoneId, locale })

    test('dates are in London time, in server-rendered pages and after navigation', async ({
      site,
      page,
    }) => {
      const [id] = await site.publish(stories(1, { published_at: '2026-06-30T23:15:00Z' }))
      await page.goto('/')
      expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(timezoneId)
      await expect(page.getByRole('banner').getByText(today())).toBeVisible()
      await expect(page.getByText('1 Jul 2026')).toBeVisible()
      await page.getByRole('link', { name: 'Story 1' }).click()
      await expect(page.getByText('1 July 2026 at 00:15')).toBeVisible()
      await page.goto(`/article/${id}`)
      await expect(page.getByText('1 July 2026 at 00:15')).toBeVisible()
      await expect(page.getByRole('banner').getByText(today())).toBeVisible()
    })
  })
}

test('dates in winter are in GMT', async ({ site, page }) => {
  const [id] = await site.publish(stories(1, { published_at: '2026-01-31T23:59:59Z' }))
  await page.goto(`/article/${id}`)
  await expect(page.getByText('31 January 2026 at 23:59')).toBeVisible()
})
