import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { signIn } from './fixtures/administrator.ts'
import { moveCaret } from './fixtures/caret.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })

// The test is a long journey.
test.slow()

test('the images of a pasted text come into the library, where they stood, with their captions', async ({
  site,
  page,
  externalServer,
}) => {
  const { origin } = externalServer
  const png = await sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      noise: { type: 'gaussian', mean: 90, sigma: 20 },
      background: 'teal',
    },
  })
    .png()
    .toBuffer()
  await signIn(site, page.request)
  const [id] = await site.publish([{ title: 'Wall', content: '<p>The wall.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  await moveCaret(content(page), 'end')
  await paste(
    page,
    `<p>It opens <img src="${origin}/image/a.jpg" alt="A wall"> today.</p>` +
      `<figure><img src="data:image/png;base64,${png.toString('base64')}" alt="A quay"><figcaption>At <b>dusk</b></figcaption></figure>` +
      `<figure><img src="${origin}/missing.jpg"><figcaption>In fog</figcaption></figure><p>The end.</p>`,
  )
  const images = content(page).locator('figure:not(.pasted-image) img')
  await expect(images).toHaveCount(2)
  for (const name of ['A wall', 'A quay']) {
    const image = content(page).getByRole('img', { name })
    await expect(image).toHaveJSProperty('complete', true)
    await expect(image).not.toHaveJSProperty('naturalWidth', 0)
  }
  // The one that cannot be loaded says so, and keeps its caption.
  const failed = content(page).locator('.pasted-image')
  await expect(failed).toContainText(
    `The image ${origin}/missing.jpg was not added. The server responded with status 404.`,
  )
  await expect(failed.locator('figcaption')).toHaveText('In fog')
  await expectAccessible(page)

  // Others see it too, and may try again.
  const other = await page.context().newPage()
  await other.goto(`/admin/articles?article=${id}`)
  const placeholder = content(other).locator('.pasted-image')
  await expect(placeholder).toContainText(`The image ${origin}/missing.jpg is not in the library yet.`)
  await expect(content(other).locator('figure:not(.pasted-image) img')).toHaveCount(2)
  externalServer.serve('/missing.jpg', 'image/png', png)
  await placeholder.getByRole('button', { name: 'Load Image' }).click()
  await expect(content(other).locator('.pasted-image')).toHaveCount(0)
  await expect(images).toHaveCount(3)
  await expect(content(page).locator('figcaption')).toHaveText(['', 'At dusk', 'In fog'])
  await other.close()

  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const [draft] = await site.sql<{ content: string }>("select fields->>'content' as content from drafts")
  expect(draft?.content.replace(/ src="\/storage\/article-images\/[^"]+"/g, '')).toBe(
    '<p>The wall.It opens</p><figure><img alt="A wall" width="600" height="400"></figure><p>today.</p>' +
      '<figure><img alt="A quay" width="300" height="200"><figcaption><span>At <strong>dusk</strong></span></figcaption></figure>' +
      '<figure><img width="300" height="200"><figcaption><span>In fog</span></figcaption></figure><p>The end.</p>',
  )
  const stored = await site.sql<{ source: string }>('select source from media order by source')
  expect(stored.map(({ source }) => source)).toEqual(['', `${origin}/image/a.jpg`, `${origin}/missing.jpg`])
})

async function paste(page: Page, html: string) {
  await content(page).evaluate((element, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'It opens today.')
    clipboardData.setData('text/html', html)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}
