import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { signIn } from './fixtures/administrator.ts'
import { expectAccessible, expectAccessibleAtEachWidth } from './fixtures/expect-accessible.ts'
import { holdRequests } from './fixtures/hold-requests.ts'
import { expect, test } from './fixtures/test.ts'

// Uploads take long on busy machines.
test.slow()

/** A JPEG that is unlike those with other numbers. */
async function photo(number: number, { width = 900, height = 600, caption = '' } = {}): Promise<Buffer> {
  const bars = Array.from({ length: 9 }, (_, place) => {
    const shade = (place * 67 * number + 40 * number) % 256
    return `<rect x="${(place * width) / 9}" width="${width / 9}" height="${height}" fill="rgb(${shade},${255 - shade},120)"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${bars.join('')}</svg>`
  const image = sharp(Buffer.from(svg))
  return (caption ? image.withExif({ IFD0: { ImageDescription: caption, Artist: 'Jane Doe' } }) : image)
    .jpeg()
    .toBuffer()
}

const TOPICS = '**/_serverFn/getArticleTopics*'
const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
const chooser = (page: Page) => page.getByLabel('Files', { exact: true }).and(page.locator('input'))
const grid = (page: Page) => page.getByRole('list', { name: 'Files', exact: true })
const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const panel = (page: Page) => page.getByRole('region', { name: 'File', exact: true })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const isLoaded = (image: Locator) => expect(image).not.toHaveJSProperty('naturalWidth', 0)

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  // The layout changes with the width.
  await expect.poll(() => page.evaluate(overflow)).toBe(0)
}

test.beforeEach(async ({ site, page }) => {
  await site.sql('delete from media')
  await signIn(site, page.request)
})

test('images are uploaded, compared with similar ones, described, cropped, replaced and deleted', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 415/)
  await page.goto('/admin/media')
  await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible()
  await chooser(page).setInputFiles([
    jpeg('ferry.jpg', await photo(3, { caption: 'A ferry <b>leaves</b>' })),
    jpeg('"><img src=x onerror=alert(1)>.jpg', await photo(5)),
    {
      name: 'drawing.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    },
  ])
  await expect(uploads(page)).toContainText('Uploaded 2 of 3')
  await expect(uploads(page).getByRole('alert')).toContainText('not a supported image')
  await expect(grid(page).getByRole('button')).toHaveCount(2)
  await chooser(page).setInputFiles(jpeg('again.jpg', await photo(3, { width: 450, height: 300 })))
  await expect(uploads(page)).toContainText('Looks like an image in the library:')
  await uploads(page).getByRole('button', { name: 'Open ferry.jpg' }).click()
  await uploads(page).getByRole('button', { name: 'Close the list of uploads' }).click()

  // The metadata of the file fills in the form.
  await expect(panel(page).getByLabel('Caption')).toHaveValue('A ferry <b>leaves</b>')
  await expect(panel(page).getByLabel('Credit')).toHaveValue('Jane Doe')
  await panel(page).getByLabel('Alternative text').fill('A white ferry')
  const point = panel(page).getByRole('button', { name: /^Focal point/ })
  await isLoaded(point.locator('img'))
  await point.click({ position: { x: 1, y: 3 } })
  await expect(point).toHaveAccessibleName('Focal point: 0% from the left, 1% from the top')
  await point.press('Shift+ArrowRight')
  await point.press('ArrowRight')
  await expect(point).toHaveAccessibleName('Focal point: 11% from the left, 1% from the top')
  for (const crop of await panel(page).getByRole('list', { name: 'Crops' }).locator('img').all())
    await isLoaded(crop)
  await panel(page).getByRole('button', { name: 'Save Image' }).click()
  await expect(toast(page, 'Image saved')).toBeVisible()
  await page.reload()
  await expect(panel(page).getByLabel('Alternative text')).toHaveValue('A white ferry')
  await expect(point).toHaveAccessibleName('Focal point: 11% from the left, 1% from the top')

  // Readers see the new file at once.
  const [stored] = await site.sql<{ url: string }>(
    `select '/storage/article-images/' || name as url from media where credit = 'Jane Doe'`,
  )
  await site.publish([{ title: 'A ferry has left', image_url: stored?.url ?? '' }])
  const reader = await page.context().newPage()
  await reader.goto('/')
  const image = reader.getByRole('main').locator('img').first()
  await isLoaded(image)
  const before = await image.getAttribute('src')
  await expect(panel(page).getByRole('link', { name: 'A ferry has left' })).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await page.getByLabel('New file').setInputFiles(jpeg('new.jpg', await photo(7)))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click()
  await expect(toast(page, 'File replaced')).toBeVisible()
  await expect(image).not.toHaveAttribute('src', before ?? '')
  await isLoaded(image)

  await panel(page).getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('State').selectOption('Unused')
  await expect(grid(page).getByRole('button')).toHaveCount(2)
  await grid(page).getByRole('button').first().click()
  await panel(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'File deleted')).toBeVisible()
  await expect(grid(page).getByRole('button')).toHaveCount(1)
})

test('the screen is accessible and fits phones and tablets, and authors change their own files only', async ({
  site,
  page,
  otherPage,
}) => {
  const long = 'A caption that goes on for much longer than a picture desk would let pass '.repeat(8)
  await page.goto('/admin/media')
  await chooser(page).setInputFiles(jpeg('one.jpg', await photo(3)))
  await expect(uploads(page)).toContainText('Uploaded 1 of 1')
  await site.sql(
    `update media set caption = $1, people = 'العربية', rights_end_on = '2020-01-01', source = repeat('x', 400)`,
    [long],
  )
  const [image] = await site.sql<{ id: string }>('select id from media')
  for (const address of ['/admin/media', `/admin/media?image=${image?.id}`]) {
    await page.goto(address)
    await expect(grid(page).getByRole('button')).toHaveCount(1)
    await expect(page.getByText('The rights have ended.')).toHaveCount(address.includes('?') ? 1 : 0)
    for (const width of [375, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page)
    }
    await expectAccessibleAtEachWidth(page)
  }

  await signIn(site, otherPage.request, { role: 'author', email: 'author@example.org' })
  await otherPage.goto('/admin/media')
  await grid(otherPage).getByRole('button').click()
  await expect(panel(otherPage)).toContainText('You can change your own files only.')
  await expect(panel(otherPage).getByLabel('Caption')).toBeDisabled()
  await expect(panel(otherPage).getByRole('button', { name: 'Replace File' })).toHaveCount(0)
})

test('the lead image of an article is chosen from the library, and files whose rights have ended are flagged', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 404: .*quay\.jpg/)
  await site.sql(
    `insert into media (id, name, file, mime, bytes, width, height, perceptual_hash)
     values (gen_random_uuid(), $1, $1, 'image/jpeg', 1, 900, 600, 1)`,
    ['1_quay.jpg'],
  )
  const [id] = await site.publish([
    {
      title: 'A ferry has left',
      content:
        '<p>It leaves.</p><figure><img src="/storage/article-images/1_quay.jpg" alt="A quay" width="900" height="600"><figcaption><span>The quay</span></figcaption></figure>',
    },
  ])
  // The button does not move under the pointer when the topics, which are above it, arrive late.
  const topics = page.waitForRequest(TOPICS)
  const release = await holdRequests(page, TOPICS)
  await page.goto(`/admin/articles?article=${id}`)
  await topics
  await expect(page.getByText('Loading article…')).toBeVisible()
  release()
  await page.getByRole('button', { name: 'Library' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose an image' })
  await expect(dialog.getByRole('button', { name: 'Insert Image' })).toBeDisabled()
  await dialog.getByLabel('Image files').setInputFiles(jpeg('ferry.jpg', await photo(3)))
  const tile = dialog.getByRole('list', { name: 'Images' }).getByRole('button', { pressed: true })
  await expect(tile).toHaveCount(1)
  await site.sql(`update media set alt = 'A white ferry' where name like '%ferry.jpg'`)
  await dialog.getByLabel('Search images').fill('white')
  // A second press of the chosen image would put it back.
  await expect(tile).toHaveAccessibleName(/A white ferry/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Insert Image' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Image URL')).toHaveValue(/^\/storage\/article-images\/\d+_ferry\.jpg$/)
  await expect(page.getByLabel('Alternative Text')).toHaveValue('A white ferry')
  await isLoaded(page.getByRole('img', { name: 'Preview', exact: true }))

  await site.sql(`update media set rights_end_on = '2020-01-01'`)
  const check = page.getByRole('region', { name: 'Publish check' })
  await expect(check).toContainText('Recommended: The rights to “A white ferry” have ended.')
  await expect(check).toContainText('Recommended: The rights to “quay.jpg” have ended.')
  await expect(page.getByText('The rights to this image have ended.')).toBeVisible()
  await expect(page.locator('figure.rights-ended')).toHaveCount(1)
  await page.getByText('The quay', { exact: true }).click()
  await expect(page.getByRole('toolbar', { name: 'Image tools' })).toContainText('Rights ended')
  await expectAccessible(page)
})
