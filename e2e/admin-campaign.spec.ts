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

async function send(page: Page, subject: string, count: number): Promise<void> {
  await write(page, subject)
  await page.getByRole('button', { name: 'Send Campaign' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: `Send to ${count} subscribers` })
    .click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
}

test.beforeEach(async ({ site, page }) => {
  await site.sql('delete from newsletter_campaigns')
  await site.sql('delete from newsletter_subscribers')
  await site.sql('delete from users')
  await signIn(site, page.request)
})

test('a campaign is written, previewed, tested and sent to all active subscribers, once if the response is lost', async ({
  site,
  page,
  pageErrors,
}) => {
  await page.goto(CAMPAIGN)
  await expect(page.getByText('No active subscribers to send to')).toBeVisible()
  await expect(page.getByText("Your campaign won't be sent to anyone.")).toBeVisible()
  await expect(page.getByText('No mail server is configured (SMTP_URL)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Campaign' })).toBeDisabled()
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveAttribute('rows', '10')

  await subscribe(site, 3)
  await site.sql("insert into newsletter_subscribers (email, is_active) values ('left@example.org', false)")
  await expect(page.getByRole('button', { name: 'Send Campaign' })).toBeEnabled()
  await expect(page.getByText('No active subscribers to send to')).toBeHidden()
  await page.getByRole('textbox', { name: 'Subject' }).fill('   ')
  await page.getByRole('button', { name: 'Send Campaign' }).click()
  await expect(page.getByText('Please fill in both subject and content').first()).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()

  await write(page, 'Good morning')
  // A toast may cover the buttons.
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(page.frameLocator('iframe').getByText('Dear reader,')).toBeVisible()
  await expect(page.frameLocator('iframe').getByRole('link', { name: 'Unsubscribe' })).toBeVisible()
  await page.getByRole('tab', { name: 'Plain text' }).click()
  await expect(page.locator('pre')).toContainText('all is well.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send a Test to Myself' }).press('Enter')
  await expect(page.getByText('Test email saved')).toBeVisible()
  const [trial] = await emailsIn(site, '[Test] Good morning')
  expect(trial).toContain('To: editor@example.org')

  const before = (await emailsIn(site, 'Good morning')).length
  await page.getByRole('button', { name: 'Send Campaign' }).press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Send to 3 subscribers?' })).toBeVisible()
  // A short campaign may be done before the list is loaded again.
  await page.route('**/_serverFn/**', async (route) => {
    if (route.request().method() === 'GET') {
      const done = () => site.sql("select id from newsletter_campaigns where state = 'done'")
      await expect.poll(done).toHaveLength(1)
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Send to 3 subscribers' }).click()
  await expect(page.getByText('Campaign Sent Successfully!')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByText('Newsletter sent to 3 subscribers')).toBeVisible()
  await expect(itemOf(page, 'Good morning')).toContainText('3 of 3 sent')
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue('')
  expect(await emailsIn(site, 'Good morning')).toHaveLength(before + 3)
  const records = await site.sql<{ subject: string }>(
    "select subject from audit_log where action = 'campaign.send'",
  )
  expect(records.at(-1)?.subject).toBe('Good morning')

  await test.step('a failed request keeps the typed values; a retry sends the campaign once', async () => {
    await write(page, 'Good evening')
    pageErrors.allow(/_serverFn|Failed to/)
    // The server starts the campaign, but the response is lost.
    await page.route('**/_serverFn/**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Send Campaign' }).press('Enter')
    await page.getByRole('button', { name: 'Send to 3 subscribers' }).click()
    await expect(page.getByText('Failed to send newsletter campaign')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Good evening')
    await page.unroute('**/_serverFn/**')
    await page.getByRole('button', { name: 'Send Campaign' }).press('Enter')
    await page.getByRole('button', { name: 'Send to 3 subscribers' }).click()
    await expect(page.getByText('This campaign has already started')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('')
    await expect(itemOf(page, 'Good evening')).toHaveCount(1)
    await expect(itemOf(page, 'Good evening')).toContainText('3 of 3 sent')
  })

  await test.step('it is opened, copied and scheduled; the schedule is cancelled', async () => {
    await page.getByRole('button', { name: 'Open Good evening' }).press('Enter')
    const sent = page.getByRole('dialog', { name: 'Good evening' })
    await expect(sent.frameLocator('iframe').getByText('Dear reader,')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Subject' }).fill('Unsent')
    await page.getByRole('button', { name: 'Copy Good evening' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click()
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Good evening')
    await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue(/all is <b>well/)
    await page.getByRole('textbox', { name: 'Subject' }).fill('Tomorrow')
    await page.getByRole('button', { name: 'Send Later…' }).press('Enter')
    const later = page.getByRole('dialog', { name: 'Send later' })
    await later.getByLabel('Time (London)').fill('2020-01-02T07:00')
    await later.getByRole('button', { name: 'Schedule Campaign' }).click()
    await expect(later.getByText('Choose a time in the future')).toBeVisible()
    await later.getByLabel('Time (London)').fill('2100-01-02T07:00')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Send Later…' }).press('Enter')
    await expect(later.getByLabel('Time (London)')).toHaveValue('2100-01-02T07:00')
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

test('a campaign is paused, resumed and cancelled, and uncertain emails are resent', async ({
  site,
  page,
}) => {
  // At one email per second, the campaign is not sent before it is paused and cancelled.
  await subscribe(site, 60)
  await site.sql("delete from site_settings where setting_name = 'newsletter_rate'")
  await site.sql("insert into site_settings values ('newsletter_rate', '1')")
  await page.goto(CAMPAIGN)
  await send(page, 'Slowly', 60)
  await expect(itemOf(page, 'Slowly')).toContainText(/[1-9] of 60 sent/)
  await page.getByRole('button', { name: 'Pause Slowly' }).click()
  await expect(itemOf(page, 'Slowly').getByText('Paused')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Progress of Slowly' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Resume Slowly' }).click()
  await expect(itemOf(page, 'Slowly').getByText('Sending')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Slowly' }).click()
  await page.getByRole('button', { name: 'Cancel Campaign' }).click()
  await expect(itemOf(page, 'Slowly').getByText('Cancelled')).toBeVisible()
  await expect(itemOf(page, 'Slowly')).toContainText(/[1-9]\d? dropped/)

  await site.sql("update site_settings set setting_value = '100' where setting_name = 'newsletter_rate'")
  await send(page, 'Quickly', 60)
  await expect(itemOf(page, 'Quickly')).toContainText('60 of 60 sent')
  await site.sql(`update newsletter_deliveries set state = 'uncertain', reason = 'The server ended while this was being sent'
    where id = (select max(id) from newsletter_deliveries)`)
  await site.sql("update newsletter_campaigns set progressed_at = now() where subject = 'Quickly'")
  await expect(itemOf(page, 'Quickly')).toContainText('1 uncertain')
  await itemOf(page, 'Quickly').getByText('Show affected emails').click()
  await expect(itemOf(page, 'Quickly')).toContainText(/r\d+@example\.org: The server ended/)
  await page.getByRole('button', { name: 'Send again: uncertain emails of Quickly' }).click()
  await expect(itemOf(page, 'Quickly')).toContainText('60 of 60 sent')
  await expect(itemOf(page, 'Quickly')).not.toContainText('uncertain')
})

test('leaving an unsaved campaign requires confirmation, and its text survives a tab click, a sidebar click and a closed tab', async ({
  site,
  page,
  context,
}) => {
  await subscribe(site, 2)
  const notice = (one: Page) => one.getByText(/^You have unsaved changes from/)
  const subject = (one: Page) => one.getByRole('textbox', { name: 'Subject' })
  async function restore(one: Page) {
    await expect(subject(one)).toHaveValue('')
    await expect(notice(one)).toBeInViewport()
    await one.getByRole('button', { name: 'Restore' }).click()
    await expect(subject(one)).toHaveValue('Half written')
    await expect(one.getByRole('textbox', { name: 'Content' })).toHaveValue(
      'Dear reader,\n\nall is <b>well</b>.',
    )
    await expect(notice(one)).toHaveCount(0)
  }
  const closed = await context.newPage()
  await closed.goto(site.url + CAMPAIGN)
  await waitForHydration(closed)
  await closed.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Weekly digest' })
  await closed.getByRole('tab', { name: 'Settings' }).click()
  await expect(closed.getByRole('button', { name: 'Save Settings' })).toBeVisible()
  await closed.getByRole('tab', { name: 'Send Campaign' }).click()
  await write(closed, 'Half written')
  const dialog = closed.getByRole('alertdialog', { name: 'Leave without saving?' })
  const leave = dialog.getByRole('button', { name: 'Leave' })
  await closed.getByRole('tab', { name: 'Subscribers' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(subject(closed)).toHaveValue('Half written')
  await closed.getByRole('tab', { name: 'Subscribers' }).click()
  await leave.click()
  await expect(subject(closed)).toBeHidden()
  await closed.getByRole('tab', { name: 'Send Campaign' }).click()
  await restore(closed)

  await closed.getByRole('link', { name: 'Articles' }).click()
  await leave.click()
  await expect(closed.getByRole('heading', { name: 'Manage Articles' })).toBeVisible()
  await closed.getByRole('link', { name: 'Newsletter' }).click()
  await closed.getByRole('tab', { name: 'Send Campaign' }).click()
  await restore(closed)
  await closed.close()

  await page.goto(CAMPAIGN)
  await restore(page)
  // A sent campaign leaves no draft behind.
  await page.getByRole('button', { name: 'Send Campaign' }).click()
  await page.getByRole('button', { name: 'Send to 2 subscribers' }).click()
  await expect(itemOf(page, 'Half written')).toContainText('2 of 2 sent')
  await page.goto(CAMPAIGN)
  await expect(subject(page)).toHaveValue('')
  await expect(notice(page)).toHaveCount(0)
})

test('templates include stories, and the row of tabs fades out where tabs are out of view', async ({
  site,
  page,
}) => {
  await site.publish([
    { title: 'The goal of the season', category: 'Sport', published_at: new Date().toISOString() },
  ])
  await page.goto('/admin/newsletter?tab=templates')
  await page.getByRole('button', { name: "Preview Today's headlines" }).click()
  await expect(
    page.frameLocator('iframe').getByRole('link', { name: 'The goal of the season' }),
  ).toBeVisible()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Sport' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Use Weekly digest' }).click()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(/^The week to /)

  await page.getByRole('tab', { name: 'Subscribers' }).click()
  const tabs = page.getByRole('tablist', { name: 'Newsletter' })
  await page.setViewportSize({ width: 375, height: 700 })
  await expect(tabs).toHaveAttribute('data-hidden-end', 'true')
  await expect(tabs).not.toHaveAttribute('data-hidden-start')
  await tabs.evaluate((row) => row.scrollBy({ left: row.scrollWidth }))
  await expect(tabs).toHaveAttribute('data-hidden-start', 'true')
  await expect(tabs).not.toHaveAttribute('data-hidden-end')
  await page.setViewportSize({ width: 768, height: 700 })
  await expect(tabs).not.toHaveAttribute('data-hidden-start')
  await expect(tabs).not.toHaveAttribute('data-hidden-end')
})

test('an editor chooses, previews and sends a full article, and copies the campaign with it', async ({
  site,
  page,
}) => {
  await subscribe(site, 2)
  const title = 'The goal of the season'
  const content =
    '<p>It was late.</p><figure class="pull-quote"><p>We ran.</p><figcaption>Ada</figcaption></figure>'
  await site.publish([{ title, content, category: 'Sport', published_at: new Date().toISOString() }])
  await page.goto('/admin/newsletter?tab=templates')
  await page.getByRole('button', { name: 'Use Article' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Please choose an article').first()).toBeVisible()
  await page.getByRole('button', { name: 'Choose Article…' }).press('Enter')
  await page.getByRole('combobox', { name: 'Words from the headline' }).fill('goal')
  await page.getByRole('option', { name: title }).click()
  await expect(page.getByRole('status', { name: 'Article' })).toHaveText(title)
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(title)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  const email = page.frameLocator('iframe')
  await expect(email.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(email.getByText('We ran.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send Campaign' }).press('Enter')
  await page.getByRole('button', { name: 'Send to 2 subscribers' }).click()
  await expect(itemOf(page, title)).toContainText('2 of 2 sent')
  const sent = await emailsIn(site, title)
  expect(sent).toHaveLength(2)
  expect(sent[0]).toContain('It was late.')

  await page.getByRole('button', { name: `Copy ${title}` }).press('Enter')
  await expect(page.getByRole('status', { name: 'Article' })).toHaveText(title)
})

test('the settings are checked and saved, and two administrators see each other’s changes', async ({
  site,
  page,
  otherPage: other,
}) => {
  await site.sql("delete from site_settings where setting_name like 'newsletter!_%' escape '!'")
  const path = '/admin/newsletter?tab=settings'
  const digest = (on: Page) => on.getByRole('combobox', { name: 'Automatic newsletter' })
  const day = (on: Page) => on.getByRole('combobox', { name: 'Day' })
  const rate = (on: Page) => on.getByRole('spinbutton', { name: 'Emails per second' })
  const save = (on: Page) => on.getByRole('button', { name: 'Save Settings' }).click()
  await page.goto(path)
  await digest(page).selectOption('weekly')
  await day(page).selectOption('Friday')
  await rate(page).fill('0')
  await save(page)
  await expect(page.getByText('Please enter a whole number from 1 to 500')).toBeVisible()
  await rate(page).fill('20')
  await save(page)
  await expect(page.getByText('Settings Saved Successfully')).toBeVisible()

  await signIn(site, other.request, { email: 'second@example.org' })
  await other.goto(path)
  await expect(day(other)).toHaveValue('5')
  await expect(rate(other)).toHaveValue('20')
  await digest(page).selectOption('daily')
  await digest(other).selectOption('off')
  await rate(other).fill('25')
  await save(other)
  await expect(rate(page)).toHaveValue('25')
  await expect(digest(page)).toHaveValue('daily')
  const notice = page.getByRole('status').filter({ hasText: 'second@example.org changed this' })
  await expect(notice).toContainText('Automatic newsletter is now “Never”')
  await notice.getByRole('button', { name: 'Use Theirs for Automatic newsletter' }).click()
  await expect(digest(page)).toHaveValue('off')
  await expect(notice).toHaveCount(0)
})
