import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { ADMINISTRATOR, addAccount, signIn } from './fixtures/administrator.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const saved = (page: Page) => page.getByText('Saved', { exact: true })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const preview = (page: Page) => page.frameLocator('[title="Preview of the article"]')

async function update(page: Page) {
  await page.getByRole('button', { name: 'Update Article' }).click()
  await page.getByRole('button', { name: 'Publish Changes' }).click()
}

// Each test is a long journey through the editor.
test.slow()

test.beforeEach(async ({ site, page }) => {
  await site.sql('truncate audit_log')
  await signIn(site, page.request)
})

test('edits are saved while typing, survive a lost network and an expired session, and reach readers when published', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  const [id] = await site.publish([{ title: 'Slow news', content: '<p lang="cy">Newyddion</p>' }])
  const draft = () => site.sql("select title, fields->>'content' as content from drafts")
  await page.goto(`/admin/articles?article=${id}`)

  // HTML that rich text does not support opens as source.
  await expect(content(page)).toHaveValue('<p lang="cy">Newyddion</p>')
  await page.getByRole('button', { name: 'Rich text' }).click()
  await expect(page.getByText('Rich text does not support lang')).toBeVisible()
  await expect(content(page)).toHaveValue('<p lang="cy">Newyddion</p>')

  // Edits are saved without a button, and the screen can be left.
  await page.getByLabel('Title').fill('Slow news day')
  await expect(saved(page)).toBeVisible()
  expect(await draft()).toEqual([{ title: 'Slow news day', content: '<p lang="cy">Newyddion</p>' }])
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/admin')
  await page.goBack()
  await expect(page.getByLabel('Title')).toHaveValue('Slow news day')

  // The network fails during a save.
  pageErrors.allow(/ERR_FAILED|ERR_CONNECTION|status (401|500)/)
  await page.route('**/_serverFn/**', (route) => route.abort('failed'))
  await update(page)
  await expect(page.getByText('Failed to save article. Please try again.')).toBeVisible()
  await expect(toast(page, 'Failed to update article. The server cannot be reached.')).toBeVisible()
  await page.unroute('**/_serverFn/**')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  // The session ends.
  await context.clearCookies()
  await page.getByLabel('Author').fill('Ada')
  await expect(page.getByText('You have been signed out.')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
  await dialog.getByLabel(/^Password/).fill(ADMINISTRATOR.password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Author')).toHaveValue('Ada')
  await update(page)
  await expect(toast(page, 'Article updated successfully')).toBeVisible()
  expect(await site.sql('select title, author, content from articles')).toEqual([
    { title: 'Slow news day', author: 'Ada', content: '<p lang="cy">Newyddion</p>' },
  ])
})

test('edits in a browser that crashes offline are sent when the back office is opened again', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  const [id] = await site.publish([{ title: 'Slow news', content: '<p>It was raining.</p>' }])
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/)
  const written = await context.newPage()
  await written.goto(`${site.url}/admin/articles?article=${id}`)
  await expect(content(written)).toHaveText('It was raining.')
  await page.goto('/admin/articles?article=new')
  await expect(content(page)).toBeVisible()
  await context.setOffline(true)
  await content(written).click()
  await written.keyboard.press('ControlOrMeta+End')
  await written.keyboard.type(' Hard.')
  await expect(written.getByText('Offline, saved on this device')).toBeVisible()
  await page.getByLabel('Title').fill('Never sent')
  await expect(page.getByText('Offline, saved on this device')).toBeVisible()
  // Neither page can react to being closed.
  await Promise.all([page.goto('about:blank'), written.close()])
  await context.setOffline(false)

  await page.goto('/admin')
  await expect.poll(() => site.sql('select title from drafts order by title')).toHaveLength(2)
  await page.getByRole('link', { name: 'Manage Articles' }).click()
  await expect(page.getByRole('button', { name: 'Edit Never sent' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Slow news' }).click()
  await expect(content(page)).toHaveText('It was raining. Hard.')
  await expect(saved(page)).toBeVisible()
  expect(await site.sql("select fields->>'content' as content from drafts order by title")).toEqual([
    { content: '' },
    { content: '<p>It was raining. Hard.</p>' },
  ])
})

test('edits are not sent in the name of another account that signs in', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/status 401/)
  const [id] = await site.publish([{ title: 'Slow news', content: '<p>It was raining.</p>' }])
  await addAccount(site, { email: 'carl@example.org' })
  await page.goto(`/admin/articles?article=${id}`)
  await content(page).click()
  await context.clearCookies()
  await page.getByLabel('Title').fill('Slow news day')
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
  await dialog.getByLabel('Email').fill('carl@example.org')
  await dialog.getByLabel(/^Password/).fill(ADMINISTRATOR.password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Slow news')
  await page.getByLabel('Author').fill('Carl')
  await expect(saved(page)).toBeVisible()
  const edits = () =>
    site.sql(`select title, array(select distinct email from draft_updates join users on users.id = by
      where draft_id = drafts.id order by email) as by from drafts`)
  expect(await edits()).toMatchObject([{ title: 'Slow news' }])

  await context.clearCookies()
  await signIn(site, page.request)
  await page.goto('/admin')
  await expect
    .poll(edits)
    .toEqual([{ title: 'Slow news day', by: ['carl@example.org', ADMINISTRATOR.email] }])
})

test('a text that a restored revision replaces remains one revision', async ({ site, page }) => {
  const [id] = await site.publish([{ title: 'Slow news', content: '<p>It was raining.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  await content(page).press('ControlOrMeta+End')
  await page.keyboard.type(' Hard.')
  await expect(saved(page)).toBeVisible()
  // As the autosave does, unless it was quicker.
  await site.sql(`with autosaved as (
      update drafts set last_revision = last_revision + 1, edited_by = '{}' where edited_by <> '{}'
      returning id, last_revision, fields
    ) insert into revisions (article_id, number, kind, fields) select id, last_revision, 'autosave', fields from autosaved`)
  await page.getByRole('button', { name: 'Revisions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^1\./ }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(toast(page, 'Revision 1 restored')).toBeVisible()
  await expect(content(page)).toHaveText('It was raining.')
  expect(
    await site.sql("select kind from revisions where fields->>'content' = '<p>It was raining. Hard.</p>'"),
  ).toEqual([{ kind: 'autosave' }])
})

test('a text that is too long is not pasted', async ({ page }) => {
  await page.goto('/admin/articles?article=new')
  await content(page).click()
  const paste = (characters: number) =>
    content(page).evaluate((element, characters) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'Rain. '.repeat(characters / 6))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, characters)
  await paste(600_000)
  await expect(toast(page, 'Text not pasted')).toBeVisible()
  await expect(content(page)).toHaveText('')
  await paste(200_000)
  await expect(content(page)).toContainText('Rain.')
  await expect(saved(page)).toBeVisible({ timeout: 30_000 })
})

test('signing out deletes edits that could not be sent, after a confirmation', async ({
  site,
  page,
  pageErrors,
}) => {
  const [id] = await site.publish([{ title: 'Slow news', content: '<p>It was raining.</p>' }])
  pageErrors.allow(/ERR_FAILED|status 401/)
  await page.goto(`/admin/articles?article=${id}`)
  await page.route('**/_serverFn/appendUpdateFn*', (route) => route.abort('failed'))
  await page.getByLabel('Title').fill('Never to be seen')
  await expect(page.getByText('They are saved')).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out and delete unsaved changes?' })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You have been successfully signed out')).toBeVisible()
  const stored = await page.evaluate(async () => {
    const opened = indexedDB.open('masthead-drafts')
    await new Promise((resolve) => opened.addEventListener('success', resolve))
    const edits = opened.result.transaction('edits').objectStore('edits').getAll()
    return new Promise((resolve) => {
      edits.onsuccess = () => resolve(edits.result)
    })
  })
  expect(stored).toEqual([])
})

test('text that is pasted together with images goes into the text, and a toast says that the images did not', async ({
  page,
}) => {
  await page.goto('/admin/articles?article=new')
  await content(page).click()
  await content(page).evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Rain is expected.')
    clipboardData.setData('text/html', '<p>Rain is <img src="/placeholder.svg" alt=""><b>expected</b>.</p>')
    clipboardData.items.add(new File(['image'], 'image.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(toast(page, 'Pasted without images')).toBeVisible()
  await expect(content(page)).toHaveText('Rain is expected.')
  await expect(content(page).getByText('expected', { exact: true })).toHaveJSProperty('tagName', 'STRONG')
  await expect(content(page).locator('img')).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByLabel('Image URL')).toHaveValue('')
})

test('an image is pasted, and its upload shows the progress', async ({ site, page, context, pageErrors }) => {
  const [id] = await site.publish([{ title: 'Slow news', content: '<p>It was raining.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  const bytes = await sharp({
    create: {
      width: 700,
      height: 400,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  const paste = (box: Locator, text?: string) =>
    box.evaluate(
      (element, { data, text }) => {
        const clipboard = new DataTransfer()
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
        clipboard.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
        if (text) clipboard.setData('text/plain', text)
        const event = new ClipboardEvent('paste', {
          clipboardData: clipboard,
          bubbles: true,
          cancelable: true,
        })
        return element.dispatchEvent(event)
      },
      { data: bytes.toString('base64'), text },
    )
  // Office programs add an image to copied text: the text is pasted.
  expect(await paste(page.getByLabel('Title'), 'From a letter')).toBe(true)
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toHaveCount(0)

  const network = await context.newCDPSession(page)
  const upload = (bytesASecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesASecond,
    })
  await upload(150_000)
  await page.getByLabel('Image URL').fill('https://example.org/lead.jpg')
  await paste(content(page))
  const offer = page.getByRole('alertdialog', { name: 'Use this image as the lead image?' })
  await expect(offer).toContainText('The current lead image would be replaced.')
  await offer.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Image URL')).toHaveValue('https://example.org/lead.jpg')
  await paste(content(page))
  await offer.getByRole('button', { name: 'Use as Lead Image' }).click()
  const bar = page.getByRole('progressbar', { name: 'Upload' })
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeVisible()
  const share = () => bar.evaluate((element) => (element as HTMLProgressElement).value)
  await expect.poll(share).toBeGreaterThan(0)
  const before = await share()
  expect(before).toBeLessThan(1)
  await expect.poll(share).toBeGreaterThan(before)
  // The editor accepts input during the upload.
  await page.getByLabel('Title').fill('Slow news, with an image')
  await upload(-1)
  await expect(toast(page, 'Image uploaded successfully')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(page.getByLabel('Title')).toHaveValue('Slow news, with an image')
  await expect(page.getByLabel('Image URL')).toHaveValue(/^\/storage\/article-images\/\d{13}_image\.png$/)
  await expect(page.getByRole('img', { name: 'Preview', exact: true })).toHaveJSProperty('naturalWidth', 320)
  // Directly into the image field.
  await page.getByLabel('Image URL').fill('')
  await paste(page.getByLabel('Image URL'))
  await expect(page.getByLabel('Image URL')).toHaveValue(/^\/storage\/article-images\/\d{13}_image\.png$/)
  await expect(offer).toBeHidden()
  await expect(content(page)).toHaveText('It was raining.')

  // A broken image is reported, and is not requested again with every keystroke.
  pageErrors.allow(/status 404/)
  const gone = '/storage/article-images/1_gone.jpg'
  let requests = 0
  await page.route('**/media/uploads/1_gone.jpg/*', (route) => {
    requests += 1
    return route.fulfill({ status: 404, body: '' })
  })
  await page.getByLabel('Image URL').fill(gone)
  await expect(page.getByText('This image cannot be loaded')).toBeVisible()
  // The preview shows the article as readers see it, without another keystroke.
  await expect(preview(page).locator('img')).toHaveAttribute('src', '/placeholder.svg')
  await expect(preview(page).locator('img')).not.toHaveJSProperty('naturalWidth', 0)
  expect(requests).toBe(2)
  const renamed = async (title: string) => {
    await page.getByLabel('Title').fill(title)
    await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(preview(page).locator('img')).toHaveAttribute('src', '/placeholder.svg')
    return requests
  }
  const requestsBefore = await renamed('No news')
  expect(await renamed('Good news')).toBe(requestsBefore)
})

test('a file dropped beside its target is not opened, and an image is offered as the lead image', async ({
  site,
  page,
}) => {
  const [id] = await site.publish([{ title: 'Slow news', content: '<p>It was raining.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  await expect(content(page)).toBeVisible()
  /** @returns whether the browser would open the file */
  const drop = (target: Locator, type: string) =>
    target.evaluate((element, type) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'file', { type }))
      const send = (name: string) =>
        element.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
      return [send('dragover'), send('drop')].includes(true)
    }, type)
  for (const target of [page.getByRole('link', { name: 'Dashboard' }), content(page)]) {
    expect(await drop(target, 'application/pdf')).toBe(false)
    await expect(toast(page, 'Files cannot be dropped here').first()).toBeVisible()
  }
  expect(await drop(preview(page).locator('body'), 'image/png')).toBe(false)
  const offer = page.getByRole('alertdialog', { name: 'Use this image as the lead image?' })
  await expect(offer).toBeHidden()
  expect(await drop(content(page), 'image/png')).toBe(false)
  await expect(offer).toContainText('Images in the text are not supported yet.')
  await offer.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Image URL')).toHaveValue('')
})

test('at any scroll position, the editor shows that the edits wait for the network', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/)
  const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first.</p>'.repeat(40) }])
  await page.goto(`/admin/articles?article=${id}`)
  await content(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await context.setOffline(true)
  await page.keyboard.type(' Or last.')
  const notice = page.getByText('Your changes could not be sent. You are offline.')
  await expect(notice).toBeInViewport({ ratio: 1 })
  await context.setOffline(false)
  await expect(notice).toBeHidden()
  await expect(saved(page)).toBeAttached()
})

for (const width of [375, 768, 1280])
  test(`notices of the editor are in view at any scroll position (${width} px)`, async ({ site, page }) => {
    await page.setViewportSize({ width, height: 700 })
    const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first.</p>'.repeat(40) }])
    await page.goto(`/admin/articles?article=${id}`)
    // In narrow windows the settings are a sheet.
    if (width < 1280) await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByLabel('Source URL').scrollIntoViewIfNeeded()
    await page.getByLabel('Source URL').fill('https://tea.example')
    if (width < 1280) await page.keyboard.press('Escape')
    await expect(saved(page)).toBeAttached()
    await site.sql('update drafts set deleted_at = now() where id = $1', [id])
    const notice = page.getByText('Someone else has deleted this article.')
    await expect(notice).toBeInViewport({ ratio: 1 })
    const copy = page.getByRole('button', { name: 'Save as a new article' })
    await expect(copy).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(page.getByRole('button', { name: 'Update Article' })).toBeInViewport()
    // The field that has the focus is not behind the notice.
    await page.getByLabel('Title').focus()
    const [field, covered] = await Promise.all([page.getByLabel('Title').boundingBox(), notice.boundingBox()])
    expect(field?.y).toBeGreaterThanOrEqual((covered?.y ?? 0) + (covered?.height ?? 0))

    // Nothing that was typed is lost.
    await copy.click()
    await expect(notice).toBeHidden()
    await expect(page).not.toHaveURL(new RegExp(`article=${id}`))
    await expect(page.getByLabel('Source URL')).toHaveValue('https://tea.example')
    await expect(page.getByLabel('Title')).toHaveValue('Tea at four')
  })
