import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expectCaretIn, moveCaret } from './fixtures/caret.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { holdRequests } from './fixtures/hold-requests.ts'
import { functionPath } from './fixtures/server-functions.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const passage = (page: Page) => content(page).locator('.note-passage')
const note = (page: Page) => page.getByRole('list', { name: 'Open notes' }).getByRole('listitem').first()
const inboxItem = (page: Page) => page.getByRole('list', { name: 'Inbox' }).getByRole('listitem')
const saved = (page: Page, text: string) => page.getByText(text, { exact: true })

test('two people discuss a passage with the keyboard, and are notified', async ({
  site,
  page,
  otherPage: ben,
}) => {
  const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first, then tea.</p>' }])
  await signIn(site, page.request)
  await signIn(site, ben.request, { email: 'ben@example.org' })
  await site.sql("update users set full_name = 'Ben Ash' where email = 'ben@example.org'")
  await ben.goto('/admin/inbox')
  await expect(ben.getByRole('heading', { name: 'Your inbox is empty' })).toBeVisible()

  // A blocking note on the first word.
  await page.goto(`/admin/articles?article=${id}`)
  await moveCaret(content(page), 'start')
  for (const _ of 'Milk') await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByRole('button', { name: 'Add Note on Selection' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Alt+m')
  await expect(page.getByLabel('Note', { exact: true })).toBeFocused()
  await page.keyboard.type('@be')
  await expect(page.getByRole('option', { name: 'Ben Ash', selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('is this right?')
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('@Ben Ash is this right?')
  await page.getByLabel('Block the publication until this is resolved').press('Space')
  await page.getByRole('button', { name: 'Add Note', exact: true }).press('Enter')
  await expect(note(page)).toContainText('@Ben Ash is this right?')
  await expect(passage(page)).toHaveText('Milk')
  const check = page.getByRole('region', { name: 'Publish check' })
  await expect(check).toContainText('Required: A note that blocks the publication is open.')
  await expectAccessible(page)

  // The inbox of the mentioned person leads to the note.
  await expect(ben.getByRole('link', { name: 'Inbox, 1 unread' })).toBeVisible()
  await expect(inboxItem(ben)).toContainText('Editor mentioned you in Tea at four')
  await expectAccessible(ben)
  await ben.getByRole('link', { name: 'Tea at four' }).click()
  await expect(note(ben)).toBeFocused()

  // The passage follows the edits of others.
  await moveCaret(content(ben), 'start')
  await ben.keyboard.type('Cold ')
  // The caret is shown with a name.
  await ben.keyboard.press('ControlOrMeta+End')
  await expect(content(page)).toContainText('Cold Milk first')
  await expect(passage(page)).toHaveText('Milk')
  await note(ben).getByRole('button', { name: 'Reply' }).click()
  await ben.getByLabel('Reply', { exact: true }).fill('No, tea first.')
  await ben.keyboard.press('ControlOrMeta+Enter')
  await expect(note(page).getByRole('list', { name: 'Replies' })).toContainText('No, tea first.')
  await note(ben).getByRole('button', { name: 'Show in Text' }).click()
  await expectCaretIn(content(ben))
  await ben.keyboard.press('Delete')
  await expect(note(page)).toContainText('This passage is no longer in the text.')
  await expect(note(page).getByRole('blockquote')).toHaveText('Milk')

  await note(page).getByRole('button', { name: 'Resolve' }).click()
  await expect(saved(page, 'Note resolved')).toBeVisible()
  await expect(check).not.toContainText('A note that blocks')
  await expect(page.getByText('Resolved (1)')).toBeVisible()
  await page.getByRole('tab', { name: 'Article List' }).click()
  await page.getByRole('link', { name: 'Inbox, 1 unread' }).click()
  await expect(inboxItem(page)).toContainText('Ben Ash replied to a note on Tea at four')
  await page.getByRole('button', { name: 'Mark All as Read' }).click()
  await ben.getByRole('tab', { name: 'Article List' }).click()
  for (const one of [page, ben])
    await expect(one.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible()
})

test('leaving the editor asks first while a note is not saved, and continues once it is', async ({
  site,
  page,
}) => {
  const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first, then tea.</p>' }])
  await signIn(site, page.request)
  await page.goto(`/admin/articles?article=${id}`)
  await page.getByRole('button', { name: 'Add Note', exact: true }).click()
  await page.getByRole('button', { name: 'Add Note', exact: true }).click()
  await expect(page.getByText('Write a note', { exact: true })).toBeVisible()
  await page.getByLabel('Note', { exact: true }).fill('Who says so?')

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const leave = () => page.getByRole('tab', { name: 'Article List' }).click()
  await leave()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Who says so?')

  const release = await holdRequests(page, `**${functionPath('addNoteFn')}`)
  await page.getByRole('button', { name: 'Add Note', exact: true }).click()
  await leave()
  await expect(question).toBeVisible()
  release()
  await expect(page).toHaveURL('/admin/articles')
  await page.goBack()
  await expect(note(page)).toContainText('Who says so?')
})
