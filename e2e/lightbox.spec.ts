import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'
import { createTouch } from './fixtures/touch.ts'

const COLOURS = ['teal', 'maroon', 'olive']

/** Publishes an article with an image and a gallery, and opens it. */
async function openArticle(site: Site, page: Page): Promise<string> {
  await signIn(site, page.request)
  await site.sql('delete from media')
  await page.goto('/admin/media')
  await page.locator('input[type=file]').setInputFiles(
    await Promise.all(
      COLOURS.map(async (background) => ({
        name: `${background}.png`,
        mimeType: 'image/png',
        buffer: await sharp({ create: { width: 1_200, height: 800, channels: 3, background } })
          .png()
          .toBuffer(),
      })),
    ),
  )
  await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('Uploaded 3')
  const rows = await site.sql<{ name: string }>(`select name from media order by split_part(name, '_', 2)`)
  const figures = COLOURS.toSorted().map(
    (colour, index) =>
      `<figure><img src="/storage/article-images/${rows[index]?.name}" alt="Field in ${colour}" width="1200" height="800">` +
      `<figcaption><span>The ${colour} field</span> <cite>Ada Lane</cite></figcaption></figure>`,
  )
  const content = `<p>Fields.</p>${figures[0]}<div class="gallery">${figures.join('')}</div><p>More fields.</p>`
  const [id] = await site.publish([{ title: 'Fields', content }])
  await page.goto(`/article/${id}`)
  return id ?? ''
}

const lightbox = (page: Page) => page.getByRole('dialog', { name: /^Images?$/ })
const galleryLink = (page: Page, name: string) => page.locator('.gallery').getByRole('link', { name })

test('readers look at the images of a gallery by keyboard, and return to where they were', async ({
  site,
  page,
}) => {
  test.slow()
  const files: string[] = []
  page.on('request', (request) => void files.push(new URL(request.url()).pathname))
  const id = await openArticle(site, page)
  const link = galleryLink(page, 'Field in olive')
  await link.focus()
  expect(files.join('\n')).not.toContain('lightbox')
  await page.keyboard.press('Enter')
  await expect(lightbox(page).getByText('2 of 3')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
  const image = lightbox(page).locator('li:not([inert])').getByRole('img')
  await expect(image).toHaveAccessibleName('Field in olive')
  await expect(image).toBeInViewport({ ratio: 0.9 })
  await expect(image).toHaveJSProperty('complete', true)
  expect(await image.evaluate((one: HTMLImageElement) => one.currentSrc)).toMatch(/full-1280\.avif$/)
  await expect(lightbox(page).getByText('The olive field Ada Lane')).toBeInViewport()
  await expectAccessible(page)

  await page.keyboard.press('ArrowRight')
  await expect(lightbox(page).getByText('3 of 3')).toBeVisible()
  await expect(image).toHaveAccessibleName('Field in teal')
  await expect(image).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByRole('button', { name: 'Next image' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Home')
  await expect(image).toHaveAccessibleName('Field in maroon')
  await expect(image).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Escape')
  await expect(lightbox(page)).toHaveCount(0)
  await expect(link).toBeFocused()
  expect(new URL(page.url()).pathname).toContain(`/article/${id}/`)

  // An image alone has no others beside it.
  await page.locator('.prose > figure').getByRole('link').click()
  await expect(lightbox(page).getByRole('img', { name: 'Field in maroon' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next image' })).toHaveCount(0)
  await page.goBack()
  await expect(lightbox(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Fields', level: 1 })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 700 } })

  test('readers swipe to the next image', async ({ site, page }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openArticle(site, page)
    await galleryLink(page, 'Field in maroon').tap()
    await expect(lightbox(page).getByText('1 of 3')).toBeVisible()
    const touch = await createTouch(page)
    await touch.press(300, 350)
    await touch.move(-250, 0)
    const scroll = await lightbox(page)
      .getByRole('list')
      .evaluateHandle((row) => ({
        end: new Promise((end) => row.addEventListener('scrollend', end, { once: true })),
      }))
    await touch.lift()
    await scroll.evaluate(({ end }) => end.then(() => {}))
    await expect(lightbox(page).getByText('2 of 3')).toBeVisible()
    await expect(lightbox(page).getByRole('img', { name: 'Field in olive' })).toBeInViewport({ ratio: 0.9 })
    await page.getByRole('button', { name: 'Next image' }).tap()
    await expect(lightbox(page).getByRole('img', { name: 'Field in teal' })).toBeInViewport({ ratio: 0.9 })
    await page.getByRole('button', { name: 'Close' }).tap()
    await expect(galleryLink(page, 'Field in maroon')).toBeFocused()
  })
})
