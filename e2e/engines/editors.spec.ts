import { ADMINISTRATOR, addAccount, createSession } from '../fixtures/administrator.ts'
import type { Site } from '../fixtures/site.ts'
import { expect, test } from './engine-test.ts'
import type { EngineWindow } from './engine-window.ts'

test.beforeEach(async ({ site }) => {
  await site.sql('delete from users')
  await addAccount(site)
})

/** Signs in without the form, which the other journey uses. */
async function enter(site: Site, window: EngineWindow, email = ADMINISTRATOR.email): Promise<void> {
  const { name, value } = await createSession(site, { email })
  await window.open('/favicon.png')
  await window.evaluate((cookie) => void Object.assign(document, { cookie }), `${name}=${value}`)
}

/** Pastes into the focused element, as the clipboard cannot be filled in every engine. */
async function paste(window: EngineWindow, html: string, image?: 'image'): Promise<void> {
  await window.evaluate(
    async (html, image) => {
      const clipboardData = new DataTransfer()
      if (html) clipboardData.setData('text/html', html)
      if (image) {
        const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 })
        canvas.getContext('2d')?.fillRect(0, 0, 30, 40)
        const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
        if (blob) clipboardData.items.add(new File([blob], 'bridge.png', { type: 'image/png' }))
      }
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
      // Firefox ignores the option of the constructor.
      Object.defineProperty(event, 'clipboardData', { value: clipboardData })
      document.activeElement?.dispatchEvent(event)
    },
    html,
    image ?? '',
  )
}

const storedText = (window: EngineWindow) =>
  window.evaluate(() => document.querySelector('[aria-label="Content"]')?.innerHTML ?? '')

test('an editor writes and publishes an article', async ({ site, window }) => {
  await window.open('/admin/login')
  await window.hydrated()
  await window.fill(/^Email/, ADMINISTRATOR.email)
  await window.fill(/^Password/, ADMINISTRATOR.password)
  await window.press('Enter')
  await window.see('heading', 'Dashboard')
  await window.open('/admin/articles?article=new')
  await window.click('textbox', /^Title/)
  await window.type('Bridge reopens')
  await paste(window, '', 'image')
  await window.click('button', 'Use as Lead Image')
  await window.read('Image uploaded successfully')
  await window.click('textbox', 'Content')
  await window.type('The ')
  await window.click('button', 'Bold')
  await window.type('old')
  await window.click('button', 'Bold')
  await window.type(' bridge is open again.')
  await window.press('Enter')
  await paste(
    window,
    '<h1>What follows</h1><p>Two <a href="https://example.org/?utm_source=x">lanes</a>.</p>',
  )
  await window.until('the pasted heading', async () =>
    (await storedText(window)).includes('<h2>What follows</h2>'),
  )
  await window.read('Saved')
  await window.click('button', 'Create Article')
  await window.read('Article created successfully')
  const [article] = await site.sql<{ content: string; image: string }>(
    'select content, image_url as image from articles',
  )
  expect(article?.content).toBe(
    '<p>The <strong>old</strong> bridge is open again.</p><h2>What follows</h2><p>Two <a href="https://example.org/">lanes</a>.</p>',
  )
  expect(article?.image).toContain('bridge.png')
})

test('two editors write one article in two windows', async ({ site, window, openWindow }) => {
  const [id] = await site.publish([{ title: 'Tea at four', content: '<p>Milk first.</p>' }])
  const other = await openWindow()
  await enter(site, window)
  await enter(site, other, 'ben@example.org')
  for (const one of [window, other]) {
    await one.open(`/admin/articles?article=${id}`)
    await one.read('Milk first.')
  }
  await other.click('textbox', 'Content')
  await other.press('End', 'Control')
  await other.type(' Then tea.')
  for (const one of [other, window]) await one.read('Milk first. Then tea.')
  await window.click('textbox', 'Content')
  await window.press('End', 'Control')
  await window.type(' Stir.')
  await other.read('Milk first. Then tea. Stir.')
})
