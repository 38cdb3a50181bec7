import type { Locator, Page, Route } from '@playwright/test'
import { ADMINISTRATOR, signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
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
  page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name })
const roleOf = async (site: Site, email: string) =>
  (await site.sql<{ role: string }>('select role from users where email = $1', [email]))[0]?.role

test.beforeEach(async ({ site, page, pageErrors }) => {
  pageErrors.allow(
    /net::ERR_(INTERNET_DISCONNECTED|FAILED)|status 502: \/_serverFn|console: (RequestFailure|TypeError|Error)/,
  )
  await site.sql('delete from users')
  await signIn(site, page.request)
  await site.sql("insert into users (full_name, email) values ('Ada Penrose', 'ada@example.org')")
})

test('a change that is cancelled while its request or the confirmation of identity runs is not made', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 403/)
  await site.sql("update sessions set authenticated_at = now() - interval '1 hour'")
  await page.goto('/admin/users')
  const question = page.getByRole('alertdialog')
  const identity = page.getByRole('dialog', { name: 'Confirm your identity' })
  const changeRole = async () => {
    await page.getByRole('button', { name: 'Make Admin: Ada Penrose' }).click()
    await question.getByRole('button', { name: 'Make Admin' }).click()
  }
  /** Calls `cancel` while a request to `path` has no response, which must abort it. */
  const expectAborted = async (path: string, send: () => Promise<void>, cancel: Locator) => {
    const held = Promise.withResolvers<Route>()
    await page.route(`**${path}*`, held.resolve)
    await send()
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes(path))
    await held.promise
    await cancel.click()
    expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED')
  }

  await changeRole()
  await identity.getByLabel('Your password').fill(ADMINISTRATOR.password)
  await expectAborted(
    '/api/auth/confirm-identity',
    () => identity.getByRole('button', { name: 'Confirm' }).click(),
    identity.getByRole('button', { name: 'Close' }),
  )
  await expect(identity).toBeHidden()

  await expectAborted('/_serverFn/changeRoleFn', changeRole, question.getByRole('button', { name: 'Cancel' }))
  await expect(question).toBeHidden()
  await expect(toast(page)).toHaveCount(0)
  expect(await roleOf(site, 'ada@example.org')).toBe('user')
})

test('while calls fail, the step from sign-up to login says that it is loading; offline, the sign-in screens open', async ({
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

  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the sign-in page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Login' })).toBeVisible()
})

test('the editor shows why the preview failed, and updates it once it is online', async ({ site, page }) => {
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

test('each screen that fails to load soon shows what failed, and loads with Try Again or once the network is back', async ({
  site,
  page,
}) => {
  await site.publish(stories(1))
  await site.sql(
    "insert into topics (id, slug, name) values (gen_random_uuid(), 'water', 'Water') on conflict do nothing",
  )
  await open(page, '/admin')
  const alert = page.getByRole('alert').first()
  await test.step('offline', async () => {
    const attempts: string[] = []
    page.on('requestfailed', (request) => {
      if (request.url().includes('/_serverFn/getTopics')) attempts.push(request.url())
    })
    await page.context().setOffline(true)
    await screenLink(page, 'Topics').click()
    await expect(alert).toContainText('Failed to fetch topics. You are offline.')
    // The link has loaded the list in advance. Without a network, nothing is retried.
    expect([1, 2]).toContain(attempts.length)
    await page.context().setOffline(false)
    await expect(page.getByRole('row', { name: /Water/ })).toBeVisible()
  })

  let failure = LOST
  const { failAgain, release } = await failFirstAttempts(page, CALLS, (route) => failure.fail(route))
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
  await page.route(CALLS, BAD_GATEWAY.fail)
  await page.goto('/admin/audit')
  await expect(page.getByRole('alert')).toContainText(
    'Failed to load the audit log. The server is temporarily unavailable.',
  )
})

test('a list of people that failed to load says so; a dialog that stays open shows why its change failed, without a toast', async ({
  site,
  page,
}) => {
  await site.publish(stories(1))
  await open(page, '/admin/articles')
  await test.step('a list of people', async () => {
    await page.route(CALLS, (route) => route.abort('failed'))
    await page.getByRole('button', { name: /More Filters/ }).click()
    const people = page.getByLabel('Owner or assignee')
    await expect(people).toHaveAccessibleDescription(/Failed to fetch people/)
    await page.unroute(CALLS)
    await people.locator('..').getByRole('button', { name: 'Try Again' }).click()
    await expect(people.getByRole('option', { name: 'Anyone' })).toBeAttached()
  })

  const dialog = page.getByRole('dialog')
  const expectFailure = async (button: string, text: string, target = dialog) => {
    await page.context().setOffline(true)
    await target.getByRole('button', { name: button }).click()
    await expect(target.getByRole('alert')).toHaveText(`${text}. You are offline.`)
    await expect(toast(page)).toHaveCount(0)
    await page.context().setOffline(false)
    await target.getByRole('button', { name: 'Cancel' }).click()
  }
  await page.getByRole('button', { name: 'New Idea' }).click()
  await dialog.getByLabel('Headline').fill('Tea at four')
  await dialog.getByLabel('Assignee').selectOption('Editor')
  await expectFailure('Create Idea', 'Failed to create idea')
  await page.getByRole('checkbox', { name: 'Select Story 1' }).check()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await expectFailure('Delete', 'Failed to change articles', page.getByRole('alertdialog'))
})

test('a tab that was open during a deployment loads the next screen from the server', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 404: \/assets\/|dynamically imported module/)
  await page.goto('/admin')
  let isReloaded = false
  page.on('request', (request) => {
    isReloaded ||= request.isNavigationRequest()
  })
  await page.route('**/assets/**', (route) =>
    isReloaded ? route.continue() : route.fulfill({ status: 404 }),
  )
  await screenLink(page, 'Feeds').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Feeds' })).toBeVisible()
  expect(isReloaded).toBe(true)
})
