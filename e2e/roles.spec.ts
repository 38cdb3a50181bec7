import type { Page } from '@playwright/test'
import type { Role } from '../src/kernel/roles.ts'
import { ADMINISTRATOR, addAccount, signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { findEmailLink } from './fixtures/outbox.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

const ANN = { email: 'ann@example.org', password: 'violet tram estuary lantern' }

test.beforeEach(({ site }) =>
  site.sql(
    'delete from users; delete from invitations; delete from rate_limits; delete from account_attempts',
  ),
)

const sections = (page: Page) => page.getByRole('navigation', { name: 'Admin area' }).getByRole('link')

test('an administrator invites an author, who joins and sees only the screens of the role', async ({
  site,
  page,
  otherPage: invited,
}) => {
  await signIn(site, page.request)
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a user' })
  await dialog.getByLabel('Email').fill(ADMINISTRATOR.email)
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(dialog.getByText('This address already has an account.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Email').fill(ANN.email)
  await expect(dialog.getByRole('radio', { name: /^author/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  const pending = page.getByRole('region', { name: 'Pending invitations' })
  await expect(pending.getByRole('listitem')).toContainText(ANN.email)
  await expectAccessible(page)
  const link = await findEmailLink(site, ANN.email)

  await invited.goto(link)
  await invited.getByLabel('Full name').fill('Ann Author')
  await invited.getByLabel(/^Password/).fill(ANN.password)
  await invited.getByRole('button', { name: 'Create Account' }).click()
  await expect(invited).toHaveURL(/\/admin$/)
  await expect(pending).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: ANN.email })).toContainText('author')

  await expect(sections(invited)).toHaveText([
    'Dashboard',
    'Articles',
    'Live',
    'Media',
    'Calendar',
    'Settings',
  ])
  await invited.goto('/admin/users')
  await expect(invited.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expectAccessible(invited)
  await invited.getByRole('link', { name: 'Settings' }).click()
  await expect(invited.getByRole('tab')).toHaveText(['Writing', 'Security'])
  await expect(invited.getByText(`Signed in as ${ANN.email}`)).toBeVisible()

  await invited.getByRole('textbox', { name: 'Your name' }).fill('Ann Writer')
  await invited.getByRole('button', { name: 'Save Name' }).click()
  await expect(invited.getByText('Name saved')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: ANN.email })).toContainText('Ann Writer')
})

test('an administrator resends and revokes an invitation, and changes a role, which open pages follow', async ({
  site,
  page,
  otherPage: editor,
  pageErrors,
}) => {
  pageErrors.allow(/status 40[13]/)
  await addAccount(site, { role: 'contributor', email: ANN.email })
  await signIn(site, page.request)
  await site.sql(`insert into invitations (email, role, sent_at, expires_at)
    values ('late@example.org', 'editor', now() - interval '8 days', now() - interval '1 day')`)
  await page.goto('/admin/users')
  const row = page.getByRole('region', { name: 'Pending invitations' }).getByRole('listitem')
  await expect(row).toContainText('Expired')
  await row.getByRole('button', { name: 'Resend: late@example.org' }).click()
  await expect(row).not.toContainText('Expired')
  await findEmailLink(site, 'late@example.org')
  await row.getByRole('button', { name: 'Revoke: late@example.org' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Invitation revoked')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect(await site.sql('select from invitations')).toEqual([])

  await page.getByRole('button', { name: 'Change role: Editor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change role: Editor' })
  await expect(dialog.getByRole('radio', { name: /^contributor/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /^editor/ }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change Role' }).click()
  await expect(page.getByText('User role updated to editor')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: ANN.email })).toContainText('editor')

  await signIn(site, editor.request, { role: 'editor', email: ANN.email })
  await editor.goto('/admin/newsletter')
  await expect(editor.getByRole('heading', { name: 'Newsletter', level: 1 })).toBeVisible()
  await expect(sections(editor)).toHaveText([
    'Dashboard',
    'Articles',
    'Live',
    'Front',
    'Media',
    'Calendar',
    'People',
    'Categories',
    'Topics',
    'Analytics',
    'Newsletter',
    'Settings',
    'Redirects',
  ])
  await site.sql("update users set role = 'author' where email = $1", [ANN.email])
  await expect(editor.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(sections(editor)).toHaveText([
    'Dashboard',
    'Articles',
    'Live',
    'Media',
    'Calendar',
    'Settings',
  ])
})

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const refusal = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'You can no longer edit this article.' })

/** Opens an article as an editor, with the caret at the end of its text. */
async function openAsEditor(site: Site, page: Page): Promise<void> {
  const [id] = await site.publish([
    { title: 'Tea at four', summary: 'Milk first.', content: '<p>Then tea.</p>' },
  ])
  await signIn(site, page.request, { role: 'editor', email: ANN.email })
  await page.goto(`/admin/articles?article=${id}`)
  await content(page).click()
  await page.keyboard.press('ControlOrMeta+End')
}

/** Types `text` as an editor whose role changes before it is saved. */
async function changeRoleWhileTyping(site: Site, page: Page, text: string, role: Role): Promise<void> {
  const changed = Promise.withResolvers<void>()
  await page.route('**/api/admin/draft_steps*', async (route) => {
    await changed.promise
    await route.continue()
  })
  const before = await content(page).textContent()
  const isSending = page.waitForRequest(/draft_steps/)
  await page.keyboard.type(text)
  await isSending
  await site.sql('update users set role = $1 where email = $2', [role, ANN.email])
  changed.resolve()
  await expect(refusal(page)).toContainText('Your last changes are not saved')
  await expect(content(page)).toHaveText(before + text)
  await expect(content(page)).not.toBeEditable()
  await expect(page.getByLabel('Title')).not.toBeEditable()
}

test('an editor who becomes an author while writing continues once an editor again, or saves the text as a new article', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 403/)
  await openAsEditor(site, page)
  await changeRoleWhileTyping(site, page, ' And sug', 'author')
  await expectAccessible(page)
  await site.sql("update users set role = 'editor' where email = $1", [ANN.email])
  await expect(refusal(page)).toBeHidden()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await content(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('ar.')
  const drafts = () => site.sql("select fields->>'content' as content from drafts order by created_at")
  await expect.poll(drafts).toEqual([{ content: '<p>Then tea. And sugar.</p>' }])
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await changeRoleWhileTyping(site, page, ' And lem', 'author')
  await refusal(page).getByRole('button', { name: 'Save as New Article' }).click()
  await expect(refusal(page)).toBeHidden()
  await content(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('on.')
  await expect
    .poll(drafts)
    .toEqual([
      { content: '<p>Then tea. And sugar.</p>' },
      { content: '<p>Then tea. And sugar. And lemon.</p>' },
    ])
})

test('an editor who becomes a reader while writing can copy the text before leaving', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/status 40[13]/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAsEditor(site, page)
  await changeRoleWhileTyping(site, page, ' And sug', 'user')
  await refusal(page).getByRole('button', { name: 'Copy Text' }).click()
  await expect(page.getByText('Text copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Tea at four\n\nMilk first.\n\nThen tea. And sug',
  )
  await page.getByRole('tab', { name: 'Article List' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
})

test('an editor who becomes an author while writing finds the unsaved changes again, and copies them', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/status 403/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAsEditor(site, page)
  await changeRoleWhileTyping(site, page, ' And sug', 'author')
  await page.getByRole('tab', { name: 'Article List' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await page.goBack()
  const notice = page.getByRole('alert').filter({ hasText: 'changes that could not be added' })
  await expect(notice).toContainText('You can copy them.')
  await expect(content(page)).toHaveText('Then tea.')
  await notice.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changes on this device' })
  await expect(dialog.getByRole('radio', { name: 'On this device' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Copy Text' }).click()
  await expect(page.getByText('Text copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Then tea. And sug')
})

test('a contributor who opens the article of somebody else reads whom to ask', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 403/)
  const [id] = await site.publish([{ title: 'Tea at four' }])
  await signIn(site, page.request, { role: 'contributor' })
  await page.goto(`/admin/articles?article=${id}`)
  await expect(page.getByText('Ask an editor to assign it to you.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the List' }).click()
  await expect(page).toHaveURL('/admin/articles')
})
