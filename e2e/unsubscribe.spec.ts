import { expectAccessible } from './fixtures/expect-accessible.ts'
import { test } from './fixtures/newsletter-test.ts'
import { takeFromOutbox } from './fixtures/outbox.ts'
import type { Site } from './fixtures/site.ts'
import { expect } from './fixtures/test.ts'

test.use({ javaScriptEnabled: false })
test.beforeEach(({ context, extraHTTPHeaders }) => context.setExtraHTTPHeaders(extraHTTPHeaders ?? {}))

const isActive = async (site: Site, email: string) =>
  (
    await site.sql<{ is_active: boolean }>('select is_active from newsletter_subscribers where email = $1', [
      email,
    ])
  )[0]?.is_active

test.beforeEach(async ({ site }) => {
  await site.sql('delete from newsletter_campaigns')
  await site.sql('delete from newsletter_subscribers')
})

test('a reader unsubscribes by the link in an email; GET changes nothing', async ({
  site,
  page,
  request,
  browser,
  baseURL,
}) => {
  await site.sql(
    "insert into newsletter_subscribers (email) values ('ada@example.org'), ('grace@example.org')",
  )
  await site.sql(`with campaign as (
      insert into newsletter_campaigns (template, subject, html, text)
      values ('announcement', 'News', '<p>News https://unsubscribe.invalid/</p>', 'News https://unsubscribe.invalid/') returning id
    ) insert into newsletter_deliveries (campaign_id, subscriber_id)
      select campaign.id, s.id from campaign, newsletter_subscribers as s`)
  await site.sql('update newsletter_campaigns set progressed_at = now()')
  const path = /\/newsletter\/unsubscribe\/[^\s"<>]+/
  const [ada] = await takeFromOutbox(site, 'ada@example.org', path)
  const [grace] = await takeFromOutbox(site, 'grace@example.org', path)

  await page.goto(ada)
  await expect(page.getByRole('heading', { name: 'Unsubscribe?' })).toBeVisible()
  await expect(page.getByText('ada@example.org')).toBeVisible()
  // Axe needs JavaScript; the page does not.
  await using scripted = await browser.newContext({ baseURL, javaScriptEnabled: true })
  const same = await scripted.newPage()
  await same.goto(ada)
  await expectAccessible(same)
  expect(await isActive(site, 'ada@example.org')).toBe(true)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  expect(await isActive(site, 'ada@example.org')).toBe(false)

  // One-click unsubscribe of a mail client: no cookie, no origin.
  const answer = await request.post(grace, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    data: 'List-Unsubscribe=One-Click',
  })
  expect(answer.status()).toBe(200)
  expect(await isActive(site, 'grace@example.org')).toBe(false)

  const forged = await request.post(`${ada.slice(0, -3)}AAA`)
  expect(forged.status()).toBe(404)
  const reasons = await site.sql('select distinct inactive_reason as reason from newsletter_subscribers')
  expect(reasons).toEqual([{ reason: 'Unsubscribed' }])

  // The form alone does not bring somebody back, since anybody may use it.
  await page.goto('/newsletter')
  await page.getByRole('textbox', { name: 'Email address' }).fill('ada@example.org')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('If you have unsubscribed before, open the link')).toBeVisible()
  const [back] = await takeFromOutbox(site, 'ada@example.org', /\/newsletter\/confirm\/[^\s"<>]+/)
  expect(await isActive(site, 'ada@example.org')).toBe(false)
  await page.goto(back)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for subscribing' })).toBeVisible()
  expect(await isActive(site, 'ada@example.org')).toBe(true)
})

test('with double opt-in, a signup is subscribed after confirmation only', async ({ site, page }) => {
  await site.sql("insert into site_settings values ('newsletter_double_opt_in', 'true')")
  await page.goto('/newsletter')
  await page.getByRole('textbox', { name: 'Email address' }).fill('new@example.org')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Open the link in it to confirm your subscription')).toBeVisible()
  expect(await isActive(site, 'new@example.org')).toBeUndefined()
  const [link] = await takeFromOutbox(site, 'new@example.org', /\/newsletter\/confirm\/[^\s"<>]+/)
  await page.goto(link)
  expect(await isActive(site, 'new@example.org')).toBeUndefined()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for subscribing' })).toBeVisible()
  expect(await isActive(site, 'new@example.org')).toBe(true)
})
