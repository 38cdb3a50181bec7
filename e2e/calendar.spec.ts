import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { failFirstAttempts } from './fixtures/fail-first-attempts.ts'
import { expect, test } from './fixtures/test.ts'

const day = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

test.beforeEach(async ({ site, page }) => {
  await site.sql('delete from drafts')
  await signIn(site, page.request)
  // Published at 06:00 on the last day of winter time in 2099, and due two days before.
  await site.sql(`
    with scheduled as (
      insert into drafts (id, fields, last_revision) values (gen_random_uuid(), '{"title": "Harbour opens", "author": "", "category": "News", "summary": "", "content": "<p>Text</p>"}', 1)
      returning id
    ), revision as (
      insert into revisions (article_id, number, kind, fields)
      select id, 1, 'publish', '{"title": "Harbour opens", "author": "", "category": "News", "summary": "", "content": "<p>Text</p>"}' from scheduled
    )
    insert into publications (id, article_id, kind, revision, state, planned_at, next_attempt_at)
    select gen_random_uuid(), id, 'publish', 1, 'scheduled', '2099-03-28T06:00Z', '2099-03-28T06:00Z' from scheduled`)
  await site.sql(`
    insert into drafts (id, fields, due_at)
    values (gen_random_uuid(), '{"title": "Follow the money", "author": "", "category": "Money", "summary": "", "content": ""}', '2099-03-26T17:00Z')`)
})

test('entries are moved to another day by drag and drop and with the keyboard, and created on a day', async ({
  site,
  page,
}) => {
  const planned = async () =>
    (await site.sql<{ at: Date }>('select planned_at as at from publications'))[0]?.at.toISOString()
  // All weeks are visible: dragging does not scroll.
  await page.setViewportSize({ width: 1280, height: 1200 })
  await page.goto('/admin/calendar?day=2099-03-10')
  await expect(page.getByRole('heading', { name: 'March 2099' })).toBeVisible()
  await expect(page.getByText('London time.')).toBeVisible()
  await expect(day(page, 'Saturday 28 March 2099')).toContainText('06:00')
  await expectAccessible(page)

  // The clocks go forward on the 29th: the local time remains.
  await page
    .getByRole('link', { name: 'Harbour opens' })
    .dragTo(day(page, 'Monday 30 March 2099'), { steps: 10 })
  await expect(page.getByText('Publication moved', { exact: true })).toBeVisible()
  await expect(day(page, 'Monday 30 March 2099')).toContainText('06:00')
  expect(await planned()).toBe('2099-03-30T05:00:00.000Z')

  await page.getByRole('button', { name: 'Move Follow the money' }).press('Enter')
  const move = page.getByRole('dialog', { name: 'Move “Follow the money”' })
  await move.getByLabel('Due').fill('2099-03-27T09:30')
  await expect(move.getByText('Friday 27 March 2099 at 09:30 (London time)')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(day(page, 'Friday 27 March 2099')).toContainText('09:30')

  await page.getByRole('button', { name: 'New article on Thursday 12 March 2099' }).press('Enter')
  const create = page.getByRole('dialog', { name: /^New article on / })
  await expect(create.getByLabel('Headline')).toBeFocused()
  await expect(create.getByLabel('Due')).toHaveValue('2099-03-12T09:00')
  await create.getByLabel('Headline').fill('Budget day')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title')).toHaveText('Budget day')
  expect(
    await site.sql(
      'select due_at as due, full_name as assignee from drafts join users on users.id = assignee_id',
    ),
  ).toEqual([{ due: new Date('2099-03-12T09:00Z'), assignee: 'Editor' }])
  await page.goBack()

  await page.getByRole('link', { name: 'Week' }).click()
  await expect(page).toHaveURL('/admin/calendar?view=week&day=2099-03-10')
  const background = (name: string) =>
    page.getByRole('link', { name, exact: true }).evaluate((link) => getComputedStyle(link).backgroundColor)
  // The colours change gradually.
  await expect.poll(async () => (await background('Week')) === (await background('Month'))).toBe(false)
  await page.getByRole('link', { name: 'Next week' }).click()
  await expect(page.getByRole('heading', { name: '16 March 2099 to 22 March 2099' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Days' }).getByRole('listitem')).toHaveCount(7)
})

test('windows without room for seven columns and phones list the days that have entries, and never those of another month', async ({
  page,
  pageErrors,
}) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto('/admin/calendar?day=2099-03-10')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.goBack()
  await expect(day(page, 'Saturday 28 March 2099')).toBeVisible()
  await expect(day(page, 'Sunday 29 March 2099')).toBeHidden()
  await page.getByRole('button', { name: 'Toggle Sidebar' }).click()
  await expect(day(page, 'Sunday 29 March 2099')).toBeVisible()

  await page.setViewportSize({ width: 375, height: 800 })
  await expect(day(page, 'Sunday 29 March 2099')).toBeHidden()
  await expect(day(page, 'Saturday 28 March 2099')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Move Harbour opens' }).click()
  await page.getByLabel('Publish at').fill('2020-01-01T10:00')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText('Choose a time in the future')).toBeVisible()
  await page.goForward()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Publish at')).toHaveValue('2020-01-01T10:00')
  await page.getByRole('button', { name: 'Cancel' }).click()

  pageErrors.allow(/status 502: \/_serverFn|console: RequestFailure/)
  const { release } = await failFirstAttempts(page, '**/_serverFn/**', (route) =>
    route.fulfill({ status: 502 }),
  )
  await page.getByRole('link', { name: 'Next month' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch calendar.')
  await expect(page.getByRole('link', { name: 'Follow the money' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Try Again' }).click()
  release()
  await expect(page.getByText('Nothing is planned in this period.')).toBeVisible()
  await page.getByRole('link', { name: 'Previous month' }).click()
  await page.getByRole('link', { name: 'Follow the money' }).click()
  await expect(page.getByLabel('Title')).toHaveText('Follow the money')
})
