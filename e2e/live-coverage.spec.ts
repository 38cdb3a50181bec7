import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expectAccessibleAtEachWidth } from './fixtures/expect-accessible.ts'
import { addPosts, publishLive } from './fixtures/live-coverage.ts'
import { expect, test } from './fixtures/test.ts'
import { setVisible } from './fixtures/visibility.ts'

const coverage = (page: Page) => page.getByRole('region', { name: 'Live coverage' })
const posts = (page: Page) => coverage(page).locator('.live-posts').getByRole('heading', { level: 3 })
const held = (page: Page) => coverage(page).getByRole('button', { name: /new posts?$/ })
const topOf = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).evaluate(async (heading) => {
    // Lines of headlines break elsewhere in another font.
    await document.fonts.ready
    return heading.getBoundingClientRect().top
  })

test('new, edited and withdrawn posts reach open pages, which do not move while being read, and are accessible', async ({
  site,
  page,
}) => {
  const id = await publishLive(site)
  await page.goto(`/article/${id}`)
  await expect(coverage(page)).toContainText('Live coverage is about to start')
  await addPosts(site, id, 8)
  await expect(posts(page)).toHaveCount(8)
  await expect(coverage(page)).not.toContainText('about to start')
  await expect(held(page)).toBeHidden()

  await page.getByRole('heading', { name: 'Post 4', exact: true }).evaluate((post) => post.scrollIntoView())
  const before = await topOf(page, 'Post 4')
  await addPosts(site, id, 3)
  await expect(held(page)).toHaveText('3 new posts')
  await site.sql("update live_posts set is_key = true where headline = 'Post 1'")
  await site.sql("update live_posts set withdrawn_at = now() where headline = 'Post 6'")
  const change = `body = body || '<p>Order!</p>', edited_at = now(), version = version + 1`
  await site.sql(`update live_posts set ${change} where headline in ('Post 5', 'Post 2')`)
  await expect(page.getByText(/^Edited/)).toHaveCount(2)
  await expect(page.getByRole('heading', { name: 'Post 6' })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Key events' }).getByRole('link')).toHaveText('Post 1')
  expect(Math.abs((await topOf(page, 'Post 4')) - before)).toBeLessThan(2)

  await held(page).click()
  await expect(posts(page).first()).toHaveText('Post 11')
  await expect(posts(page).first()).toBeInViewport()
  await expect(coverage(page).locator('.live-posts > article').first()).toBeFocused()
  await expect(posts(page)).toHaveCount(10)

  const title = await page.title()
  await setVisible(page, false)
  await addPosts(site, id, 2)
  await expect(page).toHaveTitle(`(2) ${title}`)
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /favicon-new/)
  await setVisible(page, true)
  await expect(page).toHaveTitle(title)
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /favicon\.png$/)

  await site.sql(
    "update live_posts set is_pinned = true, correction = 'It was 51.', corrected_at = now() where headline = 'Post 9'",
  )
  await page.reload()
  await expect(page.getByText('It was 51.')).toBeVisible()
  await expectAccessibleAtEachWidth(page)
})

test('posts of another process, of a lost connection and of a killed process are not missed, and the page does not move', async ({
  site,
  page,
  pageErrors,
  context,
}) => {
  // The test starts two servers.
  test.slow()
  pageErrors.allow(/net::ERR_(INTERNET_DISCONNECTED|CONNECTION_RE(FUSED|SET)|INCOMPLETE_CHUNKED_ENCODING): /)
  const id = await publishLive(site, 8)
  const first = await site.startAnother()
  await page.goto(`${first.url}/article/${id}`)
  await expect(posts(page)).toHaveCount(8)
  await page.getByRole('heading', { name: 'Post 4', exact: true }).evaluate((post) => post.scrollIntoView())
  const before = await topOf(page, 'Post 4')

  await addPosts(site, id)
  await expect(held(page)).toHaveText('1 new post')

  await context.setOffline(true)
  await addPosts(site, id, 2)
  await site.sql("update live_posts set withdrawn_at = now() where headline = 'Post 7'")
  await context.setOffline(false)
  await expect(held(page)).toHaveText('3 new posts')
  await expect(page.getByRole('heading', { name: 'Post 7', exact: true })).toHaveCount(0)

  process.kill(first.pid, 'SIGKILL')
  await first[Symbol.asyncDispose]()
  await addPosts(site, id, 2)
  await using _ = await site.startAnother({ PORT: new URL(first.url).port })
  await expect(held(page)).toHaveText('5 new posts')
  expect(Math.abs((await topOf(page, 'Post 4')) - before)).toBeLessThan(2)
  await held(page).click()
  await expect(posts(page)).toHaveText([13, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2, 1].map((n) => `Post ${n}`))
})

test('earlier posts and each post have an address without JavaScript, and ended coverage stays', async ({
  site,
  browser,
}) => {
  const id = await publishLive(site, 60)
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${site.url}/article/${id}`)
  await expect(posts(page)).toHaveCount(50)
  await coverage(page).getByRole('link', { name: 'Earlier posts' }).click()
  await expect(posts(page)).toHaveCount(10)
  await expect(posts(page).first()).toHaveText('Post 10')
  await posts(page).nth(3).locator('..').getByRole('link', { name: 'Share this post' }).click()
  await expect(posts(page).first()).toHaveText('Post 7')
  await expect(page.locator('article:target h3')).toHaveText('Post 7')
  await site.sql("update drafts set live_state = 'ended'")
  await expect(async () => {
    await page.goto(`${site.url}/article/${id}`)
    await expect(coverage(page)).toContainText('The live coverage has ended.', { timeout: 100 })
  }).toPass({ timeout: 2_000 })
  await page.close()
})

test('a post is published from the keyboard, survives a reload and a lost connection, and is not doubled', async ({
  site,
  page,
  pageErrors,
  otherPage: reader,
}) => {
  pageErrors.allow(/createPostFn/)
  const id = await publishLive(site)
  await signIn(site, page.request)
  await reader.goto(`/article/${id}`)
  await page.goto(`/admin/live?article=${id}`)
  const text = page.getByRole('textbox', { name: 'Text of the post' })
  await text.click()
  await page.keyboard.type('The tellers walk in.')
  await page.reload()
  await expect(text).toHaveText('The tellers walk in.')
  await text.press('ControlOrMeta+a')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByLabel('Address of the link').fill('example.org')
  await page.keyboard.press('Enter')
  await text.click()
  await page.keyboard.press('ControlOrMeta+Enter')
  const list = page.getByRole('list', { name: 'Posts, newest first' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(text).toHaveText('')
  await expect(text).toBeFocused()
  await expect(coverage(reader).getByRole('link', { name: 'The tellers walk in.' })).toHaveAttribute(
    'href',
    'https://example.org',
  )

  // The server stores the post, but its response is lost.
  let attempts = 0
  await page.route('**/_serverFn/createPostFn*', async (route) => {
    attempts += 1
    if (attempts > 2) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.keyboard.type('Ayes 311.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Not published.')).toBeVisible()
  expect(attempts).toBe(2)
  await page.reload()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Not published.')).toBeHidden()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  expect(await site.sql('select from live_posts')).toHaveLength(2)

  await list.getByRole('listitem').first().getByRole('button', { name: /^Edit/ }).click()
  const edit = page.getByRole('form', { name: 'Edit post' })
  await edit.getByRole('textbox', { name: 'Text of the post' }).fill('Ayes 312.')
  await edit.getByLabel('What was corrected (optional)').fill('It is 312, not 311.')
  await edit.getByRole('button', { name: 'Save Correction' }).click()
  await expect(coverage(reader)).toContainText('It is 312, not 311.')
  await list
    .getByRole('listitem')
    .first()
    .getByRole('button', { name: /^Withdraw/ })
    .click()
  await expect(coverage(reader)).not.toContainText('312')
  await expectAccessibleAtEachWidth(page)
})

test('posts of contributors wait for an editor, and coverage ends', async ({
  site,
  page,
  otherPage: editor,
}) => {
  const id = await publishLive(site)
  await signIn(site, page.request, { role: 'contributor', email: 'eli@example.org' })
  await signIn(site, editor.request, { role: 'editor' })
  await page.goto(`/admin/live?article=${id}`)
  await page.getByRole('textbox', { name: 'Text of the post' }).fill('Crowds gather outside.')
  await editor.goto(`/admin/live?article=${id}`)
  await page.getByRole('button', { name: 'Send for Approval' }).click()
  const waiting = editor.getByRole('region', { name: 'Waiting for approval' })
  await expect(waiting).toContainText('Crowds gather outside.')
  await waiting.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByRole('list', { name: 'Posts, newest first' })).toContainText(
    'Crowds gather outside.',
  )
  await editor.getByRole('button', { name: 'End Coverage' }).click()
  await editor.getByRole('alertdialog').getByRole('button', { name: 'End Coverage' }).click()
  await expect(editor.getByRole('button', { name: 'Resume Coverage' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send for Approval' })).toBeHidden()
})
