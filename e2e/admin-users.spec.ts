import type { Page } from '@playwright/test'
import { ADMINISTRATOR, signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { failFirstAttempts } from './fixtures/fail-first-attempts.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

const LONG_NAME = `Dr ${'Wolfeschlegelsteinhausenbergerdorff'.repeat(4)}`

const statistic = (page: Page, name: string) => page.locator(`dt:text-is("${name}") ~ dd`)
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const roleOf = async (site: Site, email: string) =>
  (await site.sql<{ role: string }>('select role from users where email = $1', [email]))[0]?.role

async function register(site: Site, name: string, email: string, createdAt = new Date().toISOString()) {
  const [row] = await site.sql<{ id: string }>(
    'insert into users (full_name, email, created_at) values ($1, $2, $3) returning id',
    [name, email, createdAt],
  )
  return row?.id ?? ''
}

test.beforeEach(async ({ site, page }) => {
  await site.sql('delete from newsletter_subscribers')
  await site.sql('delete from users')
  await signIn(site, page.request)
})

test('the counts and a long list of people with names of any length are loaded, paged and searched', async ({
  site,
  page,
  pageErrors,
}) => {
  const id = await register(site, 'Ada Penrose', 'ada@example.org', '2020-02-03T12:00:00Z')
  await register(site, '', 'nameless@example.org', '2020-02-03T12:00:00Z')
  await register(site, LONG_NAME, 'long@example.org', '2020-02-03T12:00:00Z')
  await site.sql(`insert into users (full_name, email, created_at)
    select 'User ' || n, n || '@example.org', timestamptz '2020-01-03' from generate_series(1, 60) as n`)
  await site.sql(`insert into newsletter_subscribers (email, full_name, is_active, subscribed_at)
    values ('reader@example.org', null, true, '2020-02-03'), ('ada@example.org', 'Ada Penrose', false, '2020-02-03')`)
  // While the statistics load, placeholders have their size.
  const answers = Promise.withResolvers<void>()
  await page.route('**/_serverFn/**', async (route) => {
    await answers.promise
    await route.continue()
  })
  await page.goto('/admin/users')
  await expect(statistic(page, 'Total Users')).toHaveText(['Loading', 'Loading'])
  answers.resolve()
  await expect(statistic(page, 'Total Users')).toHaveText(['64', '1 admin, 63 users'])
  await page.unroute('**/_serverFn/**')

  const ada = rowOf(page, 'Ada Penrose')
  await expect(ada).toContainText(id.slice(0, 8))
  await expect(ada).toContainText('3 Feb 2020')
  await expect(rowOf(page, 'nameless@example.org')).toContainText('Anonymous User')
  await expect(rowOf(page, ADMINISTRATOR.email).getByRole('button')).toHaveCount(0)
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await page.setViewportSize({ width: 375, height: 800 })
  // The layout changes with the width.
  await expect.poll(overflow).toBeLessThanOrEqual(0)
  expect((await ada.getByText('Ada Penrose').boundingBox())?.height).toBeLessThan(25)
  await page.setViewportSize({ width: 1280, height: 800 })

  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(page.getByRole('row')).toHaveCount(65)
  const search = page.getByRole('searchbox', { name: 'Search by name, email or ID' })
  pageErrors.allow(/net::ERR_FAILED: \/_serverFn|console: (RequestFailure|TypeError)/)
  const { release } = await failFirstAttempts(page, '**/_serverFn/**', (route) => route.abort('failed'))
  await search.fill('penrose')
  await expect(page.getByRole('alert')).toContainText('Failed to load user profiles')
  await page.getByRole('button', { name: 'Try Again' }).click()
  release()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(ada).toBeVisible()
  await expect(page).toHaveURL(/[?&]q=penrose$/)

  await page.getByRole('tab', { name: 'Newsletter' }).click()
  await expect(page).toHaveURL(/tab=newsletter/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, 'ada@example.org')).toContainText('Inactive')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Newsletter' })).toHaveAttribute('aria-selected', 'true')
  await expect(search).toHaveValue('penrose')
  await search.fill('nobody at all')
  await expect(page.getByRole('heading', { name: 'No subscribers found' })).toBeVisible()
  await page.getByRole('tab', { name: 'Newsletter' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Users' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()
})

test('a role changes and sessions end after a confirmation and a proof of identity, which is recorded, and every administrator sees it live', async ({
  site,
  page,
  otherPage,
  pageErrors,
}) => {
  pageErrors.allow(/status 403/)
  await register(site, 'Ada Penrose', 'ada@example.org')
  await signIn(site, otherPage.request, { email: 'second@example.org' })
  await otherPage.goto('/admin/users')
  await page.goto('/admin/users')

  const button = page.getByRole('button', { name: 'Make Admin: Ada Penrose' })
  await button.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Make Admin: Ada Penrose?' })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  expect(await roleOf(site, 'ada@example.org')).toBe('user')

  await site.sql(
    `update sessions set authenticated_at = now() - interval '16 minutes'
     where user_id = (select id from users where email = $1)`,
    [ADMINISTRATOR.email],
  )
  await button.click()
  await question.getByRole('button', { name: 'Make Admin' }).click()
  const identity = page.getByRole('dialog', { name: 'Confirm your identity' })
  await identity.getByLabel('Your password').fill(ADMINISTRATOR.password)
  expect(await roleOf(site, 'ada@example.org')).toBe('user')
  await identity.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('User role updated to admin')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make User: Ada Penrose' })).toBeVisible()
  await expect(otherPage.getByRole('button', { name: 'Make User: Ada Penrose' })).toBeVisible()
  await expect(statistic(otherPage, 'Total Users')).toHaveText(['3', '3 admins, 0 users'])

  const records = await site.sql("select actor_email, changes from audit_log where subject = 'Ada Penrose'")
  expect(records).toEqual([
    { actor_email: ADMINISTRATOR.email, changes: { role: { from: 'user', to: 'admin' } } },
  ])

  await test.step('the sessions of another account end', async () => {
    const sessionOfOther = async () => (await otherPage.request.get('/api/auth/get-session')).json()
    const end = page.getByRole('button', { name: 'End sessions: Editor' })
    const ending = page.getByRole('alertdialog', { name: 'End all sessions of Editor?' })
    await end.click()
    expect(await sessionOfOther()).not.toBeNull()
    await ending.getByRole('button', { name: 'End Sessions' }).click()
    await expect(page.getByText('Editor was signed out of 1 session')).toBeVisible()
    expect(await sessionOfOther()).toBeNull()
    expect(await site.sql("select actor_email, subject from audit_log where action = 'session.end'")).toEqual(
      [{ actor_email: ADMINISTRATOR.email, subject: 'second@example.org' }],
    )
  })
})
