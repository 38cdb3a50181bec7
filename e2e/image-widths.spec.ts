import { WIDTHS } from '#features/media/rules/variant.ts'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

for (const [width, deviceScaleFactor] of [
  [390, 3],
  [768, 1],
  [1024, 1],
  [1440, 2],
] as const) {
  test.describe(`${width} px at density ${deviceScaleFactor}`, () => {
    test.use({ viewport: { width, height: 900 }, deviceScaleFactor })

    test('images have the smallest width that fills their column', async ({ site, page }) => {
      const [id] = await site.publish(
        stories(16, { image_url: '/samples/travel-1.webp', category: 'Travel' }),
      )
      for (const path of ['/', '/travel', `/article/${id}`]) {
        await page.goto(path)
        const images = page.getByRole('main').locator('img:visible')
        await expect(images.first()).toBeVisible()
        const found = await images.evaluateAll((all) =>
          all.map((image) => {
            const { srcset, sizes } = image as HTMLImageElement
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
            return { declared, shown: Math.max(box.width, (box.height * across) / down) }
          }),
        )
        for (const { declared, shown } of found) {
          const candidate = (pixels: number) => WIDTHS.find((one) => one >= pixels * deviceScaleFactor)
          expect(Math.abs(declared - shown), `${path}: ${declared} for ${shown}`).toBeLessThan(4)
          expect(candidate(declared - 2)).toBe(candidate(shown - 2))
        }
      }
    })
  })
}
