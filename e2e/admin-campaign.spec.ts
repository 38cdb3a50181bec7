import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'
import { waitForHydration } from './fixtures/wait-for-hydration.ts'

const CAMPAIGN = '/admin/newsletter?tab=campaign'
const itemOf = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject })
const subscribe = (site: Site, count: number) =>
  site.sql(
    "insert into newsletter_subscribers (email) select 'r' || n || '@example.org' from generate_series(1, $1::int) as n",
    [count],
  )

async function emailsIn(site: Site, subject: string): Promise<string[]> {
  const outbox = join(site.server.dataDir, 'outbox')
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const emails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  return emails.filter((text) => text.includes(`Subject: ${subject}`))
}

async function write(page: Page, subject: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await page.getByRole('textbox', { name: 'Content' }).fill('Dear reader,\n\nall is <b>well</b>.')
}

test.beforeEach(async ({ site, page }) => {
  await site.sql('delete from newsletter_campaigns')
  await site.sql('delete from newsletter_subscribers')
  await site.sql('delete from users')
  await signIn(site, page.request)
})

test('an editor previews, tests and sends a full article, once if the response is lost, and schedules a copy', async ({
  site,
  page,
  pageErrors,
}) => {
  const title = 'The goal of the season'
  const content =
    '<p>It was late.</p><figure class="pull-quote"><p>We ran.</p><figcaption>Ada</figcaption></figure>'
  await site.publish([{ title, content, category: 'Sport', published_at: new Date().toISOString() }])
  const subject = page.getByRole('textbox', { name: 'Subject' })
  const chosen = page.getByRole('status', { name: 'Article' })
  const sendButton = page.getByRole('button', { name: 'Send Campaign' })
  await page.goto(CAMPAIGN)
  await expect(page.getByText("Your campaign won't be sent to anyone.")).toBeVisible()
  await expect(sendButton).toBeDisabled()
  await subscribe(site, 3)
  await site.sql("insert into newsletter_subscribers (email, is_active) values ('left@example.org', false)")
  await expect(sendButton).toBeEnabled()
  await sendButton.click()
  await expect(page.getByText('Please fill in both subject and content').first()).toBeVisible()

  await page.getByRole('tab', { name: 'Templates' }).click()
  await page.getByRole('button', { name: 'Use Article' }).click()
  await page.getByRole('button', { name: 'Choose Article…' }).press('Enter')
  await page.getByRole('combobox', { name: 'Words from the headline' }).fill('goal')
  await page.getByRole('option', { name: title }).click()
  await expect(chosen).toHaveText(title)
  await expect(subject).toHaveValue(title)
  // A toast may cover the buttons.
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  const email = page.frameLocator('iframe')
  await expect(email.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(email.getByRole('link', { name: 'Unsubscribe' })).toBeVisible()
  await page.getByRole('tab', { name: 'Plain text' }).click()
  await expect(page.locator('pre')).toContainText('We ran.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send a Test to Myself' }).press('Enter')
  await expect(page.getByText('Test email saved')).toBeVisible()
  const [trial] = await emailsIn(site, `[Test] ${title}`)
  expect(trial).toContain('To: editor@example.org')

  await test.step('a failed request keeps the campaign; a retry sends it once', async () => {
    pageErrors.allow(/_serverFn|Failed to/)
    // The server starts the campaign, but the response is lost.
    await page.route('**/_serverFn/**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await sendButton.press('Enter')
    await page.getByRole('button', { name: 'Send to 3 subscribers' }).click()
    await expect(page.getByText('Failed to send newsletter campaign')).toBeVisible()
    await expect(page.getByText('Campaign Sent Successfully!')).toBeVisible()
    await expect(page.getByText('Newsletter sent to 3 subscribers')).toBeVisible()
    await expect(subject).toHaveValue(title)
    await page.unroute('**/_serverFn/**')
    await sendButton.press('Enter')
    await page.getByRole('button', { name: 'Send to 3 subscribers' }).click()
    await expect(page.getByText('This campaign has already started')).toBeVisible()
    await expect(subject).toHaveValue('')
    await expect(itemOf(page, title)).toHaveCount(1)
    await expect(itemOf(page, title)).toContainText('3 of 3 sent')
    const sent = await emailsIn(site, title)
    expect(sent).toHaveLength(3)
    expect(sent[0]).toContain('It was late.')
  })

  await test.step('an uncertain email is sent again', async () => {
    await site.sql(`update newsletter_deliveries set state = 'uncertain', reason = 'The server ended while this was being sent'
      where id = (select max(id) from newsletter_deliveries)`)
    await site.sql('update newsletter_campaigns set progressed_at = now()')
    await itemOf(page, title).getByText('Show affected emails').click()
    await expect(itemOf(page, title)).toContainText(/r\d+@example\.org: The server ended/)
    await page.getByRole('button', { name: `Send again: uncertain emails of ${title}` }).click()
    await expect(itemOf(page, title)).toContainText('3 of 3 sent')
  })

  await test.step('it is copied and scheduled; the schedule is cancelled', async () => {
    await page.getByRole('button', { name: `Copy ${title}` }).press('Enter')
    await expect(chosen).toHaveText(title)
    await subject.fill('Tomorrow')
    await page.getByRole('button', { name: 'Send Later…' }).press('Enter')
    const later = page.getByRole('dialog', { name: 'Send later' })
    await later.getByLabel('Time (London)').fill('2100-01-02T07:00')
    await later.getByRole('button', { name: 'Schedule Campaign' }).click()
    await expect(later).toBeHidden()
    await expect(itemOf(page, 'Tomorrow')).toContainText(
      /Will be sent .*2 January 2100 at 07:00, London time/,
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel Tomorrow' }).press('Enter')
    await page.getByRole('button', { name: 'Cancel Campaign' }).click()
    await expect(itemOf(page, 'Tomorrow')).toContainText('Cancelled')
  })
})

test('the rate is saved, and a campaign is paused, resumed and cancelled', async ({ site, page }) => {
  await subscribe(site, 60)
  await page.goto('/admin/newsletter?tab=settings')
  const rate = page.getByRole('spinbutton', { name: 'Emails per second' })
  const save = page.getByRole('button', { name: 'Save Settings' })
  await rate.fill('0')
  await save.click()
  await expect(page.getByText('Please enter a whole number from 1 to 500')).toBeVisible()
  // At one email per second, the campaign is not sent before it is paused and cancelled.
  await rate.fill('1')
  await save.click()
  await expect(page.getByText('Settings Saved Successfully')).toBeVisible()

  await page.getByRole('tab', { name: 'Send Campaign' }).click()
  await write(page, 'Slowly')
  await page.getByRole('button', { name: 'Send Campaign' }).click()
  await page.getByRole('button', { name: 'Send to 60 subscribers' }).click()
  await page.getByRole('button', { name: 'Pause Slowly' }).click()
  await expect(itemOf(page, 'Slowly').getByText('Paused')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Progress of Slowly' })).toBeVisible()
  await page.getByRole('button', { name: 'Resume Slowly' }).click()
  await expect(itemOf(page, 'Slowly').getByText('Sending')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Slowly' }).click()
  await page.getByRole('button', { name: 'Cancel Campaign' }).click()
  await expect(itemOf(page, 'Slowly').getByText('Cancelled')).toBeVisible()
  await expect(itemOf(page, 'Slowly')).toContainText(/[1-9]\d? dropped/)
})

test('leaving an unsaved campaign requires confirmation, and its text survives a closed tab until it is sent', async ({
  site,
  page,
  context,
}) => {
  await subscribe(site, 2)
  const subject = (one: Page) => one.getByRole('textbox', { name: 'Subject' })
  const closed = await context.newPage()
  await closed.goto(site.url + CAMPAIGN)
  await waitForHydration(closed)
  await write(closed, 'Half written')
  const dialog = closed.getByRole('alertdialog', { name: 'Leave without saving?' })
  await closed.getByRole('tab', { name: 'Subscribers' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(subject(closed)).toHaveValue('Half written')
  await closed.getByRole('tab', { name: 'Subscribers' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(subject(closed)).toBeHidden()
  await closed.close()

  await page.goto(CAMPAIGN)
  await expect(subject(page)).toHaveValue('')
  await expect(page.getByText(/^You have unsaved changes from/)).toBeInViewport()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(subject(page)).toHaveValue('Half written')
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue(
    'Dear reader,\n\nall is <b>well</b>.',
  )
  await page.getByRole('button', { name: 'Send Campaign' }).click()
  await page.getByRole('button', { name: 'Send to 2 subscribers' }).click()
  await expect(itemOf(page, 'Half written')).toContainText('2 of 2 sent')
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('masthead:campaign-draft:'))
  await expect.poll(() => page.evaluate(kept)).toEqual([])
})
