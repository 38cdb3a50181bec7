import type { Category } from '#kernel/category.ts'
import { stories } from './fixtures/article-row.ts'
import {
  BOOKMARK,
  bookmarks,
  clearAll,
  items,
  openWithBookmarks,
  storedBookmarks,
  toast,
} from './fixtures/bookmark-list.ts'
import { closeToast } from './fixtures/close-toast.ts'
import { expect, test } from './fixtures/test.ts'
import { ATTACKS, LAYOUT_STRESS_TEXTS } from './fixtures/untrusted-content.ts'

test('an article is bookmarked, and the bookmark is removed', async ({ site, page }) => {
  const [id] = await site.publish([
    {
      title: 'Ferry returns',
      summary: 'The island has its <em>boat</em> back.',
      content: 'Long. '.repeat(100),
      author: 'Ruth Adeyemi',
      category: 'Travel',
      image_url: '/samples/travel-1.webp',
      published_at: '2026-07-01T22:30:00Z',
    },
    { title: 'Another' },
  ])
  await openWithBookmarks(page, [BOOKMARK], `/article/${id}`)
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
  await expect(toast(page, 'Article bookmarked')).toContainText('Added to your reading list')
  const button = page.getByRole('button', { name: 'Bookmarked', exact: true })
  await expect(button).toHaveText('Bookmarked')

  const stored = await storedBookmarks(page)
  expect(stored).toEqual([
    {
      id,
      title: 'Ferry returns',
      summary: 'The island has its <em>boat</em> back.',
      author: 'Ruth Adeyemi',
      category: 'Travel',
      imageUrl: expect.stringMatching(new RegExp(`^/media/${id}/[0-9a-f]{14}/3x2-480\\.webp$`)),
      publishedAt: '2026-07-01T22:30:00.000Z',
    },
    BOOKMARK,
  ])
  expect((await page.request.get(String(stored[0]?.imageUrl))).status()).toBe(200)
  await page.reload()
  await expect(button).toBeVisible()

  await button.click()
  await expect(toast(page, 'Bookmark removed')).toContainText('Article removed from your bookmarks')
  await expect(page.getByRole('button', { name: 'Bookmark', exact: true })).toBeVisible()
  expect(await storedBookmarks(page)).toEqual([BOOKMARK])
})

test('the reading list shows all fields of a bookmark and links to the article', async ({ site, page }) => {
  const { title, summary, author, category, publishedAt: published_at } = BOOKMARK
  const row = { title, summary, author, category: category as Category, published_at }
  const [id] = await site.publish([{ ...row, image_url: '/samples/travel-1.webp' }])
  await page.goto(`/article/${id}`)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(page.getByRole('button', { name: 'Bookmarked' })).toBeVisible()
  const [saved] = await storedBookmarks(page)
  await openWithBookmarks(page, [{ ...BOOKMARK, id, imageUrl: saved?.imageUrl }])

  await expect(page).toHaveTitle('Your Reading List | Masthead')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Reading List')
  await expect(page.getByText('1 saved article', { exact: true })).toBeVisible()
  const item = items(page)
  await expect(item.getByRole('heading', { level: 2 })).toHaveText('Ferry returns')
  await expect(item.getByText('The island has its boat back & more.')).toBeVisible()
  await expect(item.getByText('Travel')).toBeVisible()
  await expect(item.getByText('By Ruth Adeyemi')).toBeVisible()
  // 22:30 UTC is 23:30 in London in summer.
  await expect(item.getByText('1 Jul 2026')).toBeVisible()
  const image = item.locator('img')
  await expect(image).toHaveAttribute('src', String(saved?.imageUrl))
  await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
  await item.getByRole('link', { name: 'Ferry returns' }).click()
  await expect(page).toHaveURL(`/article/${id}`)
})

test('whole rows and articles are supported, but images of another site and missing ones are not shown', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 404: \/media\//)
  const { imageUrl: _, publishedAt: __, ...shared } = BOOKMARK
  const row = { image_url: 'https://elsewhere.example/a.jpg', published_at: '2026-07-01T22:30:00+00:00' }
  const article = { imageUrl: 'https://elsewhere.example/a.jpg', publishedAt: '2026-07-01T22:30:00.000Z' }
  const stored = [row, article].map((names, index) => ({
    ...shared,
    ...names,
    id: `whole-${index}`,
    content: 'Long.',
    is_breaking: true,
  }))
  const missing = { ...BOOKMARK, imageUrl: `/media/${BOOKMARK.id}/0123456789abcd/3x2-480.webp` }
  const [id] = await site.publish([{ title: 'Another' }])
  await openWithBookmarks(page, [...stored, missing])
  await expect(items(page)).toHaveCount(3)
  for (const item of await items(page).all()) {
    await expect(item.getByRole('heading')).toHaveText('Ferry returns')
    await expect(item.getByText('1 Jul 2026')).toBeVisible()
    await expect(item.locator('img')).toHaveAttribute('src', '/placeholder.svg')
  }

  await page.goto(`/article/${id}`)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(toast(page, 'Article bookmarked')).toBeVisible()
  expect(await storedBookmarks(page)).toEqual([expect.objectContaining({ id }), ...stored, missing])
})

test('invalid stored values count as an empty list, and bookmarks can be added', async ({ site, page }) => {
  const [id] = await site.publish(stories(1))
  for (const stored of ['[', '[null,7,[],{}]']) {
    await openWithBookmarks(page, stored)
    await expect(page.getByRole('heading', { name: 'No bookmarks yet' }), stored).toBeVisible()
  }
  await page.goto(`/article/${id}`)
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Bookmarked' })).toBeVisible()
  await page.goto('/bookmarks')
  await expect(items(page).getByRole('heading')).toHaveText(['Story 1'])
})

test('stored values are rendered as text and never link to other sites', async ({ page }) => {
  const hostile = {
    title: `${ATTACKS} Title`,
    summary: `${ATTACKS} Summary`,
    author: ATTACKS,
    category: ATTACKS,
    publishedAt: '"><script>window.__pwned=1</script>',
  }
  const addresses = [
    'javascript:window.__pwned=1',
    'data:image/svg+xml,<svg onload="parent.__pwned=1"/>',
    '//evil.example/a.webp',
    'https://evil.example/a.webp',
    '/media/../../functions/v1/fetch-news',
    '/media/a/b/c.webp?x',
    '/functions/v1/fetch-news',
  ]
  await openWithBookmarks(page, [
    ...addresses.map((imageUrl, index) => ({ ...hostile, imageUrl, id: `a${index}` })),
    ...['../admin', '..', 'a/b', '//evil.example', 'javascript:alert(1)', 'a?b', 'a#b', '%2e%2e', ''].map(
      (id) => ({ ...hostile, id }),
    ),
    ...[7, null, {}, ['a']].map((id) => ({ ...hostile, id })),
  ])
  await expect(page.getByText(`${addresses.length} saved articles`)).toBeVisible()
  await expect(items(page).getByRole('heading').first()).toContainText('<script>window.__pwned=1</script>')
  for (const [index] of addresses.entries()) {
    const item = items(page).nth(index)
    await expect(item.getByRole('link')).toHaveAttribute('href', `/article/a${index}`)
    await expect(item.locator('img')).toHaveAttribute('src', '/placeholder.svg')
  }
  await expect(items(page).locator('img')).toHaveCount(addresses.length)
  await expect(
    page.getByRole('main').locator(':is(script, iframe, svg svg, style, form, [style])'),
  ).toHaveCount(0)
  expect(await page.evaluate(() => (window as { __pwned?: unknown }).__pwned)).toBeUndefined()
})

test('several bookmarks are counted and listed newest first, and removing one moves the focus to the next', async ({
  page,
}) => {
  await openWithBookmarks(page, bookmarks(3))
  await expect(page.getByText('3 saved articles', { exact: true })).toBeVisible()
  await expect(items(page).getByRole('heading')).toHaveText(['Saved 1', 'Saved 2', 'Saved 3'])
  await page.getByRole('button', { name: 'Remove “Saved 2” from your reading list' }).click()
  await expect(toast(page, 'Bookmark removed')).toContainText('Article removed from your reading list')
  await expect(items(page).getByRole('heading')).toHaveText(['Saved 1', 'Saved 3'])
  await expect(page.getByText('2 saved articles')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Saved 3' })).toBeFocused()
  expect((await storedBookmarks(page)).map(({ id }) => id)).toEqual(['saved-1', 'saved-3'])
  await page.getByRole('button', { name: 'Remove “Saved 3” from your reading list' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Remove “Saved 1” from your reading list' }).click()
  await expect(page.getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the list is synchronised between tabs and within a page', async ({ site, page, context }) => {
  const [id] = await site.publish(stories(1))
  await page.goto('/bookmarks')
  await expect(page.getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${site.url}/article/${id}`)
  await other.getByRole('button', { name: 'Bookmark' }).click()
  await expect(items(page).getByRole('heading')).toHaveText('Story 1')
  await page.getByRole('button', { name: 'Remove “Story 1”' }).click()
  await expect(other.getByRole('button', { name: 'Bookmark', exact: true })).toBeVisible()
  await other.getByRole('button', { name: 'Bookmark', exact: true }).click()
  await page.getByRole('link', { name: 'Story 1' }).click()
  await expect(page.getByRole('button', { name: 'Bookmarked' })).toBeVisible()
  await page.getByRole('button', { name: 'Bookmarked' }).click()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible()
})

test('if storage is blocked, the button does not change and an error is shown', async ({ site, page }) => {
  const [id] = await site.publish(stories(1))
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied.', 'SecurityError')
      },
    }),
  )
  await page.goto(`/article/${id}`)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(toast(page, 'Error')).toContainText('Your reading list could not be saved on this device.')
  await expect(page.getByRole('button', { name: 'Bookmark', exact: true })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Reading List' }).click()
  await expect(page.getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible()
})

const REMOVE_FIRST = 'Remove “Saved 1” from your reading list'

test('if storage is full, adding or removing a bookmark fails with an error', async ({ site, page }) => {
  const [id] = await site.publish(stories(1))
  await openWithBookmarks(page, bookmarks(2), `/article/${id}`)
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full.', 'QuotaExceededError')
    }
  })
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(toast(page, 'Error')).toContainText('Your reading list could not be saved on this device.')
  await expect(page.getByRole('button', { name: 'Bookmark', exact: true })).toBeVisible()
  await closeToast(page, 'Error')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Reading List' }).click()
  for (const { name, remove } of [
    { name: 'Clear All', remove: () => clearAll(page) },
    { name: REMOVE_FIRST, remove: () => page.getByRole('button', { name: REMOVE_FIRST }).click() },
  ]) {
    await remove()
    await expect(toast(page, 'Error').first()).toBeVisible()
    await expect(page.getByRole('button', { name })).toBeFocused()
    await expect(items(page)).toHaveCount(2)
  }
})

test('a bookmark is added and removed with a double click and with the keyboard', async ({ site, page }) => {
  const [id] = await site.publish(stories(1))
  await page.goto(`/article/${id}`)
  await page.getByRole('button', { name: 'Bookmark' }).dblclick()
  await expect(toast(page, 'Article bookmarked')).toBeVisible()
  await expect(toast(page, 'Bookmark removed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bookmark', exact: true })).toBeVisible()
  expect(await storedBookmarks(page)).toEqual([])
  await page.getByRole('link', { name: 'Share by email' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const button = page.getByRole('button', { name: 'Bookmarked' })
  await expect(button).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Bookmark', exact: true })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(button).toBeFocused()
  await page.goto('/bookmarks')
  await page.getByRole('button', { name: 'Clear All' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Story 1' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Browse Articles' })).toBeFocused()
})

test('the page is identical for all readers, says where the list is stored, and is not indexed', async ({
  request,
}) => {
  const response = await request.get('/bookmarks')
  const html = await response.text()
  expect(response.headers()['set-cookie']).toBeUndefined()
  expect(html).toContain('<meta name="robots" content="noindex, follow"/>')
  // Only readers without JavaScript may see the second sentence.
  expect(html).toContain(
    'Your reading list is stored on this device.<noscript> JavaScript is needed to show it.</noscript>',
  )
  expect(html).not.toContain('No bookmarks yet')
  expect(html).not.toContain('saved article')
})

test('the list and the buttons appear without layout shifts', async ({ site, page }) => {
  const [id] = await site.publish(stories(4, { content: 'One sentence of the text. '.repeat(200) }))
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) (window as unknown as { shifts: unknown[] }).shifts.push(entry)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await openWithBookmarks(page, [...bookmarks(5), { ...BOOKMARK, id }], '/favicon.png')
  for (const width of [375, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/bookmarks', `/article/${id}`]) {
      await page.goto(path)
      const appeared = path === '/bookmarks' ? 'Clear All' : 'Bookmarked'
      await expect(page.getByRole('button', { name: appeared })).toBeVisible()
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
      expect(await page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts)).toEqual([])
    }
  }
})

test('long and right-to-left titles do not overflow', async ({ site, page }) => {
  const [title = ''] = LAYOUT_STRESS_TEXTS
  const [id] = await site.publish([{ title, author: title.slice(0, 200) }])
  const expectNoOverflow = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  const long = LAYOUT_STRESS_TEXTS.map((text, index) => ({
    ...BOOKMARK,
    id: `a${index}`,
    title: text,
    summary: text,
    author: text,
  }))
  // 640 px is 1280 px at a zoom of 200%.
  const viewports = [375, 640, 1280].map((width) => ({ width, height: width === 640 ? 400 : 800 }))
  await openWithBookmarks(page, long)
  for (const [index, viewport] of viewports.entries()) {
    await page.setViewportSize(viewport)
    await expect(items(page)).toHaveCount(long.length - index)
    await expectNoOverflow()
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await expect(items(page)).toHaveCount(long.length - index - 1)
  }
  await page.goto(`/article/${id}`)
  const button = page.getByRole('button', { name: /^Bookmark(ed)?$/ })
  for (const [index, viewport] of viewports.entries()) {
    await page.setViewportSize(viewport)
    await expectNoOverflow()
    await button.click()
    await expect(button).toHaveText(index % 2 === 0 ? 'Bookmarked' : 'Bookmark')
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the reading list says that it needs JavaScript, and an article has no inactive controls', async ({
    site,
    page,
  }) => {
    const [id] = await site.publish(stories(1))
    await page.goto('/bookmarks')
    await expect(page.getByRole('heading', { level: 1 }).locator('+ p')).toHaveText(
      'Your reading list is stored on this device. JavaScript is needed to show it.',
      { useInnerText: true },
    )
    await expect(page.getByText('No bookmarks yet')).toHaveCount(0)
    await page.goto(`/article/${id}`)
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByText('Bookmark')).toBeHidden()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })
})
