import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { ADMINISTRATOR, signIn } from './fixtures/administrator.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
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

test('a draft survives a closed tab, a failed save and an expired session', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  const [id] = await site.publish([{ title: 'Slow news', content: '<p lang="cy">Newyddion</p>' }])
  await page.goto(`/admin/articles?article=${id}`)

  // HTML that rich text does not support opens as source.
  await expect(content(page)).toHaveValue('<p lang="cy">Newyddion</p>')
  await page.getByRole('button', { name: 'Rich text' }).click()
  await expect(page.getByText('Rich text does not support lang')).toBeVisible()
  await expect(content(page)).toHaveValue('<p lang="cy">Newyddion</p>')

  // The tab is closed or crashes.
  await page.getByLabel('Title').fill('Slow news day')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.close()
  const again = await context.newPage()
  await again.goto(`${site.url}/admin/articles?article=${id}`)
  await expect(again.getByText(/^You have unsaved changes from \d+ \w+ \d{4} at/)).toBeVisible()
  await expect(again.getByLabel('Title')).toHaveValue('Slow news')
  await again.getByRole('button', { name: 'Restore' }).click()
  await expect(again.getByLabel('Title')).toHaveValue('Slow news day')

  // Leaving requires confirmation.
  await again.getByRole('link', { name: 'Dashboard' }).click()
  const question = again.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(again.getByLabel('Title')).toHaveValue('Slow news day')

  // The network fails during a save.
  pageErrors.allow(/ERR_FAILED|ERR_CONNECTION|status (401|500)/)
  await again.route('**/_serverFn/**', (route) => route.abort('failed'))
  await update(again)
  await expect(again.getByText('Failed to save article. Please try again.')).toBeVisible()
  await expect(toast(again, 'Failed to update article. The server cannot be reached.')).toBeVisible()
  await again.unroute('**/_serverFn/**')

  // The session ends.
  await context.clearCookies()
  await update(again)
  await expect(again.getByText('You have been signed out.')).toBeVisible()
  const dialog = again.getByRole('dialog', { name: 'You have been signed out' })
  await dialog.getByLabel(/^Password/).fill(ADMINISTRATOR.password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(again.getByLabel('Title')).toHaveValue('Slow news day')
  await update(again)
  await expect(toast(again, 'Article updated successfully')).toBeVisible()
  expect(await site.sql('select title, content from articles')).toEqual([
    { title: 'Slow news day', content: '<p lang="cy">Newyddion</p>' },
  ])
  await again.getByRole('button', { name: 'Edit Slow news day' }).click()
  await expect(again.getByLabel('Title')).toHaveValue('Slow news day')
  await expect(again.getByText(/^You have unsaved changes/)).toBeHidden()
})

test('text typed before a draft is restored or discarded is stored as a second draft', async ({
  site,
  page,
  context,
}) => {
  const [id] = await site.publish([{ title: 'Slow news' }])
  const address = `${site.url}/admin/articles?article=${id}`
  const notices = (one: Page) => one.getByText(/^You have unsaved changes from/)
  const draftsOf = (one: Page) =>
    one.evaluate(() =>
      Object.values(localStorage)
        .filter((text) => text.includes('"savedAt"'))
        .map((text) => JSON.parse(text).form.title)
        .sort(),
    )
  async function typeAndCloseTab(one: Page, title: string, drafts: string[]) {
    await one.getByLabel('Title').fill(title)
    await expect.poll(() => draftsOf(one)).toEqual(drafts)
    await one.close()
    const next = await context.newPage()
    await next.goto(address)
    await expect(notices(next)).toHaveCount(drafts.length)
    return next
  }
  await page.goto(address)
  let now = await typeAndCloseTab(page, 'First thoughts', ['First thoughts'])
  // The stored draft is neither restored nor discarded: new text is stored separately.
  now = await typeAndCloseTab(now, 'Second thoughts', ['First thoughts', 'Second thoughts'])

  // Restoring a draft stores the current text as another draft.
  await now.getByLabel('Title').fill('Third thoughts')
  await now.getByRole('button', { name: 'Restore' }).last().click()
  await expect(now.getByLabel('Title')).toHaveValue('First thoughts')
  await expect(notices(now)).toHaveCount(2)
  expect(await draftsOf(now)).toEqual(['First thoughts', 'Second thoughts', 'Third thoughts'])
  await now.getByRole('button', { name: 'Restore' }).first().click()
  await expect(now.getByLabel('Title')).toHaveValue('Third thoughts')

  // Saving deletes the draft that was saved, but no other draft.
  await update(now)
  await expect(toast(now, 'Article updated successfully')).toBeVisible()
  await expect.poll(() => draftsOf(now)).toEqual(['First thoughts', 'Second thoughts'])
  await now.getByRole('button', { name: 'Edit Third thoughts' }).click()
  await expect(notices(now)).toHaveCount(2)
  await now.getByRole('button', { name: 'Discard' }).first().click()
  await now.getByRole('button', { name: 'Discard' }).click()
  await expect(notices(now)).toHaveCount(0)
  await expect.poll(() => draftsOf(now)).toEqual([])
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
  await expect(toast(page, 'Images were not pasted')).toBeVisible()
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

for (const width of [375, 768, 1280])
  test(`notices of the editor are in view at any scroll position (${width} px)`, async ({ site, page }) => {
    await page.setViewportSize({ width, height: 700 })
    const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first.</p>'.repeat(40) }])
    await page.goto(`/admin/articles?article=${id}`)
    await page.getByLabel('Source URL').scrollIntoViewIfNeeded()
    await page.getByLabel('Source URL').fill('https://tea.example')
    await site.sql("update articles set title = 'Coffee at four' where id = $1", [id])
    const notice = page.getByText('Someone else has saved this article since you opened it.')
    await expect(notice).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Compare versions' })).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(page.getByRole('button', { name: 'Update Article' })).toBeInViewport()
    // The field that has the focus is not behind the notice.
    await page.getByLabel('Title').focus()
    const [field, covered] = await Promise.all([page.getByLabel('Title').boundingBox(), notice.boundingBox()])
    expect(field?.y).toBeGreaterThanOrEqual((covered?.y ?? 0) + (covered?.height ?? 0))
  })

test('Use theirs after a conflict loads the other version after confirmation', async ({ site, page }) => {
  const [id] = await site.publish([{ title: 'Tea at four', author: 'Ada', content: '<p>Milk first.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  await page.getByLabel('Title').fill('Tea at five')
  await content(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Then sugar.')
  await site.sql(
    `update articles set title = 'Coffee at four', content = '<p>No milk at all.</p>' where id = $1`,
    [id],
  )
  await expect(page.getByText('Someone else has saved this article since you opened it.')).toBeVisible()
  await update(page)
  const dialog = page.getByRole('dialog', { name: 'Someone else has saved this article' })
  const text = dialog.getByRole('group', { name: 'Content' })
  // Both versions are shown with their differences highlighted.
  await expect(text).toContainText('Then sugar.')
  await expect(text).toContainText('No milk at all.')
  await expect(text.locator('mark').filter({ hasText: 'sugar' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Use all of theirs' }).click()
  await expect(dialog.getByRole('radio', { name: 'Use theirs', checked: true })).toHaveCount(2)

  // The dialog can still be cancelled without losing the local text.
  await dialog.getByRole('button', { name: 'Continue editing' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Tea at five')
  await expect(content(page)).toHaveText('Milk first. Then sugar.')
  expect(await site.sql('select action from audit_log')).toEqual([])

  await page.getByRole('button', { name: 'Compare versions' }).click()
  await dialog.getByRole('button', { name: 'Use all of theirs' }).click()
  await dialog.getByRole('button', { name: 'Save merged version' }).click()
  await expect(toast(page, 'Draft saved')).toBeVisible()
  expect(await site.sql('select title, author, content from articles')).toEqual([
    { title: 'Coffee at four', author: 'Ada', content: '<p>No milk at all.</p>' },
  ])
  await expect(page.getByLabel('Title')).toHaveValue('Coffee at four')
  await expect(content(page)).toHaveText('No milk at all.')
  await expect(page.getByText(/^You have unsaved changes/)).toHaveCount(0)
})
