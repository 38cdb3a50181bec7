import { EMPTY_ARTICLE } from '#features/drafts/rules/article-form.ts'
import { addAccount, signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeEach(async ({ site, page }) => {
  await site.sql('delete from users')
  await signIn(site, page.request)
})

test('rows have an excerpt and name each person once, and the reading pane decides about an article', async ({
  site,
  page,
}) => {
  await addAccount(site, { email: 'cem@example.org', role: 'author' })
  await site.sql("update users set full_name = 'Cem Oz' where email = 'cem@example.org'")
  const text = 'Rates rose by a quarter of a point.'
  for (const [title, content, submitted] of [
    ['Rates rise', `<p>${text}</p>`, true],
    ['Strike ends', '<p>Trains run again.</p>', false],
  ] as const)
    await site.sql(
      `with draft as (
         insert into drafts (id, fields, last_revision, owner_id, assignee_id, listed_at)
         select gen_random_uuid(), $1::jsonb, 1, id, case when $2 then null else id end, now() from users where email = 'cem@example.org' returning id, fields
       ), revision as (
         insert into revisions (article_id, number, kind, fields) select id, 1, 'submit', fields from draft where $2
       )
       insert into reviews (id, article_id, revision, kind) select gen_random_uuid(), id, 1, 'submit' from draft where $2`,
      [JSON.stringify({ ...EMPTY_ARTICLE, title, content }), submitted],
    )
  await page.setViewportSize({ width: 1280, height: 820 })
  await page.goto('/admin/articles')
  const row = (title: string) => page.locator('li[data-row]').filter({ hasText: title })
  await expect(row('Rates rise')).toContainText(text)
  await expect(row('Rates rise')).toContainText('Owner: Cem Oz')
  await expect(row('Strike ends')).toContainText('Assigned to Cem Oz')
  await expect(row('Strike ends')).not.toContainText('Owner')

  await page.keyboard.press('v')
  const pane = page.getByRole('region', { name: 'Reading pane' })
  await row('Rates rise').getByRole('button', { name: 'Rates rise', exact: true }).click()
  await expect(pane.getByTitle('Preview of the article').contentFrame().getByText(text)).toBeVisible()
  await expect(row('Rates rise')).toHaveAttribute('aria-current', 'true')
  await expect(pane).toContainText('Submitted for review')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 820 })
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Request changes' })
  await expect(dialog.getByLabel('Note')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row('Rates rise').getByRole('button', { name: 'Rates rise', exact: true })).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByText('Article approved')).toBeVisible()
  await expect(row('Rates rise')).toContainText('Approved')
  await page.getByRole('button', { name: 'Close Reading Pane' }).click()
  await expect(pane).toHaveCount(0)
})

test('the preview fills the window at several widths, and returns the focus', async ({ site, page }) => {
  const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first.</p>' }])
  await page.setViewportSize({ width: 1280, height: 820 })
  await page.goto(`/admin/articles?article=${id}`)
  const open = page.getByRole('button', { name: 'Full Width' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  const frame = dialog.getByTitle('Preview of the article')
  await expect(frame.contentFrame().getByRole('heading', { level: 1 })).toHaveText('Tea at four')
  const width = async () => (await frame.boundingBox())?.width ?? 0
  await expect.poll(width).toBeGreaterThan(1_200)
  await dialog.getByRole('button', { name: 'Phone' }).click()
  await expect.poll(width).toBeLessThan(380)
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 820 })
  await expect(dialog.getByRole('button', { name: 'Phone' })).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 820 })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(open).toBeFocused()
})

test('an article is created on a day of the calendar, also on a phone', async ({ site, page }) => {
  await page.setViewportSize({ width: 375, height: 820 })
  await page.goto('/admin/calendar')
  // Days without entries are left out, except for today.
  const create = page.getByRole('button', { name: /^New article on / })
  await expect(create.filter({ visible: true })).toHaveCount(1)
  await create.filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: /^New article on / })
  await expect(dialog.getByLabel('Headline')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.goto('/admin/calendar?day=2099-03-10')
  await page.setViewportSize({ width: 1280, height: 820 })
  await page.getByRole('button', { name: 'New article on Thursday 12 March 2099' }).press('Enter')
  await expect(dialog.getByLabel('Due')).toHaveValue('2099-03-12T09:00')
  await dialog.getByLabel('Headline').fill('Budget day')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title')).toHaveValue('Budget day')
  expect(
    await site.sql(
      'select due_at as due, full_name as assignee from drafts join users on users.id = assignee_id',
    ),
  ).toEqual([{ due: new Date('2099-03-12T09:00Z'), assignee: 'Editor' }])
})
