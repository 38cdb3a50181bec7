import type { Browser, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { ADMINISTRATOR, signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

const list = (page: Page) => page.getByRole('region', { name: /^Articles \(/ }).getByRole('listitem')
const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const preview = (page: Page) => page.frameLocator('[title="Preview of the article"]')
const picture = () =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()

/** A second administrator, in a browser of her own. */
async function colleague(browser: Browser, site: Site): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url })
  await signIn(site, context.request, { email: 'colleague@example.org' })
  return context.newPage()
}

// Each goes through the screen as somebody would, with several looks at its accessibility.
test.slow()

test.beforeEach(async ({ site, page }) => {
  await site.sql('truncate deleted_articles, audit_log')
  await signIn(site, page.request)
})

test('an article with an uploaded picture is written, and stands on the open front page', async ({
  site,
  page,
  context,
  trouble,
}) => {
  const reader = await context.newPage()
  await reader.goto(site.url)
  await page.goto('/admin/articles')
  await expect(page.getByText('Start by creating your first article')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expect(page).toHaveURL('/admin/articles?article=new')
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expect(page.getByText('Article title is required')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()

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
  // The checks of accessibility try to run in the preview too, where nothing may.
  trouble.allow(/status 415|Blocked script execution in 'about:srcdoc'/)
  const disguised = await page.evaluateHandle(() => {
    const files = new DataTransfer()
    files.items.add(new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.jpg', { type: 'image/jpeg' }))
    return files
  })
  await page.getByText('Or drop it here, or paste it.').dispatchEvent('drop', { dataTransfer: disguised })
  await expect(page.getByText(/^This is not a picture that can be used/)).toBeVisible()
  await expect(toast(page, 'Failed to upload image')).toBeVisible()
  await page.getByLabel('Picture file').setInputFiles({
    name: 'Sea view (1).jpg',
    mimeType: 'image/jpeg',
    buffer: await picture(),
  })
  await expect(toast(page, 'Image uploaded successfully')).toBeVisible()
  await expect(page.getByLabel('Image URL')).toHaveValue(
    /^\/storage\/article-images\/\d{13}_Sea-view-1\.jpg$/,
  )
  await page.getByLabel('Breaking News').check()

  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Harbour reopens after the storm')
  await expect(preview(page).locator('strong').last()).toHaveText('Nobody was late.')
  await expect(preview(page).locator('script')).toHaveCount(0)
  await expect(preview(page).locator('img')).toHaveJSProperty('naturalWidth', 640)

  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Source URL must start with http:// or https://')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Source URL').fill('https://harbour.example/storm')
  await page.keyboard.press('ControlOrMeta+s')
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
    { action: 'article.create', subject: 'Harbour reopens after the storm' },
  ])
})

test('two administrators see each other’s changes, and neither writes over the other', async ({
  site,
  page,
  browser,
}) => {
  const [id] = await site.publish([
    { title: 'Tea at four', author: 'Ada', content: 'Plain text.\n\nIn two paragraphs.' },
  ])
  const other = await colleague(browser, site)
  for (const one of [page, other]) {
    await one.goto('/admin/articles')
    await one.getByRole('button', { name: 'Edit Tea at four' }).click()
    await expect(one.getByLabel('Title')).toHaveValue('Tea at four')
  }
  await page.getByLabel('Title').fill('Tea at five')
  await page.getByLabel('Source Name').fill('The Kettle')
  await other.getByLabel('Title').fill('Coffee at four')
  await other.getByLabel('Author').fill('Grace')
  await other.getByRole('button', { name: 'Update Article' }).click()
  await expect(toast(other, 'Article updated successfully')).toBeVisible()

  await expect(page.getByText('Somebody else has saved this article since you opened it.')).toBeVisible()
  await page.getByRole('button', { name: 'Update Article' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else has saved this article' })
  const field = (name: string) => dialog.getByRole('group', { name })
  await expect(field('Title').getByRole('radio', { name: 'Keep mine' })).toBeChecked()
  await expect(field('Title')).toContainText('Both changed it')
  await expect(field('Author').getByRole('radio', { name: 'Take theirs' })).toBeChecked()
  await expect(field('Source Name').getByRole('radio', { name: 'Keep mine' })).toBeChecked()
  await expect(dialog.getByRole('group')).toHaveCount(3)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save this' }).click()
  await expect(toast(page, 'Article updated successfully')).toBeVisible()
  expect(await site.sql('select title, author, source_name, content from articles')).toEqual([
    {
      title: 'Tea at five',
      author: 'Grace',
      source_name: 'The Kettle',
      content: 'Plain text.\n\nIn two paragraphs.',
    },
  ])
  await expect(list(other)).toContainText(['Tea at five'])

  // What nobody is changing here follows by itself.
  await page.getByRole('button', { name: 'Edit Tea at five' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Tea at five')
  await site.sql("update articles set title = 'Tea at six' where id = $1", [id])
  await expect(page.getByLabel('Title')).toHaveValue('Tea at six')
  await other.context().close()
})

test('an article is deleted after a question, and comes back by Undo', async ({ site, page, trouble }) => {
  const ids = await site.publish([{ title: 'A slip of the pen', category: 'Sport' }, { title: 'Another' }])
  await page.goto('/admin/articles')
  await page.getByRole('button', { name: 'Delete A slip of the pen' }).click()
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this article?',
  })
  await expect(question).toContainText('A slip of the pen')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(list(page)).toHaveCount(2)

  await page.getByRole('button', { name: 'Delete A slip of the pen' }).click()
  trouble.allow(/ERR_FAILED|status 50\d/)
  await page.route('**/_serverFn/**', (route) =>
    route.request().method() === 'POST' ? route.abort('failed') : route.fallback(),
  )
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText('Failed to delete article. Please try again.')
  await expect(toast(page, 'Failed to delete article')).toBeVisible()
  await page.unroute('**/_serverFn/**')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Article deleted successfully')).toBeVisible()
  await expect(list(page)).toHaveCount(1)
  expect((await page.request.get(`/article/${ids[0]}`)).status()).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list(page)).toHaveCount(2)
  await expect.poll(async () => (await page.request.get(`/article/${ids[0]}`)).status()).toBe(200)
  expect(await site.sql('select action from audit_log order by id')).toEqual([
    { action: 'article.delete' },
    { action: 'article.restore' },
  ])
})

test('nothing that was typed is lost', async ({ site, page, context, trouble }) => {
  const [id] = await site.publish([{ title: 'Slow news', content: '<p lang="cy">Newyddion</p>' }])
  await page.goto(`/admin/articles?article=${id}`)

  // What rich text could not hold is edited as source.
  await expect(content(page)).toHaveValue('<p lang="cy">Newyddion</p>')
  await page.getByRole('button', { name: 'Rich text' }).click()
  await expect(page.getByText('it would lose lang')).toBeVisible()
  await expect(content(page)).toHaveValue('<p lang="cy">Newyddion</p>')

  // The tab is closed, or crashes.
  await page.getByLabel('Title').fill('Slow news day')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.close()
  const again = await context.newPage()
  await again.goto(`${site.url}/admin/articles?article=${id}`)
  await expect(again.getByText(/^You have unsaved changes from \d+ \w+ \d{4} at/)).toBeVisible()
  await expect(again.getByLabel('Title')).toHaveValue('Slow news')
  await again.getByRole('button', { name: 'Restore' }).click()
  await expect(again.getByLabel('Title')).toHaveValue('Slow news day')

  // Leaving asks.
  await again.getByRole('link', { name: 'Dashboard' }).click()
  const question = again.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(again.getByLabel('Title')).toHaveValue('Slow news day')

  // The network fails in the middle of a save.
  trouble.allow(/ERR_FAILED|ERR_CONNECTION|status (401|500)/)
  await again.route('**/_serverFn/**', (route) => route.abort('failed'))
  await again.getByRole('button', { name: 'Update Article' }).click()
  await expect(again.getByText('Failed to save article. Please try again.')).toBeVisible()
  await expect(toast(again, 'Failed to update article')).toBeVisible()
  await again.unroute('**/_serverFn/**')

  // The session ends.
  await context.clearCookies()
  await again.getByRole('button', { name: 'Update Article' }).click()
  await expect(again.getByText('You have been signed out.')).toBeVisible()
  const dialog = again.getByRole('dialog', { name: 'You have been signed out' })
  await dialog.getByLabel(/^Password/).fill(ADMINISTRATOR.password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog).toBeHidden()
  await expect(again.getByLabel('Title')).toHaveValue('Slow news day')
  await again.getByRole('button', { name: 'Update Article' }).click()
  await expect(toast(again, 'Article updated successfully')).toBeVisible()
  expect(await site.sql('select title, content from articles')).toEqual([
    { title: 'Slow news day', content: '<p lang="cy">Newyddion</p>' },
  ])
  await again.getByRole('button', { name: 'Edit Slow news day' }).click()
  await expect(again.getByLabel('Title')).toHaveValue('Slow news day')
  await expect(again.getByText(/^You have unsaved changes/)).toBeHidden()
})

test('what is typed before a draft is restored or discarded is kept beside it', async ({
  site,
  page,
  context,
}) => {
  const [id] = await site.publish([{ title: 'Slow news' }])
  const address = `${site.url}/admin/articles?article=${id}`
  const notices = (one: Page) => one.getByText(/^You have unsaved changes from/)
  const draftsOf = (one: Page) =>
    one.evaluate(() =>
      Object.values(localStorage)
        .filter((text) => text.includes('"savedAt"'))
        .map((text) => JSON.parse(text).form.title)
        .sort(),
    )
  async function typeAndLeave(one: Page, title: string, drafts: string[]) {
    await one.getByLabel('Title').fill(title)
    await expect.poll(() => draftsOf(one)).toEqual(drafts)
    await one.close()
    const next = await context.newPage()
    await next.goto(address)
    await expect(notices(next)).toHaveCount(drafts.length)
    return next
  }
  await page.goto(address)
  let now = await typeAndLeave(page, 'First thoughts', ['First thoughts'])
  // Undecided: what is typed now is kept too.
  now = await typeAndLeave(now, 'Second thoughts', ['First thoughts', 'Second thoughts'])

  // Restoring one puts what is typed aside, not away.
  await now.getByLabel('Title').fill('Third thoughts')
  await now.getByRole('button', { name: 'Restore' }).last().click()
  await expect(now.getByLabel('Title')).toHaveValue('First thoughts')
  await expect(notices(now)).toHaveCount(2)
  expect(await draftsOf(now)).toEqual(['First thoughts', 'Second thoughts', 'Third thoughts'])
  await now.getByRole('button', { name: 'Restore' }).first().click()
  await expect(now.getByLabel('Title')).toHaveValue('Third thoughts')

  // Saving ends the draft that was saved, and none of the others.
  await now.getByRole('button', { name: 'Update Article' }).click()
  await expect(toast(now, 'Article updated successfully')).toBeVisible()
  await expect.poll(() => draftsOf(now)).toEqual(['First thoughts', 'Second thoughts'])
  await now.getByRole('button', { name: 'Edit Third thoughts' }).click()
  await expect(notices(now)).toHaveCount(2)
  await now.getByRole('button', { name: 'Discard' }).first().click()
  await now.getByRole('button', { name: 'Discard' }).click()
  await expect(notices(now)).toHaveCount(0)
  await expect.poll(() => draftsOf(now)).toEqual([])
})

test('a picture is pasted, and its upload shows how far it is', async ({ site, page, context, trouble }) => {
  const [id] = await site.publish([{ title: 'Slow news', content: '<p>It was raining.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  const bytes = await sharp({
    create: {
      width: 700,
      height: 400,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  const paste = (box: Locator, text?: string) =>
    box.evaluate(
      (element, { data, text }) => {
        const clipboard = new DataTransfer()
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
        clipboard.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
        if (text) clipboard.setData('text/plain', text)
        const event = new ClipboardEvent('paste', {
          clipboardData: clipboard,
          bubbles: true,
          cancelable: true,
        })
        return element.dispatchEvent(event)
      },
      { data: bytes.toString('base64'), text },
    )
  // A text that an office program gives a picture beside is a text.
  expect(await paste(page.getByLabel('Title'), 'From a letter')).toBe(true)
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toHaveCount(0)

  const network = await context.newCDPSession(page)
  const upload = (bytesASecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesASecond,
    })
  await upload(150_000)
  await paste(content(page))
  const bar = page.getByRole('progressbar', { name: 'Upload' })
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeVisible()
  const share = () => bar.evaluate((element) => (element as HTMLProgressElement).value)
  await expect.poll(share).toBeGreaterThan(0)
  const before = await share()
  expect(before).toBeLessThan(1)
  await expect.poll(share).toBeGreaterThan(before)
  // Meanwhile one goes on writing.
  await page.getByLabel('Title').fill('Slow news, with a picture')
  await upload(-1)
  await expect(toast(page, 'Image uploaded successfully')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(page.getByLabel('Title')).toHaveValue('Slow news, with a picture')
  await expect(page.getByLabel('Image URL')).toHaveValue(/^\/storage\/article-images\/\d{13}_image\.png$/)
  await expect(page.getByRole('img', { name: 'As it will be shown' })).toHaveJSProperty('naturalWidth', 700)
  await expect(content(page)).toHaveText('It was raining.')

  // One that cannot be had is said to be so, and is not asked for with every letter.
  trouble.allow(/status 404/)
  const gone = '/storage/article-images/1_gone.jpg'
  let asked = 0
  await page.route(`**${gone}`, (route) => {
    asked += 1
    return route.fulfill({ status: 404, body: '' })
  })
  await page.getByLabel('Image URL').fill(gone)
  await expect(page.getByText('This picture cannot be had')).toBeVisible()
  await expect(preview(page).locator('img')).toHaveAttribute('src', gone)
  await expect(preview(page).locator('img')).toHaveJSProperty('complete', true)
  await expect.poll(() => asked).toBe(2)
  for (const title of ['No news', 'Good news']) {
    await page.getByLabel('Title').fill(title)
    await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(preview(page).locator('img')).toHaveAttribute('src', '/placeholder.svg')
  }
  expect(asked).toBe(2)
})

test('who takes theirs after a conflict gets the other’s article, and asks for it first', async ({
  site,
  page,
}) => {
  const [id] = await site.publish([{ title: 'Tea at four', author: 'Ada', content: '<p>Milk first.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  await page.getByLabel('Title').fill('Tea at five')
  await content(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Then sugar.')
  await site.sql(
    `update articles set title = 'Coffee at four', content = '<p>No milk at all.</p>' where id = $1`,
    [id],
  )
  await expect(page.getByText('Somebody else has saved this article since you opened it.')).toBeVisible()
  await page.getByRole('button', { name: 'Update Article' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else has saved this article' })
  const text = dialog.getByRole('group', { name: 'Content' })
  // Both are shown, with what differs marked.
  await expect(text).toContainText('Then sugar.')
  await expect(text).toContainText('No milk at all.')
  await expect(text.locator('mark').filter({ hasText: 'sugar' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Take all of theirs' }).click()
  await expect(dialog.getByRole('radio', { name: 'Take theirs', checked: true })).toHaveCount(2)

  // Nothing has happened yet: mine is still there for who thinks better of it.
  await dialog.getByRole('button', { name: 'Go on editing' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Tea at five')
  await expect(content(page)).toHaveText('Milk first. Then sugar.')
  expect(await site.sql('select action from audit_log')).toEqual([])

  await page.getByRole('button', { name: 'See the differences' }).click()
  await dialog.getByRole('button', { name: 'Take all of theirs' }).click()
  await dialog.getByRole('button', { name: 'Save this' }).click()
  await expect(toast(page, 'Article updated successfully')).toBeVisible()
  expect(await site.sql('select title, author, content from articles')).toEqual([
    { title: 'Coffee at four', author: 'Ada', content: '<p>No milk at all.</p>' },
  ])
  await page.getByRole('button', { name: 'Edit Coffee at four' }).click()
  await expect(content(page)).toHaveText('No milk at all.')
  await expect(page.getByText(/^You have unsaved changes/)).toHaveCount(0)
})

test('the list is searched, filtered and continued, by keyboard alone', async ({ site, page }) => {
  await site.publish([
    { title: 'Cup final tonight', author: 'Grace Field', category: 'Sport', is_breaking: true },
    // It begins in Arabic and is mostly English: its words keep their order, at the left as all others.
    { title: 'العربية channel opens in London', author: 'Grace Field', category: 'Sport' },
    ...stories(30, { category: 'Money', author: 'Ada Penrose' }),
  ])
  await page.goto('/admin/articles')
  await expect(page.getByRole('heading', { name: 'Articles (32)' })).toBeVisible()
  await expect(list(page)).toHaveCount(24)
  await page.getByRole('button', { name: 'Load more' }).press('Enter')
  await expect(list(page)).toHaveCount(32)
  const lefts = await Promise.all(
    ['Cup final tonight', 'العربية channel opens in London'].map(async (name) => {
      const box = await page.getByRole('button', { name, exact: true }).locator('bdi').boundingBox()
      return Math.round(box?.x ?? Number.NaN)
    }),
  )
  expect(lefts[1]).toBe(lefts[0])
  await expectAccessible(page)

  await page.getByRole('searchbox', { name: 'Search articles' }).focus()
  await page.keyboard.type('grace')
  await expect(page.getByRole('heading', { name: 'Articles (2)' })).toBeVisible()
  await expect(page).toHaveURL('/admin/articles?q=grace')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Money')
  await expect(page.getByText('Try adjusting your search or filters')).toBeVisible()
  await expect(page).toHaveURL('/admin/articles?q=grace&category=Money')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Money')
  await page.getByRole('button', { name: 'Clear filter' }).press('Enter')
  await expect(page).toHaveURL('/admin/articles')
  await expect(page.getByRole('searchbox', { name: 'Search articles' })).toHaveValue('')
  await page.getByRole('searchbox', { name: 'Search articles' }).fill('grace')
  await expect(page.getByRole('heading', { name: 'Articles (2)' })).toBeVisible()

  const tabs = page.getByRole('tablist', { name: 'Articles' }).getByRole('tab')
  await expect(tabs).toHaveText(['Article List', 'New Article'])
  await page.getByRole('button', { name: 'Edit Cup final tonight' }).press('Enter')
  await expect(tabs).toHaveText(['Article List', 'Edit Article'])
  await page.getByLabel('Author').focus()
  await page.keyboard.type(' of the Courier')
  await content(page).focus()
  await page.keyboard.type('Kick-off is at eight.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page).toHaveURL('/admin/articles?q=grace')
  await expect(list(page)).toContainText(['Grace Field of the Courier'])
  await tabs.nth(1).press('Enter')
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
})

test('pictures are taken from administrators only, and nothing but pictures', async ({
  site,
  page,
  playwright,
}) => {
  const headers = { origin: site.url, 'content-type': 'image/jpeg' }
  const upload = (data: Buffer, request = page.request, more: Record<string, string> = {}) =>
    request.post('/api/admin/images?name=a.jpg', { data, headers: { ...headers, ...more } })
  const nobody = await playwright.request.newContext({ baseURL: site.url })
  const user = await playwright.request.newContext({ baseURL: site.url })
  await signIn(site, user, { role: 'user', email: 'reader@example.org' })
  const jpeg = await picture()

  expect((await upload(jpeg, nobody)).status()).toBe(401)
  expect((await upload(jpeg, user)).status()).toBe(403)
  expect((await upload(jpeg, page.request, { origin: 'https://evil.example' })).status()).toBe(403)
  expect((await upload(jpeg, page.request, { 'sec-fetch-site': 'cross-site' })).status()).toBe(403)
  const refused: [Buffer, number, RegExp][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 415, /not a picture/],
    [jpeg.subarray(0, 900), 415, /damaged or incomplete/],
    [Buffer.concat([jpeg, Buffer.alloc(11 * 1024 * 1024)]), 413, /larger than 10 MB/],
  ]
  for (const [data, status, words] of refused) {
    const answer = await upload(data)
    expect([answer.status(), (await answer.json()).message]).toEqual([status, expect.stringMatching(words)])
  }
  expect((await page.request.get('/api/admin/images')).status()).toBe(405)
  await site.sql('update account_attempts set count = 120')
  const last = await upload(jpeg)
  expect([last.status(), (await last.json()).message]).toEqual([
    429,
    'You have uploaded 120 pictures within an hour. Please try again in 60 minutes.',
  ])
  expect(Number(last.headers()['retry-after'])).toBeGreaterThan(3_500)
  await site.sql('delete from account_attempts')
  expect(await site.sql('select from audit_log')).toEqual([])

  const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])
  const { url } = await (await upload(polyglot)).json()
  const stored = await nobody.get(url)
  expect(stored.headers()).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect((await stored.body()).includes('script')).toBe(false)
  await nobody.dispose()
  await user.dispose()
})
