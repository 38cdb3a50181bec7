import type { Page, Route } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { holdRequests } from './fixtures/hold-requests.ts'
import { expect, test } from './fixtures/test.ts'

const rows = (page: Page) => page.getByRole('region', { name: /^(Articles|Bin) \(/ }).getByRole('listitem')
const row = (page: Page, title: string) => rows(page).filter({ hasText: title })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const heading = (page: Page, text: string) => page.getByRole('heading', { name: text, exact: true })

test.beforeEach(async ({ site, page }) => {
  await site.sql('delete from drafts')
  await site.sql('delete from saved_views')
  await site.sql('delete from topics')
  await site.publish([
    { title: 'Harbour opens', author: 'Grace Field', category: 'News' },
    { title: 'Cup final tonight', author: 'Ada Penrose', category: 'Sport' },
    { title: 'Rates rise', author: 'Ada Penrose', category: 'Money' },
  ])
  await signIn(site, page.request)
})

test('an idea is assigned, filtered by a saved view, and changed with others', async ({ page }) => {
  await page.goto('/admin/articles')
  await expect(heading(page, 'Articles (3)')).toBeVisible()
  // With scrollbars that take space, a row of tabs that is too high would show one.
  expect(await page.getByRole('tablist').evaluate((tabs) => tabs.scrollHeight - tabs.clientHeight)).toBe(0)
  await button(page, 'New Idea').click()
  const idea = dialog(page, 'New idea')
  await idea.getByRole('button', { name: 'Create Idea' }).click()
  await expect(idea.getByText('Enter a headline')).toBeVisible()
  await idea.getByLabel('Headline').fill('Follow the money')
  await idea.getByLabel('Assignee').selectOption('Editor')
  await idea.getByLabel('Due').fill('2020-07-01T17:00')
  await idea.getByRole('button', { name: 'Create Idea' }).click()
  await expect(row(page, 'Follow the money')).toContainText('Idea')
  await expect(row(page, 'Follow the money')).toContainText(
    'Assigned to Editor, overdue since 1 July 2020 at 17:00',
  )

  // Filters that are chosen while the list loads are combined.
  await button(page, 'More Filters').click()
  const release = await holdRequests(page, '**/_serverFn/listArticlesFn*')
  await page.getByLabel('Byline').fill('Ada Penrose')
  await page.getByLabel('Byline').press('Enter')
  await page.getByLabel('Source').selectOption('Newsroom')
  release()
  await expect(heading(page, 'Articles (2)')).toBeVisible()
  await expect(page).toHaveURL('/admin/articles?author=Ada%20Penrose&source=own')

  // A view is saved, chosen and deleted.
  await button(page, 'Save View…').click()
  await dialog(page, 'Save view').getByLabel('Name').fill('Ada’s')
  await dialog(page, 'Save view').getByRole('button', { name: 'Save View' }).click()
  const views = page.getByRole('group', { name: 'Views' })
  await expect(views.getByRole('button', { name: 'Ada’s' })).toHaveAttribute('aria-pressed', 'true')
  await expect(button(page, 'Edit View…')).toBeFocused()
  await views.getByRole('button', { name: 'All' }).click()
  await expect(heading(page, 'Articles (4)')).toBeVisible()
  await views.getByRole('button', { name: 'Ada’s' }).click()
  await expect(heading(page, 'Articles (2)')).toBeVisible()
  await expectAccessible(page)

  // Two articles are assigned, which is undone.
  const placeOfRows = () => rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().y))
  const places = await placeOfRows()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByRole('toolbar').getByRole('status')).toHaveText('2 selected')
  expect(await placeOfRows()).toEqual(places)
  await button(page, 'Assign…').click()
  await dialog(page, 'Assign 2 articles').getByRole('button', { name: 'Assign' }).click()
  const assignee = dialog(page, 'Assign 2 articles').getByLabel('Assignee')
  await expect(assignee).toHaveAccessibleDescription('Choose a person')
  await assignee.selectOption('Editor')
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('changeArticles')) changes.push(request.url())
  })
  // Twice, before the button can show that it is busy.
  await dialog(page, 'Assign 2 articles')
    .getByRole('button', { name: 'Assign' })
    .evaluate((assign: HTMLElement) => [assign.click(), assign.click()])
  await expect(toast(page, '2 articles changed')).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Assigned to Editor' })).toHaveCount(2)
  expect(changes).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page).filter({ hasText: 'Assigned to Editor' })).toHaveCount(0)

  await button(page, 'Edit View…').click()
  await dialog(page, 'Edit view').getByRole('button', { name: 'Delete View' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(views.getByRole('button', { name: 'Ada’s' })).toBeHidden()
  await expect(button(page, 'Save View…')).toBeFocused()

  // A withdrawal reports the article that is not published.
  await views.getByRole('button', { name: 'All' }).click()
  await expect(heading(page, 'Articles (4)')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Follow the money' }).check()
  await page.getByRole('checkbox', { name: 'Select Rates rise' }).check()
  await button(page, 'Withdraw…').click()
  await dialog(page, 'Withdraw 2 articles?').getByLabel('Public reason').fill('Legal advice')
  await dialog(page, 'Withdraw 2 articles?').getByRole('button', { name: 'Withdraw' }).click()
  const report = dialog(page, '1 article could not be changed')
  await expect(report.getByRole('listitem')).toHaveText('Follow the moneyThe article is not published.')
  await report.getByRole('button', { name: 'Close' }).click()
  await expect(row(page, 'Rates rise')).toContainText('Withdrawn')
})

test('topics and the assignment of an article are changed in the editor, and topics filtered and removed from several articles', async ({
  site,
  page,
  pageErrors,
}) => {
  await page.goto('/admin/topics')
  await button(page, 'New Topic').first().click()
  const form = dialog(page, 'New topic')
  await form.getByRole('button', { name: 'Create Topic' }).click()
  await expect(form.getByText('Enter a name')).toBeVisible()
  await form.getByLabel('Name').fill('Climate')
  await form.getByRole('button', { name: 'Create Topic' }).click()
  await expect(page.getByRole('row', { name: /^Climate/ })).toContainText('0')

  // Before the page is loaded, since a request right after the call could be sent before it is intercepted.
  await page.route('**/_serverFn/changeTopic*', (route) => route.fulfill({ status: 502 }), { times: 1 })
  pageErrors.allow(/status 502: \/_serverFn|console: RequestFailure/)

  // The name of a new topic is typed in the editor.
  await page.goto('/admin/articles')
  await button(page, 'Edit Harbour opens').click()
  const panel = page.getByRole('region', { name: 'Topics' })
  await panel.getByRole('button', { name: 'Add Topic' }).click()
  await expect(panel.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('cli')
  await expect(panel.getByRole('option')).toHaveText(['Climate', 'Create “cli”'])
  // A failure keeps what was typed.
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Failed to change topics. The server is temporarily unavailable.')).toBeVisible()
  await expect(panel.getByRole('combobox')).toHaveValue('cli')
  await expect(panel.getByText('Saving...')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('listitem')).toHaveText(['Climate'])
  await expect(panel.getByRole('button', { name: 'Add Topic' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('Water')
  await expectAccessible(page)
  // Somebody else creates it, which this page does not know yet.
  await site.sql('alter table topics disable trigger topics_announce')
  await site.sql("insert into topics (id, slug, name) values (gen_random_uuid(), 'water', 'Water')")
  await site.sql('alter table topics enable trigger topics_announce')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('listitem')).toHaveText(['Climate', 'Water'])
  await panel.getByRole('button', { name: 'Remove Climate' }).click()
  await expect(panel.getByRole('listitem')).toHaveText(['Water'])
  await expect(panel.getByRole('button', { name: 'Add Topic' })).toBeFocused()

  // The assignment is saved with a button.
  await page.getByLabel('Assignee').selectOption('Editor')
  await page.getByLabel('Due').fill('2099-07-01T17:00')
  await button(page, 'Save Assignment').click()
  await expect(toast(page, 'Assignment saved')).toBeVisible()
  expect(await site.sql('select full_name, due_at from drafts join users on users.id = assignee_id')).toEqual(
    [{ full_name: 'Editor', due_at: new Date('2099-07-01T16:00:00Z') }],
  )
  await page.getByLabel('Due').fill('')
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.getByRole('tab', { name: 'Article List' }).click()
  await leave.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Due')).toHaveValue('')
  await page.getByRole('tab', { name: 'Article List' }).click()
  await leave.getByRole('button', { name: 'Leave' }).click()

  await page.getByRole('checkbox', { name: 'Select Cup final tonight' }).check()
  await button(page, 'Change Topics…').click()
  await dialog(page, 'Change the topics of 1 article').getByLabel('Topic').selectOption('Water')
  await dialog(page, 'Change the topics of 1 article').getByRole('button', { name: 'Add Topic' }).click()
  await expect(toast(page, '1 article changed')).toBeVisible()
  await button(page, 'More Filters').click()
  await page.getByLabel('Topic').selectOption('Water')
  await expect(page).toHaveURL('/admin/articles?topic=water')
  await expect(heading(page, 'Articles (2)')).toBeVisible()
  await expect(row(page, 'Cup final tonight')).toContainText('Water')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await button(page, 'Change Topics…').click()
  const change = dialog(page, 'Change the topics of 2 articles')
  await change.getByLabel('Change').selectOption('Remove a topic')
  await change.getByLabel('Topic').selectOption('Water')
  await change.getByRole('button', { name: 'Remove Topic' }).click()
  await expect(toast(page, '2 articles changed')).toBeVisible()
  await expect(heading(page, 'Articles (0)')).toBeVisible()
})

test('the list is used with the keyboard, whose single-key shortcuts can be turned off', async ({ page }) => {
  await page.goto('/admin/articles')
  await expect(rows(page)).toHaveCount(3)
  const title = (text: string) => page.getByRole('button', { name: text, exact: true })
  const titles = await rows(page).locator('[data-row-title]').allTextContents()
  const [first = '', second = '', third = ''] = titles
  await page.keyboard.press('j')
  await expect(title(first)).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await expect(title(third)).toBeFocused()
  await page.keyboard.press('Shift+X')
  await expect(page.getByRole('toolbar').getByRole('status')).toHaveText('3 selected')
  await page.keyboard.press('k')
  await expect(title(second)).toBeFocused()
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search articles' })
  await expect(search).toBeFocused()
  await page.keyboard.type('jkx')
  await expect(search).toHaveValue('jkx')
  await expect(rows(page)).toHaveCount(0)
  await search.fill('')
  await expect(rows(page)).toHaveCount(3)
  await expect(page).not.toHaveURL(/q=/)

  // Single-key shortcuts can be turned off.
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await search.blur()
  await page.keyboard.press('?')
  await shortcuts.getByLabel('Single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await page.keyboard.press('j')
  await expect(page.locator('[data-row-title]:focus')).toHaveCount(0)
  await page.getByRole('button', { name: 'Keyboard Shortcuts' }).click()
  await shortcuts.getByLabel('Single-key shortcuts').check()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await page.keyboard.press('j')
  await expect(title(first)).toBeFocused()

  // An article that is opened during the pause of the search stays open, even on a slow network.
  await page.clock.install()
  const [draft, list] = [Promise.withResolvers<Route>(), Promise.withResolvers<Route>()]
  await page.route('**/_serverFn/findDraft*', draft.resolve)
  // Its rows stay until the results arrive.
  await page.route('**/_serverFn/listArticles*', list.resolve)
  await search.fill('not yet searched')
  await title(second).focus()
  await page.keyboard.press('Enter')
  const request = await draft.promise
  await page.clock.runFor(1_000)
  await request.continue()
  await expect(page).toHaveURL(/article=[0-9a-f-]{36}/)
  await (await list.promise).continue()
  await expect(page).toHaveURL(/article=[0-9a-f-]{36}/)
})
