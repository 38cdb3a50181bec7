import type { Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { BOOKMARK, bookmarks, openWithBookmarks } from './fixtures/bookmark-list.ts'
import { exhaustRetries } from './fixtures/exhaust-retries.ts'
import { expectAccessible, expectAccessibleAtEachWidth } from './fixtures/expect-accessible.ts'
import type { Site } from './fixtures/site.ts'
import { RICH_TEXT } from './fixtures/static-page.ts'
import { expect, test } from './fixtures/test.ts'

type Screen = {
  name: string
  path: string
  /** Returns the path if it depends on the created data. */
  prepare?(site: Site): Promise<string | undefined>
  open?(page: Page): Promise<void>
}

const CONTENT =
  '<h2>Part</h2><p>Text with a <a href="https://example.org/">link</a>.</p><ul><li>One</li></ul><blockquote>Said.</blockquote>'

const SCREENS: Screen[] = [
  {
    name: 'the home page',
    path: '/',
    async prepare(site) {
      const [first, second, ...others] = stories(16, { category: 'Politics' })
      await site.publish([
        { ...first, title: 'Lead', is_breaking: true, image_url: '/samples/sport-1.webp' },
        { ...second, title: 'Showbiz', category: 'Showbiz' },
        ...others,
      ])
      await site.set({
        facebook_url: 'https://www.facebook.com/masthead',
        twitter_url: 'https://x.com/masthead',
      })
      return undefined
    },
  },
  {
    name: 'a category with breaking news',
    path: '/sport',
    async prepare(site) {
      await site.publish(stories(30, { category: 'Sport', is_breaking: true }))
      return undefined
    },
  },
  {
    name: 'an article',
    path: '/article',
    async prepare(site) {
      const article = {
        title: 'Article',
        content: CONTENT,
        image_url: '/samples/sport-1.webp',
        is_breaking: true,
        source_url: 'https://example.org/',
      }
      const [id] = await site.publish([article, ...stories(3)])
      return `/article/${id}`
    },
  },
  { name: 'search results', path: '/search?q=story&category=News', prepare: publishStories },
  { name: 'a search without results', path: '/search?q=zeppelin', prepare: publishStories },
  {
    name: 'the reading list',
    path: '/bookmarks',
    open: (page) =>
      openWithBookmarks(page, [
        ...bookmarks(2),
        { ...BOOKMARK, category: 'Sport', imageUrl: 'https://elsewhere.example/a.jpg' },
      ]),
  },
  {
    name: 'the newsletter page when sign-up is closed',
    path: '/newsletter',
    async prepare(site) {
      await site.set({ newsletter_enabled: 'false' })
      return undefined
    },
  },
  {
    name: 'the contact page with all supported elements',
    path: '/contact',
    async prepare(site) {
      await site.sql("insert into site_settings values ('contact_page', $1)", [RICH_TEXT])
      await site.set({})
      return undefined
    },
  },
]

async function publishStories(site: Site): Promise<undefined> {
  await site.publish(stories(26))
}

/** Pages of an empty site. */
const EMPTY_PAGES = ['/', '/tv', '/bookmarks', '/privacy-policy', '/terms-of-service']
const MISSING_PAGES = ['/nowhere', '/article/none']
const OUTCOMES = ['subscribed', 'email-invalid', 'name-invalid', 'failed']

for (const { name, path, prepare, open } of SCREENS) {
  test(`${name} is accessible`, async ({ site, page }) => {
    const address = (await prepare?.(site)) ?? path
    if (open) await open(page)
    else expect((await page.goto(address))?.status()).toBe(200)
    await expectAccessibleAtEachWidth(page)
  })
}

for (const { name, paths, status } of [
  { name: 'the pages of an empty site', paths: EMPTY_PAGES, status: 200 },
  { name: 'missing pages', paths: MISSING_PAGES, status: 404 },
  {
    name: 'the newsletter page and its outcomes',
    paths: ['/newsletter', ...OUTCOMES.map((outcome) => `/newsletter?outcome=${outcome}#signup`)],
    status: 200,
  },
]) {
  test(`${name} are accessible`, async ({ page, pageErrors }) => {
    if (status === 404) pageErrors.allow(/status 404/)
    for (const path of paths) {
      await test.step(path, async () => {
        expect((await page.goto(path))?.status()).toBe(status)
        await expectAccessibleAtEachWidth(page)
      })
    }
  })
}

test('the loading state and the error screen are accessible', async ({ page, pageErrors }) => {
  pageErrors.allow(/net::ERR_FAILED|console: (RequestFailure|TypeError|Error)/)
  await page.goto('/tv')
  await page.clock.install()
  const released = Promise.withResolvers<void>()
  await page.route('**/_serverFn/**', async (route) => {
    await released.promise
    await route.abort()
  })
  await page.getByRole('banner').getByRole('link', { name: 'Masthead' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  // A page that is loading has no heading yet.
  await expectAccessible(page, 'page-has-heading-one')
  released.resolve()
  await exhaustRetries(page)
  await expectAccessible(page)
})

test('the page for database outages is accessible', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/status 503/)
  await site.withoutDatabase(async () => {
    const response = await page.goto(`/article/${crypto.randomUUID()}`)
    expect(response?.status()).toBe(503)
    await expectAccessibleAtEachWidth(page)
  })
})
