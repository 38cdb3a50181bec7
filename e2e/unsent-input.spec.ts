import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { moveCaret } from './fixtures/caret.ts'
import { chooseAction } from './fixtures/choose-action.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const notes = (page: Page) => page.getByRole('list', { name: 'Open notes' }).getByRole('listitem')
const note = (page: Page) => page.getByLabel('Note', { exact: true })
const restored = (page: Page) => page.getByText(/^Restored what you typed on \d+ \w+ \d{4} at \d\d:\d\d\.$/)
const stored = (page: Page) =>
  page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith('masthead:form-draft:')).length,
  )

/** Has the effect of a crash of the tab: a reload would ask first. */
async function reopen(page: Page, count: number): Promise<Page> {
  await expect.poll(() => stored(page)).toBe(count)
  const next = await page.context().newPage()
  await next.goto(page.url())
  await page.close()
  return next
}

test('what was typed in a note, a reply and a dialog is there again in another tab until it is sent or cancelled, and signing out deletes it', async ({
  site,
  context,
}) => {
  test.slow()
  let page = await context.newPage()
  const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first, then tea.</p>' }])
  await signIn(site, page.request)
  await page.goto(`${site.url}/admin/articles?article=${id}`)
  const dialog = () => page.getByRole('dialog')
  const correction = () => dialog().getByLabel('Text of the correction')
  const reason = () => dialog().getByLabel('Public reason')
  const reply = () => page.getByLabel('Reply', { exact: true })
  const isBlocking = () => page.getByLabel('Block the publication until this is resolved')
  const update = () => page.getByRole('button', { name: 'Update Article', exact: true }).click()
  const withdraw = () => chooseAction(page, 'Withdraw')

  await test.step('a note on a passage, and the text of a correction', async () => {
    await moveCaret(content(page), 'start')
    await page.keyboard.type('Hot ')
    for (const _ of 'Milk') await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('ControlOrMeta+Alt+m')
    await note(page).fill('Says who?')
    await isBlocking().check()
    await update()
    await dialog().getByRole('radio', { name: 'Correction' }).check()
    await dialog().getByLabel('Kind of correction').selectOption('Clarification')
    await correction().fill('The milk was hot.')
    page = await reopen(page, 2)

    await expect(note(page)).toHaveValue('Says who?')
    await expect(isBlocking()).toBeChecked()
    await expect(restored(page)).toBeVisible()
    await expectAccessible(page)
    await isBlocking().uncheck()
    await page.getByRole('button', { name: 'Add Note', exact: true }).click()
    await expect(notes(page).getByRole('blockquote')).toHaveText('Milk')
    await expect(notes(page)).toContainText('Says who?')
    await expect(content(page).locator('.note-passage')).toHaveText('Milk')
    expect(await stored(page)).toBe(1)

    await update()
    await expect(dialog().getByLabel('Kind of correction')).toHaveValue('clarification')
    await expect(restored(page)).toBeVisible()
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

  await test.step('a reply, and the reason of a withdrawal', async () => {
    await page.goto(`${site.url}/admin/articles?article=${id}`)
    await notes(page).getByRole('button', { name: 'Reply' }).click()
    await reply().fill('The cook.')
    await withdraw()
    await reason().fill('A source has')
    page = await reopen(page, 2)

    await expect(reply()).toHaveValue('The cook.')
    await notes(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(reply()).toHaveCount(0)
    await withdraw()
    await expect(reason()).toHaveValue('A source has')
    await dialog().getByRole('button', { name: 'Discard' }).click()
    await expect(reason()).toHaveValue('')
    await reason().fill('The source has withdrawn.')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await withdraw()
    await expect(reason()).toHaveValue('')
    await reason().fill('Not this one')
    await page.keyboard.press('Escape')
  })

  await test.step('signing out', async () => {
    await expect.poll(() => stored(page)).toBe(1)
    await page.getByRole('tab', { name: 'Article List' }).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    const question = page.getByRole('alertdialog', { name: 'Sign out and delete unsaved changes?' })
    await question.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('You have been successfully signed out')).toBeVisible()
    expect(await stored(page)).toBe(0)
  })
})

test('the fields of one’s own account survive the end of the tab until they are saved, but not the password', async ({
  site,
  context,
}) => {
  let page = await context.newPage()
  await signIn(site, page.request)
  const [name, passkey] = ['Your name', 'Name of the new passkey'] as const
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
  await expect(field(name)).toHaveValue('Ada P.')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(field(passkey)).toHaveValue('')
  await expect.poll(() => stored(page)).toBe(0)
})
