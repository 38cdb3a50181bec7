import { signIn } from './fixtures/administrator.ts'
import { expectCaretIn } from './fixtures/caret.ts'
import { chooseAction } from './fixtures/choose-action.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

test('an article that fails a required check is published once it passes', async ({ site, page }) => {
  await site.sql("delete from site_settings where setting_name = 'publish_checks'")
  await signIn(site, page.request)
  await page.goto('/admin/settings')
  const level = page.getByLabel('Standfirst')
  await expect(level).toHaveValue('should')
  await level.selectOption('Required')
  await expect(page.getByText('The publish check has been updated successfully')).toBeVisible()
  await expect(level).toHaveValue('must')

  await page.goto('/admin/articles?article=new')
  const check = page.getByRole('region', { name: 'Publish check' })
  await page.getByLabel('Title').fill('Harbour to close')
  await expect(check.getByRole('listitem')).toHaveText([
    'Required: The standfirst (Summary) is empty.',
    'Recommended: The byline (Author) is empty.',
    'Recommended: There is no lead image.',
  ])
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expect(page.getByRole('alert').getByText('The standfirst (Summary) is empty.')).toBeVisible()
  expect(await site.sql('select from articles')).toEqual([])

  await page.getByLabel('Summary').fill('For repairs.')
  await page.getByLabel('Author').fill('Ada Penrose')
  await expect(check.getByRole('listitem')).toHaveText(['Recommended: There is no lead image.'])
  await page.keyboard.press('Control+Enter')
  const confirmation = page.getByRole('alertdialog', { name: 'Publish now to readers?' })
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  expect(await site.sql('select from articles')).toEqual([])
  await confirmation.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Article created successfully', { exact: true })).toBeVisible()
  expect(await site.sql('select title from articles')).toEqual([{ title: 'Harbour to close' }])
})

test('an open editor says that a schedule has failed, and what blocks one that waits', async ({
  site,
  page,
}) => {
  await signIn(site, page.request)
  await page.goto('/admin/articles?article=new')
  await page.getByLabel('Title').fill('Harbour to close')
  await chooseAction(page, 'Schedule')
  const schedule = page.getByRole('dialog', { name: 'Schedule publication' })
  await schedule.getByLabel('Publish at').fill('2099-07-01T06:00')
  await schedule.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText(/^Scheduled for Wednesday 1 July 2099/)).toBeVisible()
  await site.sql("update publications set attempts = 1, failure = 'No space left' where state = 'scheduled'")
  await expect(
    page.getByText('Publication is late. The last attempt failed and will be retried.'),
  ).toBeVisible()
  await site.sql(
    "insert into notes (id, article_id, text, is_blocking) select gen_random_uuid(), id, 'Wait', true from drafts",
  )
  await site.sql("update publications set attempts = 0, next_attempt_at = null where state = 'scheduled'")
  await expect(page.getByText('Publication is blocked.').locator('..')).toContainText(
    'A note that blocks the publication is open.',
  )
  await expectAccessible(page)
  await site.sql("update publications set attempts = 5, state = 'failed' where state = 'scheduled'")
  await expect(page.getByText('The scheduled publication failed.').locator('..')).toContainText(
    'It was planned for Wednesday 1 July 2099 at 06:00 (London time) and will not be tried again. A note',
  )
  await expectAccessible(page)
})

test('a person is asked before an article goes live, and decides on the question and the byline', async ({
  site,
  page,
}) => {
  await signIn(site, page.request, { asksBeforePublishing: true, byline: null })
  const create = page.getByRole('button', { name: 'Create Article' })
  const question = page.getByRole('alertdialog', { name: 'Publish now to readers?' })
  const published = () => site.sql('select title, author from articles order by title')
  await page.goto('/admin/articles?article=new')
  await expectCaretIn(page.getByLabel('Title'))
  await page.keyboard.type('Harbour to close')
  await expect(page).toHaveTitle('Harbour to close | Admin')
  await expect(page.getByLabel('Author')).toHaveValue('Editor')
  await create.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(create).toBeFocused()
  expect(await published()).toEqual([])
  await create.press('Enter')
  await question.getByLabel('Do not ask me again').check()
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Article created successfully', { exact: true })).toBeVisible()
  await expect(page.locator('[data-row-title]', { hasText: 'Harbour to close' })).toBeFocused()
  await expect(page).toHaveTitle(/^Articles/)

  // The answer and the byline belong to the account.
  await page.goto('/admin/settings?tab=writing')
  await expect(page.getByLabel('Ask before publishing')).not.toBeChecked()
  await page.getByLabel('Byline of your new articles').fill('A. Penrose')
  await page.getByRole('button', { name: 'Save Byline' }).click()
  await expect(page.getByText('Byline saved')).toBeVisible()
  // `check()` would expect the new state before React has rendered it.
  await page.getByLabel('Ask before publishing').click()
  await expect(page.getByLabel('Ask before publishing')).toBeChecked()
  await expectAccessible(page)
  await page.goto('/admin/articles')
  await page.getByRole('button', { name: 'New Article' }).click()
  await expectCaretIn(page.getByLabel('Title'))
  await page.keyboard.type('Ferries run late')
  await create.click()
  await question.getByRole('button', { name: 'Publish' }).click()
  await expect.poll(published).toEqual([
    { title: 'Ferries run late', author: 'A. Penrose' },
    { title: 'Harbour to close', author: 'Editor' },
  ])
})
