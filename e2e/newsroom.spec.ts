import type { Locator, Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expectCaretIn } from './fixtures/caret.ts'
import { chooseAction } from './fixtures/choose-action.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const row = (page: Page, title: string) =>
  page
    .getByRole('region', { name: /^(Articles|Bin) \(/ })
    .getByRole('listitem')
    .filter({ hasText: title })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const status = (page: Page) => page.getByRole('status').filter({ hasText: 'Status:' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

// Each test is a long journey with accessibility checks.
test.slow()

test.beforeEach(async ({ site, page }) => {
  await site.sql("delete from site_settings where setting_name = 'require_second_person'")
  await signIn(site, page.request)
})

test('an article is drafted, scheduled, published, corrected, restored and withdrawn', async ({
  site,
  page,
  pageErrors,
}) => {
  const readerStatus = async () => (await page.request.get(`/article/${await articleId()}`)).status()
  const articleId = async () => (await site.sql<{ id: string }>('select id from drafts'))[0]?.id
  const published = () => site.sql('select title, updated_at is not null as "isUpdated" from articles')

  await page.goto('/admin/articles?article=new')
  await expect(status(page)).toContainText('Draft')
  await page.getByLabel('Title').fill('Harbour to close')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'Draft saved')).toBeVisible()
  await expectCaretIn(page.getByLabel('Title'))
  expect(await readerStatus()).toBe(404)

  // Schedule, in London time, and change the text afterwards.
  await chooseAction(page, 'Schedule')
  const schedule = dialog(page, 'Schedule publication')
  await schedule.getByLabel('Publish at').fill('2099-07-01T06:00')
  await expect(schedule.getByText(/Wednesday 1 July 2099 at 06:00 \(London time\)/)).toBeVisible()
  await expectAccessible(page)
  await schedule.getByRole('button', { name: 'Schedule' }).click()
  await expect(status(page)).toContainText('Scheduled')
  const notice = page.getByText(/^Scheduled for Wednesday 1 July 2099 at 06:00 \(London time\)/)
  await expect(notice).toBeVisible()
  expect(await site.sql('select planned_at from publications')).toEqual([
    { planned_at: new Date('2099-07-01T05:00:00Z') },
  ])
  await page.getByLabel('Title').fill('Harbour to close today')
  await expect(notice).toContainText('Changes made since are not part of it.')
  await button(page, 'Cancel Schedule').click()
  await expect(notice).toBeHidden()
  await expect(status(page)).toContainText('Draft')

  // Publish, then edit: readers see the published text until the update.
  await button(page, 'Create Article').click()
  await expect(toast(page, 'Article created successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Harbour to close today' }).click()
  await expect(status(page)).toContainText('Published')
  await page.getByLabel('Title').fill('Harbour open')
  await expect(status(page)).toContainText('Published, with unpublished changes')
  expect(await published()).toEqual([{ title: 'Harbour to close today', isUpdated: false }])

  // An update can be scheduled, also as a correction.
  await chooseAction(page, 'Schedule')
  await expect(schedule.getByRole('radio', { name: /^Update/ })).toBeChecked()
  await schedule.getByRole('radio', { name: 'Correction' }).check()
  await schedule.getByLabel('Text of the correction').fill('It was closed on Monday.')
  await schedule.getByLabel('Publish at').fill('2099-07-01T06:00')
  await schedule.getByRole('button', { name: 'Schedule' }).click()
  await expect(status(page)).toContainText('Scheduled')
  await expect(page.getByText('Correction: It was closed on Monday.')).toBeVisible()
  // Another schedule continues with it.
  await chooseAction(page, 'Schedule')
  await expect(schedule.getByLabel('Text of the correction')).toHaveValue('It was closed on Monday.')
  await schedule.getByRole('radio', { name: 'Minor edit' }).check()
  await schedule.getByRole('button', { name: 'Schedule' }).click()
  await expect(notice).toContainText('by Editor, as a minor edit.')
  expect(await site.sql("select update_kind, reason from publications where state = 'scheduled'")).toEqual([
    { update_kind: 'minor', reason: '' },
  ])
  await button(page, 'Cancel Schedule').click()
  await expect(status(page)).toContainText('Published, with unpublished changes')

  // The first attempt fails.
  pageErrors.allow(/status 502: \/_serverFn|console: RequestFailure/)
  await page.route('**/_serverFn/publishDraft*', (route) => route.fulfill({ status: 502 }), { times: 1 })

  // A correction needs a text.
  await button(page, 'Update Article').click()
  await expect(page.getByRole('radio', { name: 'Minor edit' })).toBeChecked()
  await page.getByRole('radio', { name: 'Correction' }).check()
  await button(page, 'Publish Changes').click()
  await expect(page.getByText('Describe the correction')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Kind of correction').selectOption('clarification')
  await page.getByLabel('Text of the correction').fill('The harbour was never closed.')
  // A failure keeps what was typed.
  await button(page, 'Publish Changes').click()
  await expect(dialog(page, 'Update this article').getByRole('alert')).toHaveText(
    'Failed to save article. Please try again. The server is temporarily unavailable.',
  )
  await expect(page.getByLabel('Text of the correction')).toHaveValue('The harbour was never closed.')
  await button(page, 'Publish Changes').click()
  await expect(page.getByRole('button', { name: 'Edit Harbour open' })).toBeVisible()
  expect(await published()).toEqual([{ title: 'Harbour open', isUpdated: true }])
  expect(await site.sql('select kind, text from corrections')).toEqual([
    { kind: 'clarification', text: 'The harbour was never closed.' },
  ])

  // Compare and restore a revision.
  await page.getByRole('button', { name: 'Edit Harbour open' }).click()
  await chooseAction(page, 'Revisions')
  const revisions = dialog(page, 'Revisions')
  const first = revisions.getByRole('listitem').filter({ hasText: /^\d+\. Published(?! as)/ })
  await expect(revisions.getByRole('listitem').first()).toContainText('Published as a correction')
  await expect(revisions.getByRole('listitem').first()).toContainText('by Editor')
  await first.getByRole('button').press('Enter')
  await expect(revisions.locator('ins')).toHaveText('today')
  await revisions.getByRole('button', { name: 'Name Revision' }).click()
  await expect(revisions.getByLabel('Revision name')).toBeFocused()
  await page.keyboard.type('Before the repairs')
  await page.keyboard.press('Enter')
  await expect(revisions.getByText('Before the repairs', { exact: true })).toBeVisible()
  // The buttons move up when the field closes.
  await expect(revisions.getByLabel('Revision name')).toBeHidden()
  await revisions.getByRole('button', { name: 'Preview' }).click()
  await expect(
    page.frameLocator('[title^="Preview of revision"]').getByRole('heading', { level: 1 }),
  ).toHaveText('Harbour to close today')
  await revisions.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText(/^Revision \d restored$/)).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveText('Harbour to close today')
  await expect(status(page)).toContainText('Published, with unpublished changes')
  expect(await published()).toEqual([{ title: 'Harbour open', isUpdated: true }])

  // Withdraw and publish again.
  await chooseAction(page, 'Withdraw')
  await dialog(page, 'Withdraw this article?').getByLabel('Public reason').fill('Legal complaint')
  await expectAccessible(page)
  await dialog(page, 'Withdraw this article?').getByRole('button', { name: 'Withdraw' }).click()
  await expect(status(page)).toContainText('Withdrawn')
  await expect(page.getByText('Public reason: Legal complaint')).toBeVisible()
  await expect.poll(readerStatus).toBe(410)
  await button(page, 'Publish Again').click()
  await expect.poll(readerStatus).toBe(200)

  // Delete to the bin and restore.
  await page.getByRole('button', { name: 'Edit Harbour to close today' }).click()
  await chooseAction(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Start by creating your first article')).toBeVisible()
  await expect.poll(readerStatus).toBe(404)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Bin')
  await expect(page).toHaveURL('/admin/articles?status=bin')
  await expect(row(page, 'Harbour to close today')).toContainText(/Deleted at \d/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore Harbour to close today' }).click()
  await expect(page.getByText('The bin is empty')).toBeVisible()
  await expect.poll(readerStatus).toBe(200)
})

test('two people publish an article, and each sees their work', async ({
  site,
  page,
  otherPage: colleague,
}) => {
  await page.goto('/admin/settings')
  await page.getByLabel('Two people for each publication').click()
  await expect(toast(page, 'Setting Updated')).toBeVisible()
  await signIn(site, colleague.request, { email: 'colleague@example.org' })

  await page.goto('/admin/articles?article=new')
  await page.getByLabel('Title').fill('Council votes on trams')
  await page.getByLabel('Summary').fill('A vote is due.')
  await button(page, 'Submit for Review').click()
  await dialog(page, 'Submit for review').getByLabel('Note to the reviewer').fill('Check the names')
  await expectAccessible(page)
  await dialog(page, 'Submit for review').getByRole('button', { name: 'Submit for Review' }).click()
  await expect(status(page)).toContainText('In review')
  await expect(button(page, 'Approve')).toHaveCount(0)
  await expect(page.getByText('Another person must approve it.')).toBeVisible()

  await colleague.goto('/admin/inbox')
  await expect(colleague.getByText('Check the names')).toBeVisible()
  await colleague.goto('/admin')
  const work = colleague.getByRole('region', { name: 'My Work' })
  await expect(work.getByText('To review (1)')).toBeVisible()
  // A single list has the whole width.
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0
  expect(await widthOf(work.getByRole('list'))).toBeGreaterThan((await widthOf(work)) * 0.9)
  await expectAccessible(colleague)
  await work.getByRole('link', { name: 'Council votes on trams' }).click()
  // Above the text, and in the history.
  await expect(colleague.getByText('Check the names').filter({ visible: true })).toHaveCount(2)
  await chooseAction(colleague, 'Request Changes')
  await dialog(colleague, 'Request changes').getByRole('button', { name: 'Request Changes' }).click()
  await expect(colleague.getByText('Describe the changes that are needed')).toBeVisible()
  await dialog(colleague, 'Request changes').getByLabel('Note').fill('Name the mayor')
  await colleague.keyboard.press('ControlOrMeta+Enter')

  await expect(page.getByText('Name the mayor')).toHaveText(['Name the mayor', 'Name the mayor'])
  await page.getByLabel('Summary').fill('A vote is due, says Mayor Ash.')
  await button(page, 'Submit for Review').click()
  await dialog(page, 'Submit for review').getByRole('button', { name: 'Submit for Review' }).click()
  await expect(status(page)).toContainText('In review')

  await expect(colleague.getByLabel('Summary')).toHaveText('A vote is due, says Mayor Ash.')
  await button(colleague, 'Approve').click()
  await dialog(colleague, 'Approve this article').getByRole('button', { name: 'Approve' }).click()
  await expect(status(colleague)).toContainText('Approved')
  // The button has gone; the next keys go on in the text.
  await expectCaretIn(colleague.getByRole('textbox', { name: 'Content', exact: true }))
  await expect(status(page)).toContainText('Approved')
  await button(page, 'Create Article').click()
  await expect(toast(page, 'Article created successfully')).toBeVisible()
  expect(await site.sql('select summary from articles')).toEqual([
    { summary: 'A vote is due, says Mayor Ash.' },
  ])
})
