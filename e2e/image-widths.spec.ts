import sharp from 'sharp'
import { WIDTHS } from '#features/media/rules/variant.ts'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

/** Small, since which image is chosen does not depend on what is in it, and there are hundreds. */
const image = sharp('samples/images/travel-1.webp').resize(150, 100).webp().toBuffer()

/** Each width in one density: the declared widths do not depend on the density. */
for (const { deviceScaleFactor, widths } of [
  { deviceScaleFactor: 1, widths: [768, 1024, 1690] },
  { deviceScaleFactor: 2, widths: [375, 1280] },
  { deviceScaleFactor: 3, widths: [390] },
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
      const paths = ['/', '/travel', `/article/${id}`]
      for (const [path, width] of paths.flatMap((path) => widths.map((width) => [path, width] as const))) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(path)
        const images = page.getByRole('main').locator('img:visible')
        await expect(images.first()).toBeVisible()
        const found = await images.evaluateAll((all) => {
          const measure = async (image: HTMLImageElement) => {
            const { srcset, sizes } = image
            image.loading = 'eager'
            await image.decode()
            const chosen = Number(/-(\d+)\.\w+$/.exec(image.currentSrc)?.[1])
            const [across = 1, down = 1] = (/(\d+)x(\d+)-/.exec(srcset) ?? []).slice(1).map(Number)
            const box = image.getBoundingClientRect()
            const list = sizes
              .split(/,\s*(?=\(|\d)/)
              .map((size) => /^(?:(\([^()]*\))\s)?(.*)$/.exec(size) ?? [])
            const [, , size = ''] = list.find(([, media]) => !media || matchMedia(media).matches) ?? []
            const probe = document.body.appendChild(document.createElement('div'))
            probe.style.cssText = `position: fixed; width: ${size}`
            const declared = probe.getBoundingClientRect().width
            probe.remove()
            return { declared, chosen, shown: Math.max(box.width, (box.height * across) / down) }
          }
          return Promise.all(all.map((image) => measure(image as HTMLImageElement)))
        })
        for (const { declared, chosen, shown } of found) {
          const candidate = (pixels: number) => WIDTHS.find((one) => one >= pixels * deviceScaleFactor)
          expect(Math.abs(declared - shown), `${path} at ${width} px: ${declared} for ${shown}`).toBeLessThan(
            4,
          )
          expect(candidate(declared - 2)).toBe(candidate(shown - 2))
          const excess = chosen / (shown * deviceScaleFactor)
          expect(excess, `${path} at ${width} px: ${chosen} px for ${shown}`).toBeGreaterThan(0.995)
          expect(excess, `${path} at ${width} px: ${chosen} px for ${shown}`).toBeLessThan(1.55)
        }
      }
    })
  })
}
