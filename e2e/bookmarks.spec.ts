import { stories } from './fixtures/article-row.ts'
import {
  BOOKMARK,
  bookmarks,
  clearAll,
  clearDialog,
  items,
  openWithBookmarks,
  storedBookmarks,
  toast,
} from './fixtures/bookmark-list.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { observeShifts, painted, shifts } from './fixtures/layout-shifts.ts'
import { expect, test } from './fixtures/test.ts'
import { ATTACKS, LAYOUT_STRESS_TEXTS } from './fixtures/untrusted-content.ts'

test('a reader bookmarks an article with the keyboard, finds it in the Reading List, and removes it', async ({
  site,
  page,
}) => {
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
  // A stored list that is not JSON is replaced.
  await openWithBookmarks(page, '[', `/article/${id}`)
  await page.getByRole('button', { name: 'Bookmark', exact: true }).dblclick()
  await expect(toast(page, 'Article bookmarked')).toContainText('Added to your reading list')
  await expect(toast(page, 'Bookmark removed')).toContainText('Article removed from your bookmarks')
  await expect(page.getByRole('button', { name: 'Bookmark', exact: true })).toBeVisible()
  expect(await storedBookmarks(page)).toEqual([])

  await page.getByRole('link', { name: 'Share by email' }).focus()
  for (const name of ['Copy link', 'Bookmark']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  const button = page.getByRole('button', { name: 'Bookmarked', exact: true })
  await expect(button).toBeFocused()
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
  ])

  await toast(page, 'Article bookmarked').last().getByRole('link', { name: 'Reading List' }).click()
  await expect(page).toHaveURL('/bookmarks')
  await expect(page).toHaveTitle('Your Reading List | Masthead')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Reading List')
  await expect(page.getByText('1 saved article', { exact: true })).toBeVisible()
  const item = items(page)
  await expect(item.getByRole('heading', { level: 2 })).toHaveText('Ferry returns')
  await expect(item.getByText('The island has its boat back.')).toBeVisible()
  await expect(item.getByText('Travel')).toBeVisible()
  await expect(item.getByText('By Ruth Adeyemi')).toBeVisible()
  // 22:30 UTC is 23:30 in London in summer.
  await expect(item.getByText('1 Jul 2026')).toBeVisible()
  const image = item.locator('img')
  await expect(image).toHaveAttribute('src', String(stored[0]?.imageUrl))
  await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)

  await test.step('the article and the list in another tab are synchronised', async () => {
    const other = await page.context().newPage()
    await other.goto('/bookmarks')
    await expect(items(other)).toHaveCount(1)
    await item.getByRole('link', { name: 'Ferry returns' }).click()
    await expect(page).toHaveURL(`/article/${id}`)
    await button.click()
    await expect(other.getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
    await other.getByRole('button', { name: 'Remove “Ferry returns”' }).click()
    await expect(page.getByRole('button', { name: 'Bookmark', exact: true })).toBeVisible()
    await other.close()
  })
})

test('an article is removed from the Reading List, which is cleared after a question, and both can be undone', async ({
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
  await toast(page, 'Bookmark removed').getByRole('button', { name: 'Undo' }).click()
  await expect(items(page).getByRole('heading')).toHaveText(['Saved 1', 'Saved 2', 'Saved 3'])
  await expect(toast(page, 'Bookmarks restored')).toBeVisible()

  const button = page.getByRole('button', { name: 'Clear All' })
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => clearDialog(page).getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await button.click()
    await expect(clearDialog(page)).toContainText('This removes 3 articles from this device.')
    await expect(clearDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await leave()
    await expect(clearDialog(page)).toBeHidden()
    await expect(button).toBeFocused()
    expect(await storedBookmarks(page)).toHaveLength(3)
  }
  await button.click()
  await expectAccessible(page)
  await clearDialog(page).getByRole('button', { name: 'Clear' }).click()
  await expect(toast(page, 'All bookmarks cleared')).toContainText('Your reading list is now empty')
  expect(await storedBookmarks(page)).toEqual([])
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(button).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible()
  await expect(page.getByText('Start adding articles to your reading list to see them here')).toBeVisible()
  await toast(page, 'All bookmarks cleared').getByRole('button', { name: 'Undo' }).click()
  await expect(items(page).getByRole('heading')).toHaveText(['Saved 1', 'Saved 2', 'Saved 3'])
  expect(await storedBookmarks(page)).toEqual(bookmarks(3))
  await clearAll(page)
  await page.getByRole('link', { name: 'Browse Articles' }).click()
  await expect(page).toHaveURL('/')
})

test('what is stored is rendered as text, never links to other sites, and does not overflow', async ({
  page,
}) => {
  const hostile = {
    title: `${ATTACKS} ${LAYOUT_STRESS_TEXTS.join(' ')}`,
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
  await page.setViewportSize({ width: 375, height: 800 })
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
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  expect(await page.evaluate(() => (window as { __pwned?: unknown }).__pwned)).toBeUndefined()
})

test('if storage is full or blocked, changes fail with an error, and change nothing', async ({
  site,
  page,
}) => {
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
  await page.getByRole('contentinfo').getByRole('link', { name: 'Reading List' }).click()
  const name = 'Remove “Saved 1” from your reading list'
  await page.getByRole('button', { name }).click()
  await expect(toast(page, 'Error')).toHaveCount(2)
  await expect(page.getByRole('button', { name })).toBeFocused()
  await clearAll(page)
  await expect(toast(page, 'Error')).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Clear All' })).toBeFocused()
  await expect(items(page)).toHaveCount(2)
  await test.step('blocked', async () => {
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
  await observeShifts(page)
  await page.setViewportSize({ width: 375, height: 800 })
  await openWithBookmarks(page, [...bookmarks(5), { ...BOOKMARK, id }])
  for (const [path, appeared] of [
    ['/bookmarks', 'Clear All'],
    [`/article/${id}`, 'Bookmarked'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: appeared })).toBeVisible()
    await painted(page)
    expect(await shifts(page)).toEqual([])
  }
})

test('the list shows corrected headlines, and no text of deleted articles, once it is opened or they change', async ({
  site,
  page,
}) => {
  const [id, deleted] = await site.publish([
    { title: 'Ferry sinks', summary: 'All were lost.' },
    { title: 'Mayor resigns', summary: 'He was seen with a suitcase.' },
  ])
  const saved = (id: string | undefined, title: string) => ({
    ...BOOKMARK,
    id,
    title,
    summary: `${title} today`,
  })
  await site.sql(
    "update articles set title = 'Ferry arrives late', summary = 'Nobody was hurt.' where id = $1",
    [id],
  )
  await openWithBookmarks(page, [saved(id, 'Ferry sinks'), saved(deleted, 'Mayor resigns')])
  await expect(items(page).getByRole('heading')).toHaveText(['Ferry arrives late', 'Mayor resigns'])
  await expect(items(page).first()).toContainText('Nobody was hurt.')

  await site.sql(
    `with removed as (delete from articles where id = $1 returning *)
     insert into deleted_articles (id, row, keys) select id, to_jsonb(removed), '{}' from removed`,
    [deleted],
  )
  const gone = 'This article is no longer available'
  await expect(items(page).getByRole('heading')).toHaveText(['Ferry arrives late', gone])
  await expect(items(page).nth(1)).not.toContainText(/Mayor|suitcase/)
  expect(JSON.stringify(await storedBookmarks(page))).not.toMatch(/Mayor|sinks/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove the deleted article from your reading list' }).click()
  await expect(items(page)).toHaveCount(1)
})

test('header and footer link to the Reading List from 768 px', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 800 })
  await page.goto('/tv')
  for (const area of ['banner', 'contentinfo'] as const) {
    await page.getByRole(area).getByRole('link', { name: 'Reading List' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Reading List')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('TV')
  }
})
