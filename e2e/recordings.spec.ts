import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { moveCaret } from './fixtures/caret.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { CONTENT_RULES, htmlFaults } from './fixtures/html-faults.ts'
import { expect, test } from './fixtures/test.ts'

// Each test is a long journey.
test.slow()

const sample = (name: string) =>
  readFile(new URL(`../src/features/media/testing/files/${name}`, import.meta.url))
const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:01.000\n<v Ada>Tea <script>alert(1)</script>time</v>\n'

test.beforeEach(async ({ site, page }) => {
  await site.sql('delete from media')
  await signIn(site, page.request)
})

test('recordings are uploaded and described, and readers play a video without a script', async ({
  site,
  page,
  browser,
  pageErrors,
}) => {
  pageErrors.allow(/status 415/)
  await page.goto('/admin/media')
  await page.locator('input[type=file]').setInputFiles([
    {
      name: '"><img src=x onerror=alert(1)>.webm',
      mimeType: 'video/webm',
      buffer: await sample('clip.webm'),
    },
    { name: 'tone.mp3', mimeType: 'audio/mpeg', buffer: await sample('tone.mp3') },
    { name: 'phone.mp4', mimeType: 'video/mp4', buffer: await sample('hevc.mp4') },
  ])
  await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('Uploaded 2 of 3')
  await expect(page.getByRole('region', { name: 'Uploads' }).getByRole('alert')).toContainText('HEVC')
  await page.getByRole('button', { name: 'Close the list of uploads' }).click()
  const files = page.getByRole('list', { name: 'Files', exact: true }).getByRole('button')
  await expect(files).toHaveCount(2)
  await page.getByLabel('Kind').selectOption('Video')
  await expect(files).toHaveCount(1)
  await files.click()
  const panel = page.getByRole('region', { name: 'File', exact: true })
  await expect(panel.locator('video')).toHaveJSProperty('videoWidth', 64)
  await panel.getByLabel('Caption', { exact: true }).fill('The <b>talk</b>')
  await panel
    .getByLabel('Captions file')
    .setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('<b>') })
  await expect(panel.getByRole('alert')).toContainText('No captions were found.')
  await panel
    .getByLabel('Captions file')
    .setInputFiles({ name: 'talk.vtt', mimeType: 'text/vtt', buffer: Buffer.from(CAPTIONS) })
  await expect(panel).toContainText('1 caption')
  await panel.getByLabel('Transcript').fill('Ada: Tea time.\n\nBen: Yes.')
  await panel.getByRole('button', { name: 'Save File' }).click()
  await expect(page.getByText('File saved', { exact: true })).toBeVisible()
  await expectAccessible(page)
  const track = await panel.locator('track').getAttribute('src')
  const captions = await page.request.get(track ?? '')
  expect(await captions.text()).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n<v Ada>Tea alert(1)time</v>\n')

  const [id] = await site.publish([{ title: 'The talk', content: '<p>She speaks.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  await moveCaret(content(page), 'end')
  await page.keyboard.press('Enter')
  await page.keyboard.press('/')
  await page.keyboard.type('Video')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Choose a video' })
  await dialog.getByRole('list').getByRole('button').click()
  await dialog.getByRole('button', { name: 'Insert Video' }).click()
  await expect(content(page).locator('figure.video video')).toHaveJSProperty('videoWidth', 64)
  await page.keyboard.type('Ada Lane in the hall')
  const tools = page.getByRole('toolbar', { name: 'Video tools' })
  await tools.getByLabel('Credit').fill('Ben')
  await tools.getByRole('button', { name: 'Choose poster' }).click()
  const posters = page.getByRole('dialog', { name: 'Choose an image' })
  await posters.getByLabel('Image files').setInputFiles('samples/images/health-1.webp')
  await posters.getByRole('button', { name: 'Insert Image' }).click()
  await expect(content(page).locator('video')).toHaveAttribute('poster', /full-960\.webp/)
  await content(page).getByText('Ada Lane in the hall').click()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Publish Changes' }).click()
  await expect(page.getByText('Article updated successfully', { exact: true })).toBeVisible()

  await using reader = await browser.newContext({ javaScriptEnabled: false })
  const article = await reader.newPage()
  await article.goto(`${site.url}/article/${id}`)
  const video = article.locator('.prose video')
  await expect(video).toHaveAttribute('controls')
  await expect(video).toHaveAttribute('height', '36')
  await expect(article.locator('.prose figure')).toContainText('Ada Lane in the hall Ben')
  await article.getByText('Transcript').click()
  await expect(article.getByText('Ada: Tea time.')).toBeVisible()

  const html = await (await page.request.get(`/article/${id}`)).text()
  expect(await htmlFaults(html, ...CONTENT_RULES)).toEqual([])
  expect(html).toContain('"@type":"VideoObject"')
  const src = (await video.getAttribute('src')) ?? ''
  const part = await reader.request.get(site.url + src, { headers: { range: 'bytes=4-7' } })
  expect([part.status(), (await part.body()).length]).toEqual([206, 4])
  expect((await reader.request.get(`${site.url}${src}.vtt`)).headers()['content-type']).toMatch(/^text\/vtt/)

  await page.goto(`/article/${id}`)
  const played = page.locator('.prose video').evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    await element.play()
    await new Promise((resolve) => element.addEventListener('ended', resolve, { once: true }))
    return element.currentTime
  })
  expect(await played).toBeGreaterThan(0.4)
})
