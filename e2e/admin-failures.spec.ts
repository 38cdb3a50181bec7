import type { Page, Route } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { closeToast } from './fixtures/close-toast.ts'
import { failFirstAttempts } from './fixtures/fail-first-attempts.ts'
import { openWhenIdle as open } from './fixtures/open-when-idle.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

const CALLS = '**/_serverFn/**'

type LoadFailure = { reason: string; fail(route: Route): Promise<void> }

const LOST: LoadFailure = { reason: 'The server cannot be reached.', fail: (route) => route.abort() }
const BAD_GATEWAY: LoadFailure = {
  reason: 'The server is temporarily unavailable.',
  fail: (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' }),
}
/** A network that signs people in. */
const PORTAL: LoadFailure = {
  reason: 'The server is temporarily unavailable.',
  fail: (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Wi-Fi</h1>' }),
}

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
const screenLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name })
const roleOf = async (site: Site, email: string) =>
  (await site.sql<{ role: string }>('select role from users where email = $1', [email]))[0]?.role

async function countOf(site: Site, table: string): Promise<number> {
  const [row] = await site.sql<{ count: number }>(`select count(*)::int as count from ${table}`)
  return row?.count ?? -1
}

test.beforeEach(async ({ site, page, pageErrors }) => {
  pageErrors.allow(
    /net::ERR_(INTERNET_DISCONNECTED|FAILED)|status 502: \/_serverFn|console: (RequestFailure|TypeError|Error)/,
  )
  await site.sql('delete from newsletter_campaigns')
  await site.sql('delete from newsletter_subscribers')
  await site.sql('delete from users')
  await signIn(site, page.request)
  await site.sql("insert into users (full_name, email) values ('Ada Penrose', 'ada@example.org')")
})

/** Reconnects, and waits until the page has loaded again what it shows. */
async function reconnect(page: Page): Promise<void> {
  const loaded = page.waitForResponse('**/_serverFn/**')
  await page.context().setOffline(false)
  await screenLink(page, 'Feeds').click()
  await loaded
  await expect(page.getByRole('heading', { level: 1, name: 'Feeds' })).toBeVisible()
}

test('offline, changes of users fail at once, and nothing is sent later', async ({ site, page }) => {
  await open(page, '/admin/users')
  const dialog = page.getByRole('alertdialog')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'End sessions: Ada Penrose' }).click()
  await dialog.getByRole('button', { name: 'End Sessions' }).click()
  await expect(toast(page)).toContainText(/Failed to .* You are offline\./)
  await closeToast(page, 'Failed to end the sessions')
  await page.getByRole('button', { name: 'Make Admin: Ada Penrose' }).click()
  await dialog.getByRole('button', { name: 'Make Admin' }).click()
  await expect(toast(page)).toContainText('Failed to update user role. You are offline.')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Make Admin: Ada Penrose' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await reconnect(page)
  expect(await roleOf(site, 'ada@example.org')).toBe('user')
  expect(await countOf(site, "audit_log where action = 'session.end'")).toBe(0)
})

test('offline, links between the sign-in screens work', async ({ page }) => {
  await page.context().clearCookies()
  await open(page, '/admin/login')
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the sign-in page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Login' })).toBeVisible()
})

test('while calls fail, the step from sign-up to login says that it is loading, and ends when they succeed', async ({
  page,
}) => {
  await page.context().clearCookies()
  await page.clock.install()
  await open(page, '/admin/signup')
  await page.route(CALLS, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await page.getByRole('link', { name: 'Go to the sign-in page' }).click()
  await expect(page.getByRole('status').getByText('Loading admin dashboard...')).toBeVisible()
  const alert = page.getByRole('alert').filter({ hasText: 'The server is temporarily unavailable.' })
  await expect(async () => {
    // To the next retry.
    await page.clock.fastForward(4_000)
    await expect(alert).toBeVisible({ timeout: 200 })
  }).toPass()
  await page.unrouteAll()
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Login' })).toBeVisible()
})

test('offline, Send Campaign fails at once, and nothing is sent later', async ({ site, page }) => {
  await site.sql("insert into newsletter_subscribers (email) values ('reader@example.org')")
  await open(page, '/admin/newsletter?tab=campaign')
  await page.getByRole('textbox', { name: 'Subject' }).fill('Good morning')
  await page.getByRole('textbox', { name: 'Content' }).fill('All is well.')
  await page.getByRole('button', { name: 'Send Campaign' }).click()
  await page.context().setOffline(true)
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Send to 1 subscriber' }).click()
  await expect(toast(page)).toContainText('Failed to send newsletter campaign. You are offline.')
  await closeToast(page, 'Failed to send newsletter campaign')

  await page.getByRole('button', { name: 'Send Campaign' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Send a Test to Myself' }).click()
  await expect(page.getByText('Test email sent')).toBeVisible()
  expect(await countOf(site, 'newsletter_campaigns')).toBe(0)
})

test('offline, saving the settings fails at once, and nothing is saved later', async ({ site, page }) => {
  await open(page, '/admin/settings')
  const before = await site.sql('select * from site_settings order by 1')
  await page.getByRole('textbox', { name: 'Site name' }).fill('Never saved')
  await page.context().setOffline(true)
  const save = page.getByRole('button', { name: 'Save Settings' })
  await save.click()
  await expect(toast(page)).toContainText(
    'Error Saving SettingsFailed to update site settings. Please try again. You are offline.',
  )
  await expect(save).toBeVisible()
  await page.context().setOffline(false)
  await screenLink(page, 'Feeds').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Feeds' })).toBeVisible()
  expect(await site.sql('select * from site_settings order by 1')).toEqual(before)
})

test('Cancel aborts a request that has no response yet', async ({ site, page }) => {
  await open(page, '/admin/users')
  const held = Promise.withResolvers<Route>()
  await page.route('**/_serverFn/changeRoleFn*', held.resolve)
  await page.getByRole('button', { name: 'Make Admin: Ada Penrose' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Make Admin' }).click()
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('/changeRoleFn'))
  await held.promise
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED')
  await expect(dialog).toBeHidden()
  await expect(toast(page)).toHaveCount(0)
  expect(await roleOf(site, 'ada@example.org')).toBe('user')
})

test('a confirmation of identity that is cancelled while it runs does not make the change', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 403/)
  await site.sql("update sessions set authenticated_at = now() - interval '1 hour'")
  await open(page, '/admin/users')
  await page.getByRole('button', { name: 'Make Admin: Ada Penrose' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make Admin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  await dialog.getByLabel('Your password').fill('a password of her own')
  const held = Promise.withResolvers<Route>()
  await page.route('**/api/auth/confirm-identity', held.resolve)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const route = await held.promise
  await dialog.getByRole('button', { name: 'Close' }).click()
  await route.continue().catch(() => {})
  await page.reload()
  await expect(page.getByRole('button', { name: 'Make Admin: Ada Penrose' })).toBeVisible()
  expect(await roleOf(site, 'ada@example.org')).toBe('user')
})

test("a proxy's error page is not shown when edits cannot be sent", async ({ site, page, pageErrors }) => {
  pageErrors.allow(/status 502: \/api\/admin\/draft_updates/)
  const [id] = await site.publish(stories(1))
  await open(page, `/admin/articles?article=${id}`)
  const author = page.getByLabel('Author')
  await expect(author).toBeVisible()
  await page.route(/\/(_serverFn|api\/admin\/draft_updates)/, BAD_GATEWAY.fail)
  await author.fill('Grace Field')
  await expect(page.getByText('Your changes could not be sent.')).toBeVisible()
  await expect(page.getByText('502')).toHaveCount(0)
})

test('each screen that fails to load soon shows what failed, and loads with Try Again', async ({
  site,
  page,
}) => {
  await site.publish(stories(1))
  await open(page, '/admin')
  let failure = LOST
  const { failAgain, release } = await failFirstAttempts(page, CALLS, (route) => failure.fail(route))
  const alert = page.getByRole('alert').first()
  for (const [name, text, next] of [
    ['Users', 'Failed to load user', LOST],
    ['Newsletter', 'Failed to load newsletter', BAD_GATEWAY],
    ['Settings', 'Failed to fetch settings', PORTAL],
    ['Pages', 'Failed to load page content', LOST],
    ['Feeds', 'Failed to load feeds', BAD_GATEWAY],
    ['Audit log', 'Failed to load the audit log', PORTAL],
    ['Analytics', 'Failed to load analytics', LOST],
    ['Articles', 'Failed to fetch articles', BAD_GATEWAY],
  ] as const) {
    failure = next
    failAgain()
    await screenLink(page, name).click()
    await expect(alert).toContainText(text)
    await expect(alert).toContainText(failure.reason)
    await expect(page.getByText(/Invariant|undefined|Failed to fetch$|502|Wi-Fi/)).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Try Again' }).click()
  release()
  await expect(
    page.getByRole('link', { name: 'Story 1' }).or(page.getByText('Story 1')).first(),
  ).toBeVisible()
})

test('the first requests of a screen are guarded, even before the browser is idle', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.route(CALLS, BAD_GATEWAY.fail)
  await page.goto('/admin/audit')
  await expect(page.getByRole('alert')).toContainText(
    'Failed to load the audit log. The server is temporarily unavailable.',
  )
})

test('offline, a screen opens with its error, and loads automatically once the network is back', async ({
  site,
  page,
}) => {
  await site.publish(stories(1))
  await open(page, '/admin')
  const attempts: string[] = []
  page.on('requestfailed', (request) => {
    if (request.url().includes('/_serverFn/listAdminArticles')) attempts.push(request.url())
  })
  await page.context().setOffline(true)
  await screenLink(page, 'Articles').click()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch articles. You are offline.')
  // The link has loaded the list in advance. Without a network, nothing is retried.
  expect(attempts.length).toBeLessThanOrEqual(2)
  await page.context().setOffline(false)
  await expect(page.getByText('Story 1').first()).toBeVisible()
})

test('a list of people that failed to load says so, and is loaded again', async ({ page }) => {
  await open(page, '/admin/articles')
  await page.route(CALLS, (route) => route.abort('failed'))
  await page.getByRole('button', { name: /More Filters/ }).click()
  const people = page.getByLabel('Owner or assignee')
  await expect(people).toHaveAccessibleDescription(/Failed to fetch people/)
  await page.unroute(CALLS)
  await people.locator('..').getByRole('button', { name: 'Try Again' }).click()
  await expect(people.getByRole('option', { name: 'Anyone' })).toBeAttached()
})

test('a dialog that stays open shows why its change failed, and no toast that it would cover', async ({
  site,
  page,
}) => {
  await site.publish(stories(1))
  const dialog = page.getByRole('dialog')
  const expectFailure = async (button: string, text: string, target = dialog) => {
    await page.context().setOffline(true)
    await target.getByRole('button', { name: button }).click()
    await expect(target.getByRole('alert')).toHaveText(`${text}. You are offline.`)
    await expect(toast(page)).toHaveCount(0)
    await page.context().setOffline(false)
    await target.getByRole('button', { name: 'Cancel' }).click()
  }
  await open(page, '/admin/articles')
  await page.getByRole('button', { name: 'New Idea' }).click()
  await dialog.getByLabel('Headline').fill('Tea at four')
  await dialog.getByLabel('Assignee').selectOption('Editor')
  await expectFailure('Create Idea', 'Failed to create idea')
  await page.getByRole('checkbox', { name: 'Select Story 1' }).check()
  await page.getByRole('button', { name: 'Set Category' }).click()
  await expectFailure('Set Category', 'Failed to change articles')
  await page.getByRole('button', { name: 'Delete…' }).click()
  await expectFailure('Delete', 'Failed to change articles', page.getByRole('alertdialog'))
  await open(page, '/admin/topics')
  await page.getByRole('button', { name: 'New Topic' }).first().click()
  await dialog.getByLabel('Name').fill('Water')
  await expectFailure('Create Topic', 'Failed to save topic')
  await open(page, '/admin/users')
  await page.getByRole('button', { name: 'Invite User' }).click()
  await dialog.getByLabel('Email').fill('ben@example.org')
  await expectFailure('Send Invitation', 'Failed to send the invitation')
})

test('the dialog of an update stays open and shows why the update failed', async ({ site, page }) => {
  const [id] = await site.publish(stories(1))
  await open(page, `/admin/articles?article=${id}`)
  await page.getByLabel('Title').fill('Tea at four')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Update Article' }).click()
  await page.context().setOffline(true)
  const dialog = page.getByRole('dialog', { name: 'Update this article' })
  await dialog.getByRole('button', { name: 'Publish Changes' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to update article. You are offline.')
})

test('the preview of an article is updated once the network is back', async ({ site, page }) => {
  const [id] = await site.publish(stories(1))
  await open(page, `/admin/articles?article=${id}`)
  const preview = page.getByTitle('Preview of the article')
  const shown = preview.contentFrame().getByRole('heading', { level: 1 })
  await preview.scrollIntoViewIfNeeded()
  await expect(shown).toHaveText('Story 1')
  await page.context().setOffline(true)
  await page.getByLabel('Title').fill('Tea at four')
  await preview.scrollIntoViewIfNeeded()
  await expect(page.getByText('The preview cannot be updated at the moment.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(shown).toHaveText('Tea at four')
  await expect(page.getByText('The preview cannot be updated at the moment.')).toHaveCount(0)
})
