import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { signIn } from './fixtures/administrator.ts'
import { moveCaret } from './fixtures/caret.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const preview = (page: Page) => page.frameLocator('[title="Preview of the article"]')

// Uploads take long on busy machines.
test.slow()

test.beforeEach(({ site, page }) => signIn(site, page.request))

test('images are pasted and dropped, other files are not, and an upload shows its progress', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
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
  const offer = page.getByRole('alertdialog', { name: 'Use this image as the lead image?' })
  // Office programs add an image to copied text: the text is pasted.
  await moveCaret(page.getByLabel('Title'), 'end')
  await paste(page.getByLabel('Title'), ': from a letter')
  await expect(page.getByLabel('Title')).toHaveText('Slow news: from a letter')
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toHaveCount(0)

  /** @returns whether the browser would open the file */
  const drop = (target: Locator, type: string) =>
    target.evaluate((element, type) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'file', { type }))
      const send = (name: string) =>
        element.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
      return [send('dragover'), send('drop')].includes(true)
    }, type)
  for (const target of [page.getByRole('tab', { name: 'Article List' }), content(page)]) {
    expect(await drop(target, 'application/pdf')).toBe(false)
    await expect(toast(page, 'Files cannot be dropped here').first()).toBeVisible()
  }
  expect(await drop(preview(page).locator('body'), 'image/png')).toBe(false)
  await expect(offer).toBeHidden()
  expect(await drop(page.getByLabel('Title'), 'image/png')).toBe(false)
  await offer.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Image URL')).toHaveValue('')

  const network = await context.newCDPSession(page)
  const upload = (bytesASecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesASecond,
    })
  await upload(50_000)
  await page.getByLabel('Image URL').fill('https://example.org/lead.jpg')
  await paste(page.getByLabel('Title'))
  await expect(offer).toContainText('The current lead image would be replaced.')
  await offer.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Image URL')).toHaveValue('https://example.org/lead.jpg')
  await paste(page.getByLabel('Title'))
  await offer.getByRole('button', { name: 'Use as Lead Image' }).click()
  const bar = page.getByRole('progressbar', { name: 'Upload' })
  await expect(page.getByRole('button', { name: 'Uploading…' })).toBeVisible()
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
  await expect(page.getByLabel('Title')).toHaveText('Slow news, with an image')
  await expect(page.getByLabel('Image URL')).toHaveValue(/^\/storage\/article-images\/\d{13}_image\.png$/)
  await expect(page.getByRole('img', { name: 'Preview', exact: true })).toHaveJSProperty('naturalWidth', 320)
  // Directly into the image field.
  await page.getByLabel('Image URL').fill('')
  await paste(page.getByLabel('Image URL'))
  await expect(page.getByLabel('Image URL')).toHaveValue(/^\/storage\/article-images\/\d{13}_image\.png$/)
  await expect(offer).toBeHidden()
  await expect(content(page)).toHaveText('It was raining.')

  // Text that is pasted together with images goes into the text, and a toast says that the images did not.
  await moveCaret(content(page), 'end')
  await page.keyboard.press('ControlOrMeta+a')
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
  const showPreview = () => page.getByTitle('Preview of the article').scrollIntoViewIfNeeded()
  await showPreview()
  await expect(preview(page).locator('img')).toHaveAttribute('src', '/placeholder.svg')
  await expect(preview(page).locator('img')).not.toHaveJSProperty('naturalWidth', 0)
  expect(requests).toBe(2)
  const renamed = async (title: string) => {
    await page.getByLabel('Title').fill(title)
    await showPreview()
    await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(preview(page).locator('img')).toHaveAttribute('src', '/placeholder.svg')
    return requests
  }
  const requestsBefore = await renamed('No news')
  expect(await renamed('Good news')).toBe(requestsBefore)
})
