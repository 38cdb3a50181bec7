import type { Locator } from '@playwright/test'
import { formatShortDay } from '#kernel/time/dates.ts'
import { stories } from './fixtures/article-row.ts'
import { observeShifts, painted, shifts } from './fixtures/layout-shifts.ts'
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

test.describe('for a reader in California', () => {
  const timezoneId = 'America/Los_Angeles'
  test.use({ timezoneId, locale: 'en-US' })

  test('dates are in London time, in server-rendered pages and after navigation', async ({ site, page }) => {
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

test('cards show times of the last hour as minutes, without a layout shift, and cached pages contain the date', async ({
  site,
  page,
  request,
}) => {
  const publishedAt = new Date(Date.now() - 12.5 * 60_000)
  await site.publish(
    stories(10, {
      published_at: publishedAt.toISOString(),
      source_name: 'The Courier of a Town With a Long Name',
    }),
  )
  const html = await (await request.get('/')).text()
  expect(html).toContain(formatShortDay(publishedAt.toISOString()))
  expect(html).not.toContain('12 minutes ago')
  await page.setViewportSize({ width: 375, height: 900 })
  await observeShifts(page)
  await page.goto('/')
  const times = page.getByRole('article').locator('time:visible')
  await expect(times.first()).toHaveText(/^1[23] minutes ago$/)
  await expect(times.filter({ hasText: /^1[23] minutes ago$/ })).toHaveCount(await times.count())
  await painted(page)
  expect(await shifts(page)).toEqual([])

  await test.step('a card that arrives later', async () => {
    await site.publish([
      {
        title: 'Ingested',
        published_at: new Date(Date.now() - 90_000).toISOString(),
        source_name: 'BBC News',
      },
    ])
    const card = page.getByRole('article').filter({ hasText: 'Ingested' }).filter({ visible: true })
    await expect(card.getByText('BBC News')).toBeVisible()
    await expect(card.getByText('1 minute ago')).toBeVisible()
  })
})

test('the time of a card is directly beside the name of its source, or below it', async ({ site, page }) => {
  const published_at = '2026-01-31T10:04:00Z'
  await site.publish([
    { title: 'Short', published_at, source_name: 'BBC News' },
    { title: 'Long', published_at, source_name: 'The Courier of a Town With a Long Name' },
  ])
  await page.setViewportSize({ width: 375, height: 900 })
  await page.goto('/news')
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox()
    if (!box) throw new Error('It is not visible')
    return box
  }
  const timeOf = (title: string) =>
    boxOf(
      page
        .getByRole('article')
        .filter({ has: page.getByRole('link', { name: title }) })
        .locator('time'),
    )
  const source = await boxOf(page.getByText('BBC News'))
  expect((await timeOf('Short')).x - source.x - source.width).toBeLessThan(16)
  const long = await boxOf(page.getByText('The Courier of a Town With a Long Name'))
  expect((await timeOf('Long')).y).toBeGreaterThanOrEqual(long.y + long.height)
})
