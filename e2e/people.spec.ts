import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { ADMINISTRATOR, addAccount, signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const said = (page: Page, text: string) => page.getByRole('region', { name: /Notifications/ }).getByText(text)
const ANN = 'ann@example.org'

test.beforeEach(async ({ site, page }) => {
  await site.sql('delete from users')
  await signIn(site, page.request)
})

test('a person is suspended, reinstated and removed, and the articles go to somebody else', async ({
  site,
  page,
  otherPage,
  pageErrors,
}) => {
  test.slow()
  pageErrors.allow(/status 40[13]/)
  const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first.</p>' }])
  await signIn(site, otherPage.request, { email: ANN, role: 'author' })
  await addAccount(site, { email: 'cem@example.org', role: 'contributor' })
  await site.sql("update users set full_name = initcap(split_part(email, '@', 1)) where role <> 'admin'")
  await site.sql(
    `insert into drafts (id, fields, owner_id) select $1, '{"title": "Tea at four", "author": "Ann", "category": "News"}', id
     from users where email = $2`,
    [id, ANN],
  )
  const ownerOf = async () =>
    (
      await site.sql<{ name: string }>(
        'select full_name as name from drafts join users on users.id = owner_id where drafts.id = $1',
        [id],
      )
    )[0]?.name
  await otherPage.goto('/admin/articles')
  await expect(otherPage.getByRole('link', { name: 'Tea at four' })).toBeVisible()
  await page.goto('/admin/users')
  const dialog = page.getByRole('dialog')
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'More actions for Ann' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  await test.step('a suspension ends the sessions at once, and the sign-in says so', async () => {
    await choose('Suspend…')
    await expect(dialog).toBeFocused()
    await expect(dialog.getByLabel('New owner of 1 article')).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'More actions for Ann' })).toBeFocused()
    await choose('Suspend…')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await expect(said(page, 'User suspended')).toBeVisible()
    await expect(rowOf(page, ANN)).toContainText('Suspended')
    await expect(otherPage.getByRole('dialog', { name: /Sign in|signed out/ })).toBeVisible()
    expect(await ownerOf()).toBe('Ann')
    await otherPage.goto('/admin/login')
    await otherPage.getByLabel('Email').fill(ANN)
    await otherPage.getByLabel(/^Password/).fill(ADMINISTRATOR.password)
    await otherPage.keyboard.press('Enter')
    await expect(otherPage.getByRole('alert')).toHaveText(
      'This account is suspended. Please contact an administrator of the site.',
    )
  })

  await test.step('a reinstated person signs in again', async () => {
    await choose('Reinstate…')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reinstate' }).click()
    await expect(said(page, 'User reinstated')).toBeVisible()
    await expect(rowOf(page, ANN)).not.toContainText('Suspended')
    await otherPage.keyboard.press('Enter')
    await expect(otherPage.getByRole('heading', { level: 1, name: /Dashboard/ })).toBeVisible()
  })

  await test.step('a removed person leaves the list, and the articles change hands', async () => {
    await choose('Remove…')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(dialog.getByText('Choose who gets the articles.')).toBeVisible()
    await dialog.getByLabel('New owner of 1 article').selectOption('Cem')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(said(page, 'User removed')).toBeVisible()
    await expect(rowOf(page, 'Ann')).toHaveCount(0)
    expect(await ownerOf()).toBe('Cem')
    expect(await site.sql("select from audit_log where action = 'user.remove'")).toHaveLength(1)
  })

  await test.step('the table scrolls with the keyboard where it is wider than the screen', async () => {
    const table = page.getByRole('region', { name: 'Registered users' })
    await expect(table).toHaveCount(0)
    await page.setViewportSize({ width: 180, height: 640 })
    await table.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    await expectAccessible(page)
  })
})

test('a portrait is cropped, seen by colleagues and not by readers, and deleted', async ({
  site,
  page,
  otherPage,
  pageErrors,
}) => {
  pageErrors.allow(/status 404: \/storage/)
  const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first.</p>' }])
  await signIn(site, otherPage.request, { email: ANN })
  const half = { width: 200, height: 200, channels: 3 as const }
  const blue = await sharp({ create: { ...half, background: 'blue' } })
    .png()
    .toBuffer()
  const photo = await sharp({ create: { ...half, width: 400, background: 'red' } })
    .composite([{ input: blue, left: 200, top: 0 }])
    .jpeg()
    .toBuffer()
  await page.goto('/admin/settings?tab=security')
  const own = page.getByRole('group', { name: 'Your portrait' })
  const file = own.getByLabel('Image file of your portrait')
  await file.setInputFiles({ name: 'me.txt', mimeType: 'image/jpeg', buffer: Buffer.from('No image') })
  await expect(own.getByRole('alert')).toContainText('This image cannot be read.')

  await file.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo })
  const dialog = page.getByRole('dialog', { name: 'Crop your portrait' })
  await expect(dialog.getByRole('img', { name: 'Preview of your portrait' })).toBeVisible()
  await expect(dialog.getByLabel('Vertical position')).toHaveCount(0)
  const position = dialog.getByLabel('Horizontal position')
  await expect(position).toHaveValue('50')
  const box = await dialog.getByRole('img', { name: 'Preview of your portrait' }).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 90, (box?.y ?? 0) + 90]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 20, y)
  await expect(position).not.toHaveValue('50')
  const moved = await position.inputValue()
  // The system does this when it cancels a touch.
  await dialog.getByRole('img').evaluate((preview) => preview.releasePointerCapture(1))
  await page.mouse.move(x - 60, y)
  await page.mouse.up()
  await expect(position).toHaveValue(moved)
  await position.press('End')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save Portrait' }).click()
  await expect(said(page, 'Portrait saved')).toBeVisible()
  const image = own.locator('img')
  await expect(image).toHaveAttribute('src', /^\/storage\/article-images\/portrait-/)
  const path = (await image.getAttribute('src')) ?? ''
  const bytes = await (await page.request.get(site.url + path)).body()
  const { dominant } = await sharp(bytes).stats()
  expect(dominant.b).toBeGreaterThan(dominant.r)
  expect((await fetch(site.url + path)).status).toBe(404)

  await page.goto('/admin/users')
  await expect(rowOf(page, ADMINISTRATOR.email).locator(`img[src="${path}"]`)).toBeVisible()
  await page.goto(`/admin/articles?article=${id}`)
  await otherPage.goto(`/admin/articles?article=${id}`)
  const present = otherPage.getByRole('list', { name: 'People here' })
  await expect(present.locator('img')).toHaveAttribute('src', path)

  await page.goto('/admin/settings?tab=security')
  await own.getByRole('button', { name: 'Delete Portrait' }).click()
  await expect(said(page, 'Portrait deleted')).toBeVisible()
  await expect(image).toHaveCount(0)
  expect((await page.request.get(site.url + path)).status()).toBe(404)
})
