import sharp from 'sharp'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { holdRequests } from './fixtures/hold-requests.ts'
import { painted } from './fixtures/layout-shifts.ts'
import { expect, test } from './fixtures/test.ts'

test('images in texts from feeds are shown by this site, without layout shifts, if the setting is on', async ({
  site,
  page,
  externalServer,
}) => {
  const { origin } = externalServer
  const square = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  externalServer.serve('/square.png', 'image/png', square)
  externalServer.serve('/drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const [id] = await site.publish([
    {
      title: 'Ferry',
      content:
        `<p>It leaves.</p><figure><img src="${origin}/image/a.jpg" alt="A ferry" width="600" height="400"><figcaption>Dusk</figcaption></figure>` +
        // The file is a square, and neither this nor the size of the last one is said.
        `<p>It returns.</p><p><img src="${origin}/square.png" alt="A buoy" width="600" height="400"></p><p>Late.</p>` +
        `<p><img src="${origin}/image/b.jpg" alt="A quay"></p><p><img src="${origin}/drawing.svg"></p><p>The end.</p>`,
    },
  ])
  await site.sql(`update articles set origin = 'feed' where id = $1`, [id])
  const article = page.getByRole('article').first()
  await page.goto(`/article/${id}`)
  await expect(article).toContainText('The end.')
  await expect(article.locator('.prose img')).toHaveCount(0)

  await site.sql(
    `insert into site_settings values ('feed_images', 'true') on conflict (setting_name) do update set setting_value = 'true'`,
  )
  await expect.poll(async () => (await page.request.get(`/article/${id}`)).text()).toContain('feed-image')
  const releaseImages = await holdRequests(page, '**/media/**')
  await page.goto(`/article/${id}`)
  const images = article.locator('.prose img')
  await expect(images).toHaveCount(3)
  await painted(page)
  const boxes = () =>
    images.evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
  const reserved = await boxes()
  releaseImages()
  for (const name of ['A ferry', 'A buoy', 'A quay']) {
    const image = article.getByRole('img', { name })
    await image.scrollIntoViewIfNeeded()
    await expect(image).not.toHaveJSProperty('naturalWidth', 0)
  }
  await page.evaluate(() => scrollTo(0, 0))
  await painted(page)
  expect(await boxes()).toEqual(reserved)
  for (const image of await images.all())
    expect(await image.evaluate(({ currentSrc }: HTMLImageElement) => currentSrc)).toContain(
      `${site.url}/media/`,
    )
  await expectAccessible(page)
})
