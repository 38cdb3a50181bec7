import type { Page } from '@playwright/test'
import type { Role } from '../src/kernel/roles.ts'
import { signIn } from './fixtures/administrator.ts'
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

test('an administrator invites an author, who joins and sees only the screens of the role, until the role changes', async ({
  site,
  page,
  otherPage: invited,
  pageErrors,
}) => {
  pageErrors.allow(/status 403/)
  const [article] = await site.publish([{ title: 'Tea at four' }])
  await signIn(site, page.request)
  await site.sql(`insert into invitations (email, role, sent_at, expires_at)
    values ('late@example.org', 'editor', now() - interval '8 days', now() - interval '1 day')`)
  await page.goto('/admin/users')
  const pending = page.getByRole('region', { name: 'Pending invitations' }).getByRole('listitem')
  await expect(pending).toContainText('Expired')
  await pending.getByRole('button', { name: 'Resend: late@example.org' }).click()
  await expect(pending).not.toContainText('Expired')
  await findEmailLink(site, 'late@example.org')
  await pending.getByRole('button', { name: 'Revoke: late@example.org' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Invitation revoked')).toBeVisible()
  await expect(pending).toHaveCount(0)

  await page.getByRole('button', { name: 'Invite User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a user' })
  await dialog.getByLabel('Email').fill(ANN.email)
  await expect(dialog.getByRole('radio', { name: /^author/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(pending).toContainText(ANN.email)
  await invited.goto(await findEmailLink(site, ANN.email))
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

  await page.getByRole('button', { name: 'Change role: Ann Author' }).click()
  const roles = page.getByRole('dialog', { name: 'Change role: Ann Author' })
  await roles.getByRole('radio', { name: /^contributor/ }).check()
  await expectAccessible(page)
  await roles.getByRole('button', { name: 'Change Role' }).click()
  await expect(page.getByText('User role updated to contributor')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: ANN.email })).toContainText('contributor')
  // The change has ended the sessions of the author.
  await signIn(site, invited.request, { role: 'contributor', email: ANN.email })
  await invited.goto(`/admin/articles?article=${article}`)
  await expect(invited.getByText('Ask an editor to assign it to you.')).toBeVisible()
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
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await refusal(page).getByRole('button', { name: 'Copy Text' }).click()
  await expect.poll(clipboard).toBe('Tea at four\n\nMilk first.\n\nThen tea. And sug')
  await page.getByRole('tab', { name: 'Article List' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await page.goBack()
  const notice = page.getByRole('alert').filter({ hasText: 'changes that could not be added' })
  await expect(notice).toContainText('You can copy them.')
  await expect(content(page)).toHaveText('Then tea.')
  await notice.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changes on this device' })
  await expect(dialog.getByRole('radio', { name: 'On this device' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Copy Text' }).click()
  await expect.poll(clipboard).toBe('Then tea. And sug')
})
