import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { WIDTHS } from '#features/media/rules/variant.ts'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

/** Small, since which image is chosen does not depend on what is in it, and there are hundreds. */
const image = sharp('samples/images/travel-1.webp').resize(150, 100).webp().toBuffer()

/** Each width in one density: the declared widths do not depend on the density. */
for (const { deviceScaleFactor, width, otherWidths } of [
  { deviceScaleFactor: 1, width: 1690, otherWidths: [768, 1024] },
  { deviceScaleFactor: 2, width: 375, otherWidths: [1280] },
  { deviceScaleFactor: 3, width: 390, otherWidths: [] },
]) {
  test.describe(`at density ${deviceScaleFactor}`, () => {
    test.use({ deviceScaleFactor })

    test('images have the smallest width that fills their column', async ({ site, page }) => {
      const [id] = await site.publish(
        stories(16, { image_url: '/samples/travel-1.webp', category: 'Travel' }),
      )
      await page.route('**/media/**', async (route) =>
        route.fulfill({ contentType: 'image/webp', body: await image }),
      )
      for (const path of ['/', '/travel', `/article/${id}`]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(path)
        const images = page.getByRole('main').locator('img:visible')
        await expect(images.first()).toBeVisible()
        for (const { declared, chosen, shown } of await measureImages(images)) {
          const candidate = (pixels: number) => WIDTHS.find((one) => one >= pixels * deviceScaleFactor)
          expect(candidate(declared - 2)).toBe(candidate(shown - 2))
          const excess = chosen / (shown * deviceScaleFactor)
          expect(excess, `${path} at ${width} px: ${chosen} px for ${shown}`).toBeGreaterThan(0.995)
          expect(excess, `${path} at ${width} px: ${chosen} px for ${shown}`).toBeLessThan(1.55)
        }
        // The browser would keep a larger image that it has loaded.
        for (const one of [width, ...otherWidths]) {
          await page.setViewportSize({ width: one, height: 900 })
          for (const { declared, shown } of await measureImages(images))
            expect(Math.abs(declared - shown), `${path} at ${one} px: ${declared} for ${shown}`).toBeLessThan(
              4,
            )
        }
      }
    })
  })
}

/** The declared, chosen and shown width of each image. */
function measureImages(images: Locator) {
  return images.evaluateAll((all) => {
    const measure = async (image: HTMLImageElement) => {
      const { srcset, sizes } = image
      image.loading = 'eager'
      await image.decode()
      const chosen = Number(/-(\d+)\.\w+$/.exec(image.currentSrc)?.[1])
      const [across = 1, down = 1] = (/(\d+)x(\d+)-/.exec(srcset) ?? []).slice(1).map(Number)
      const box = image.getBoundingClientRect()
      const list = sizes.split(/,\s*(?=\(|\d)/).map((size) => /^(?:(\([^()]*\))\s)?(.*)$/.exec(size) ?? [])
      const [, , size = ''] = list.find(([, media]) => !media || matchMedia(media).matches) ?? []
      const probe = document.body.appendChild(document.createElement('div'))
      probe.style.cssText = `position: fixed; width: ${size}`
      const declared = probe.getBoundingClientRect().width
      probe.remove()
      return { declared, chosen, shown: Math.max(box.width, (box.height * across) / down) }
    }
    return Promise.all(all.map((image) => measure(image as HTMLImageElement)))
  })
}
