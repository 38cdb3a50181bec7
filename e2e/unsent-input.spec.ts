import type { BrowserContext, Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { moveCaret } from './fixtures/caret.ts'
import { chooseAction } from './fixtures/choose-action.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const notes = (page: Page) => page.getByRole('list', { name: 'Open notes' }).getByRole('listitem')
const note = (page: Page) => page.getByLabel('Note', { exact: true })
const restored = (page: Page) => page.getByText(/^Restored what you typed on \d+ \w+ \d{4} at \d\d:\d\d\.$/)
const stored = (page: Page) =>
  page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith('masthead:form-draft:')).length,
  )

async function openArticle(site: Site, context: BrowserContext): Promise<{ page: Page; id: string }> {
  const page = await context.newPage()
  const [id = ''] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first, then tea.</p>' }])
  await signIn(site, page.request)
  await page.goto(`${site.url}/admin/articles?article=${id}`)
  return { page, id }
}

/** Has the effect of a crash of the tab: a reload would ask first. */
async function reopen(page: Page, count = 1): Promise<Page> {
  await expect.poll(() => stored(page)).toBe(count)
  const next = await page.context().newPage()
  await next.goto(page.url())
  await page.close()
  return next
}

test('a note, its passage and a reply are there again when the article is opened again, until they are sent or cancelled', async ({
  site,
  context,
}) => {
  let { page } = await openArticle(site, context)
  await moveCaret(content(page), 'start')
  for (const _ of 'Milk') await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ControlOrMeta+Alt+m')
  await note(page).fill('Says who?')
  await page.getByLabel('Block the publication until this is resolved').check()
  page = await reopen(page)
  await expect(note(page)).toHaveValue('Says who?')
  await expect(page.getByLabel('Block the publication until this is resolved')).toBeChecked()
  await expect(restored(page)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add Note', exact: true }).click()
  await expect(notes(page).getByRole('blockquote')).toHaveText('Milk')
  await expect(notes(page)).toContainText('Says who?')
  await expect(content(page).locator('.note-passage')).toHaveText('Milk')
  expect(await stored(page)).toBe(0)

  await notes(page).getByRole('button', { name: 'Reply' }).click()
  await page.getByLabel('Reply', { exact: true }).fill('The cook.')
  page = await reopen(page)
  await expect(page.getByLabel('Reply', { exact: true })).toHaveValue('The cook.')
  await notes(page).getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => stored(page)).toBe(0)
  page = await reopen(page, 0)
  await expect(notes(page)).toContainText('Says who?')
  await expect(page.getByLabel('Reply', { exact: true })).toHaveCount(0)
})

test('what was typed in a dialog is there again in another tab and after Escape, and signing out deletes it', async ({
  site,
  context,
}) => {
  const article = await openArticle(site, context)
  let { page } = article
  const dialog = () => page.getByRole('dialog')
  const correction = () => dialog().getByLabel('Text of the correction')
  const update = () => page.getByRole('button', { name: 'Update Article', exact: true }).click()
  const withdraw = () => chooseAction(page, 'Withdraw')

  await test.step('the text of a correction', async () => {
    await moveCaret(content(page), 'start')
    await page.keyboard.type('Hot ')
    await update()
    await dialog().getByRole('radio', { name: 'Correction' }).check()
    await dialog().getByLabel('Kind of correction').selectOption('Clarification')
    await correction().fill('The milk was hot.')
    page = await reopen(page)
    await update()
    await expect(correction()).toHaveValue('The milk was hot.')
    await expect(dialog().getByLabel('Kind of correction')).toHaveValue('clarification')
    await expect(restored(page)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await update()
    await expect(correction()).toHaveValue('The milk was hot.')
    await dialog().getByRole('button', { name: 'Publish Changes' }).click()
    await expect(page.getByText('Article updated successfully')).toBeVisible()
    expect(await stored(page)).toBe(0)
    expect(await site.sql('select kind, text from corrections')).toEqual([
      { kind: 'clarification', text: 'The milk was hot.' },
    ])
  })

  await test.step('the reason of a withdrawal', async () => {
    await page.goto(`${site.url}/admin/articles?article=${article.id}`)
    await withdraw()
    await dialog().getByLabel('Public reason').fill('A source has')
    page = await reopen(page)
    await withdraw()
    await expect(dialog().getByLabel('Public reason')).toHaveValue('A source has')
    await dialog().getByRole('button', { name: 'Discard' }).click()
    await expect(dialog().getByLabel('Public reason')).toHaveValue('')
    await dialog().getByLabel('Public reason').fill('The source has withdrawn.')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await withdraw()
    await expect(dialog().getByLabel('Public reason')).toHaveValue('')
    await dialog().getByLabel('Public reason').fill('Not this one')
    await page.keyboard.press('Escape')
  })

  await test.step('signing out', async () => {
    expect(await stored(page)).toBe(1)
    await page.getByRole('tab', { name: 'Article List' }).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    const question = page.getByRole('alertdialog', { name: 'Sign out and delete unsaved changes?' })
    await question.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('You have been successfully signed out')).toBeVisible()
    expect(await stored(page)).toBe(0)
  })
})

test('texts and times in dialogs survive the end of the tab', async ({ site, context }) => {
  let page = await context.newPage()
  await signIn(site, page.request)
  await site.sql(`insert into drafts (id, fields, due_at)
    values (gen_random_uuid(), '{"title": "Tea", "author": "", "category": "News", "summary": "", "content": ""}', '2099-03-26T17:00Z')`)
  const dialog = () => page.getByRole('dialog')
  for (const { path, open, label, typed = 'Half of it', stored = '' } of [
    { path: '/admin/topics', open: 'New Topic', label: 'Description' },
    {
      path: '/admin/calendar?day=2099-03-10',
      open: 'Move Tea',
      label: 'Due',
      typed: '2099-03-27T09:30',
      stored: '2099-03-26T17:00',
    },
  ]) {
    await page.goto(site.url + path)
    const openDialog = () => page.getByRole('button', { name: open }).first().click()
    await openDialog()
    await dialog().getByLabel(label).fill(typed)
    page = await reopen(page)
    await openDialog()
    await expect(dialog().getByLabel(label)).toHaveValue(typed)
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await openDialog()
    await expect(dialog().getByLabel(label)).toHaveValue(stored)
  }
})

test('the fields of one’s own account survive the end of the tab until they are saved, but not the password', async ({
  site,
  context,
}) => {
  let page = await context.newPage()
  await signIn(site, page.request)
  const [name, passkey, byline] = [
    'Your name',
    'Name of the new passkey',
    'Byline of your new articles',
  ] as const
  const field = (label: string) => page.getByLabel(label)
  await page.goto(`${site.url}/admin/settings?tab=security`)
  for (const label of [name, passkey]) await field(label).fill('Ada P.')
  await field('Current password').fill('A secret of hers')
  page = await reopen(page, 2)
  for (const label of [name, passkey]) await expect(field(label)).toHaveValue('Ada P.')
  await expect(restored(page)).toHaveCount(2)
  await expect(field('Current password')).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('secret')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(restored(page)).toHaveCount(1)
  await expect.poll(() => stored(page)).toBe(1)
  await field(name).fill('Ada Penrose')
  page = await reopen(page, 2)
  await expect(field(name)).toHaveValue('Ada Penrose')
  await page.getByRole('button', { name: 'Discard' }).first().click()
  await expect(field(name)).toHaveValue('Ada P.')

  await page.goto(`${site.url}/admin/settings?tab=writing`)
  await field(byline).fill('A. Penrose')
  page = await reopen(page, 2)
  await expect(field(byline)).toHaveValue('A. Penrose')
  await page.getByRole('button', { name: 'Save Byline' }).click()
  await expect.poll(() => stored(page)).toBe(1)
  await expect(restored(page)).toHaveCount(0)
  await expect(field(byline)).toHaveValue('A. Penrose')
})
