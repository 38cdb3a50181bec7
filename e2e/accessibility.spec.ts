import { stories } from './fixtures/article-row.ts'
import { BOOKMARK, bookmarks, openWithBookmarks } from './fixtures/bookmark-list.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expectReadable } from './fixtures/expect-readable.ts'
import { expectToFitPhones } from './fixtures/expect-to-fit.ts'
import { RICH_TEXT } from './fixtures/static-page.ts'
import { expect, test } from './fixtures/test.ts'

const CONTENT =
  '<h2>Part</h2><p>Text with a <a href="https://example.org/">link</a>.</p><ul><li>One</li></ul><blockquote>Said.</blockquote>'

test('the home page and an article are accessible, and fit phones at twice the text size', async ({
  site,
  page,
}) => {
  const shared = { is_breaking: true, image_url: '/samples/sport-1.webp' }
  const [, id] = await site.publish([
    { title: 'Lead', ...shared },
    { title: 'Article', content: CONTENT, source_url: 'https://example.org/', ...shared },
    { title: 'Showbiz', category: 'Showbiz' },
    ...stories(14, { category: 'Politics' }),
  ])
  await site.set({
    facebook_url: 'https://www.facebook.com/masthead',
    twitter_url: 'https://x.com/masthead',
  })
  for (const path of ['/', `/article/${id}`])
    await test.step(path, async () => {
      await page.goto(path)
      await expectReadable(page)
    })
})

test.describe('on a phone in dark mode', () => {
  test.use({ viewport: { width: 375, height: 800 }, colorScheme: 'dark' })

  test('pages with content are accessible, and fit at twice the text size', async ({ site, page }) => {
    await site.sql("insert into site_settings values ('contact_page', $1)", [RICH_TEXT])
    await site.set({ newsletter_enabled: 'false' })
    await site.publish(stories(30, { category: 'Sport', is_breaking: true }))
    for (const path of [
      '/sport',
      '/search?q=story&category=Sport',
      '/search?q=zeppelin',
      '/newsletter',
      '/contact',
    ])
      await test.step(path, async () => {
        expect((await page.goto(path))?.status()).toBe(200)
        await expectAccessible(page)
        await expectToFitPhones(page)
      })
    const saved = { ...BOOKMARK, category: 'Sport', imageUrl: 'https://elsewhere.example/a.jpg' }
    await openWithBookmarks(page, [...bookmarks(2), saved])
    await expectAccessible(page)
    await expectToFitPhones(page)
  })

  test('empty and missing pages are accessible; they, the menu and the search dialog fit phones at twice the text size', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/status 404/)
    for (const path of [
      '/tv',
      '/bookmarks',
      '/privacy-policy',
      '/nowhere',
      '/article/none',
      '/newsletter?outcome=subscribed#signup',
      '/newsletter?outcome=email-invalid#signup',
    ])
      await test.step(path, async () => {
        await page.goto(path)
        await expectAccessible(page)
        await expectToFitPhones(page)
      })
    await page.setViewportSize({ width: 320, height: 800 })
    for (const [role, name] of [
      ['button', 'Sections'],
      ['link', 'Search'],
    ] as const) {
      await page.goto('/')
      await page.getByRole('banner').getByRole(role, { name }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectToFitPhones(page)
    }
  })
})
