import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { expectCaretIn } from './fixtures/caret.ts'
import { expect, test } from './fixtures/test.ts'

const list = (page: Page) => page.getByRole('region', { name: /^Articles \(/ }).getByRole('listitem')
const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const preview = (page: Page) => page.frameLocator('[title="Preview of the article"]')
const image = () =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()

async function update(page: Page) {
  await page.getByRole('button', { name: 'Update Article' }).click()
  await page.getByRole('button', { name: 'Publish Changes' }).click()
}

// Each test is a long journey with several accessibility checks.
test.slow()

test.beforeEach(async ({ site, page }) => {
  await site.sql('truncate deleted_articles, audit_log')
  await signIn(site, page.request)
})

const LONG_TITLE = `A headline ${'that goes on '.repeat(53)}`.trim()

test('an article with an uploaded image is created and appears on an open front page', async ({
  site,
  page,
  context,
}) => {
  const reader = await context.newPage()
  await reader.goto(site.url)
  await page.goto('/admin/articles')
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expect(page).toHaveURL('/admin/articles?article=new')
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expect(page.getByText('Article title is required')).toBeVisible()
  await expectCaretIn(page.getByLabel('Title'))

  await page.getByLabel('Title').fill('Harbour reopens after the storm')
  await page.getByLabel('Category').selectOption('Travel')
  await page.getByLabel('Author').fill('Ada Penrose')
  await page.getByLabel('Summary').fill('Boats <strong>left</strong> at dawn. <script>alert(1)</script>')
  await content(page).click()
  await page.keyboard.type('The first boat left at six. ')
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('Nobody was late.')
  await page.keyboard.press('Enter')
  await page.getByLabel('Source URL').fill('javascript:alert(1)')
  await page.getByLabel('Image file').setInputFiles({
    name: 'Sea view (1).jpg',
    mimeType: 'image/jpeg',
    buffer: await image(),
  })
  await expect(toast(page, 'Image uploaded successfully')).toBeVisible()
  await expect(page.getByLabel('Image URL')).toHaveValue(
    /^\/storage\/article-images\/\d{13}_Sea-view-1\.jpg$/,
  )
  await page.getByLabel('Breaking News').check()
  await expect(page.getByLabel('Breaking Until')).toHaveAccessibleDescription(
    'If empty, 2 hours after publication.',
  )

  await page.getByTitle('Preview of the article').scrollIntoViewIfNeeded()
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Harbour reopens after the storm')
  await expect(preview(page).locator('strong').last()).toHaveText('Nobody was late.')
  await expect(preview(page).locator('script')).toHaveCount(0)
  await expect(preview(page).locator('img')).toHaveAttribute(
    'src',
    /^\/media\/uploads\/\d{13}_Sea-view-1\.jpg\//,
  )
  await expect(preview(page).locator('img')).not.toHaveJSProperty('naturalWidth', 0)

  // A draft may be incomplete, and readers do not see it.
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'Draft saved')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/articles\?article=[\w-]{36}$/)
  await expect(page.getByLabel('Breaking News')).toBeFocused()
  expect(await site.sql('select from articles')).toEqual([])
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expect(page.getByText('Source URL must start with http:// or https://')).toBeVisible()
  await page.getByLabel('Source URL').fill('https://harbour.example/storm')
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expect(toast(page, 'Article created successfully')).toBeVisible()
  await expect(page).toHaveURL('/admin/articles')
  await expect(page.getByRole('heading', { name: 'Articles (1)' })).toBeVisible()
  await expect(list(page)).toContainText(['Harbour reopens after the storm'])
  await expect(list(page).getByText('Breaking', { exact: true })).toBeVisible()
  const source = list(page).getByRole('link', { name: /^Source/ })
  await expect(source).toHaveAttribute('rel', /noopener/)
  await expect(source).toHaveAttribute('target', '_blank')

  const headline = reader.getByRole('link', { name: 'Harbour reopens after the storm' }).first()
  await expect(headline).toBeVisible()
  await headline.click()
  await expect(reader.getByText('Nobody was late.')).toBeVisible()
  const lead = reader.getByRole('figure').locator('img')
  await expect.poll(() => lead.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(160)
  expect(await site.sql('select content from articles')).toEqual([
    { content: '<p>The first boat left at six. <strong>Nobody was late.</strong></p>' },
  ])
  expect(await site.sql('select action, subject from audit_log order by id')).toEqual([
    { action: 'image.upload', subject: expect.stringMatching(/_Sea-view-1\.jpg$/) },
    { action: 'draft.create', subject: 'Harbour reopens after the storm' },
    { action: 'article.create', subject: 'Harbour reopens after the storm' },
  ])
})

test('an article is deleted and restored with Undo; the list is searched, filtered and paged with the keyboard', async ({
  site,
  page,
}) => {
  const [id] = await site.publish([
    { title: 'Cup final tonight', author: 'Grace Field', category: 'Sport', is_breaking: true },
    // A title that begins in Arabic but is mostly English is displayed left-to-right.
    { title: 'العربية channel opens in London', author: 'Grace Field', category: 'Sport' },
    { title: LONG_TITLE, category: 'Money', author: 'Ada Penrose' },
    ...stories(29, { category: 'Money', author: 'Ada Penrose' }),
  ])
  await page.goto('/admin/articles')
  await expect(page.getByRole('heading', { name: 'Articles (32)' })).toBeVisible()
  await expect(list(page)).toHaveCount(24)
  await test.step('an article is deleted after confirmation and restored with Undo', async () => {
    const remove = page.getByRole('button', { name: 'Delete Cup final tonight' })
    const question = page.getByRole('alertdialog', {
      name: 'Are you sure you want to delete this article?',
    })
    await remove.click()
    await expect(question).toContainText('Cup final tonight')
    await expect(question).toContainText('Readers will no longer see it.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Articles (32)' })).toBeVisible()

    await remove.click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Article deleted successfully')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Articles (31)' })).toBeVisible()
    await expect(remove).toHaveCount(0)
    expect((await page.request.get(`/article/${id}`)).status()).toBe(404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { name: 'Articles (32)' })).toBeVisible()
    await expect(remove).toBeVisible()
    await expect.poll(async () => (await page.request.get(`/article/${id}`)).status()).toBe(200)
    expect(await site.sql('select action from audit_log order by id')).toEqual([
      { action: 'article.delete' },
      { action: 'article.restore' },
    ])
  })

  await page.getByRole('button', { name: 'Load More' }).press('Enter')
  await expect(list(page)).toHaveCount(32)
  const long = page.getByRole('button', { name: LONG_TITLE, exact: true })
  await expect(long).toHaveAttribute('title', LONG_TITLE)
  expect((await long.boundingBox())?.height).toBeLessThan(80)
  const lefts = await Promise.all(
    ['Cup final tonight', 'العربية channel opens in London'].map(async (name) => {
      const box = await page.getByRole('button', { name, exact: true }).locator('bdi').boundingBox()
      return Math.round(box?.x ?? Number.NaN)
    }),
  )
  expect(lefts[1]).toBe(lefts[0])
  const mixed = page.getByRole('button', { name: 'العربية channel opens in London', exact: true })
  await expect(mixed.locator('bdi')).toHaveCSS('direction', 'ltr')

  await page.getByRole('searchbox', { name: 'Search articles' }).focus()
  await page.keyboard.type('grace')
  await expect(page.getByRole('heading', { name: 'Articles (2)' })).toBeVisible()
  await expect(page).toHaveURL('/admin/articles?q=grace')
  await page.keyboard.press('Tab')
  // A single key, since a pause between keys starts another selection.
  await page.keyboard.press('m')
  await expect(page.getByText('Try adjusting your search or filters')).toBeVisible()
  await expect(page).toHaveURL('/admin/articles?q=grace&category=Money')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Money')
  await page.getByRole('button', { name: 'Clear Filters' }).press('Enter')
  await expect(page).toHaveURL('/admin/articles')
  await expect(page.getByRole('searchbox', { name: 'Search articles' })).toHaveValue('')
})

test('the list returns to its pages, filter and scroll position after saving and after going back', async ({
  site,
  page,
}) => {
  await site.publish(stories(60, { category: 'Money', author: 'Ada Penrose' }))
  await page.goto('/admin/articles?category=Money')
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(list(page)).toHaveCount(48)
  const row = list(page).nth(40)
  const edit = row.getByRole('button', { name: /^Edit/ })
  await edit.scrollIntoViewIfNeeded()
  const scroll = () => page.evaluate(() => Math.round(scrollY))
  const before = await scroll()
  expect(before).toBeGreaterThan(1000)
  async function expectSamePlace() {
    await expect(page).toHaveURL('/admin/articles?category=Money')
    await expect(list(page)).toHaveCount(48)
    await expect.poll(scroll).toBe(before)
  }

  await edit.click()
  await expect(page.getByLabel('Title')).toBeVisible()
  await page.getByLabel('Author').fill('Grace Field')
  await update(page)
  await expectSamePlace()
  await expect(row).toContainText('Grace Field')
  const live = row.getByRole('link', { name: /^View Live/ })
  await expect(live).toHaveAttribute('href', /^\/article\/[\w-]{36}$/)
  await expect(live).toHaveAttribute('target', '_blank')

  await edit.click()
  await expect(page.getByLabel('Title')).toBeVisible()
  await page.goBack()
  await expectSamePlace()
})

test('only administrators can upload, and only images', async ({ site, page, playwright, pageErrors }) => {
  const headers = { origin: site.url, 'content-type': 'image/jpeg' }
  const upload = (data: Buffer, request = page.request, more: Record<string, string> = {}) =>
    request.post('/api/admin/images?name=a.jpg', { data, headers: { ...headers, ...more } })
  const nobody = await playwright.request.newContext({ baseURL: site.url })
  const user = await playwright.request.newContext({ baseURL: site.url })
  await signIn(site, user, { role: 'user', email: 'reader@example.org' })
  const jpeg = await image()
  // Earlier tests upload with the same account.
  await site.sql('delete from account_attempts')

  expect((await upload(jpeg, nobody)).status()).toBe(401)
  expect((await upload(jpeg, user)).status()).toBe(403)
  expect((await upload(jpeg, page.request, { origin: 'https://evil.example' })).status()).toBe(403)
  expect((await upload(jpeg, page.request, { 'sec-fetch-site': 'cross-site' })).status()).toBe(403)
  const invalidUploads: [Buffer, number, RegExp][] = [
    [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      415,
      /not a supported image/,
    ],
    [jpeg.subarray(0, 900), 415, /damaged or incomplete/],
  ]
  for (const [data, status, words] of invalidUploads) {
    const answer = await upload(data)
    expect([answer.status(), (await answer.json()).message]).toEqual([status, expect.stringMatching(words)])
  }
  pageErrors.allow(/status 413/)
  // The browser creates the file, since this process also forwards the data of the database.
  await page.goto('/favicon.png')
  const sendEmptyFile = (path: string, bytes: number) =>
    page.evaluate(
      async ({ path, bytes }) => {
        const body = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
        const response = await fetch(path, { method: 'POST', body })
        return { status: response.status, ...(await response.json()) }
      },
      { path, bytes },
    )
  pageErrors.allow(/status 415/)
  for (const path of ['/api/admin/images?name=a.jpg', '/api/admin/portrait?x=0&y=0&side=1']) {
    expect((await sendEmptyFile(path, 13_000_000)).status).toBe(415)
    expect(await sendEmptyFile(path, 51 * 1024 * 1024)).toEqual({
      status: 413,
      message: 'The image is larger than 50 MB.',
    })
  }
  expect((await page.request.get('/api/admin/images')).status()).toBe(405)
  await site.sql('update account_attempts set count = 120')
  const last = await upload(jpeg)
  expect([last.status(), (await last.json()).message]).toEqual([
    429,
    expect.stringMatching(
      /^You have uploaded 120 files within an hour\. Please try again in (59|60) minutes\.$/,
    ),
  ])
  expect(Number(last.headers()['retry-after'])).toBeGreaterThan(3_500)
  await site.sql('delete from account_attempts')
  expect(await site.sql("select from audit_log where action like 'article%'")).toEqual([])

  const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])
  const { url } = await (await upload(polyglot)).json()
  const stored = await page.request.get(url)
  expect(stored.headers()).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  expect((await stored.body()).includes('script')).toBe(false)
  // Readers see the uploads of published articles.
  expect((await nobody.get(url)).status()).toBe(404)
  await site.publish([{ title: 'Ferry returns', image_url: url }])
  await expect
    .poll(async () => (await nobody.get(url)).headers()['cache-control'])
    // The file can be replaced.
    .toBe('public, max-age=60')
  await nobody.dispose()
  await user.dispose()
})
