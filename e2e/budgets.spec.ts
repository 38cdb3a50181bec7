import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import type { ArticleRow } from './fixtures/article-row.ts'
import { pageStatements } from './fixtures/page-statements.ts'
import { expect, test } from './fixtures/test.ts'

/** Enough articles to fill the home page, each of average length with an image. */
const ARTICLES: ArticleRow[] = Array.from({ length: 30 }, (_, index) => ({
  title: `Council votes to reopen branch library number ${index + 1} after a summer of petitions`,
  summary:
    'Residents gathered outside the town hall long before the doors opened, and stayed until the last vote was counted late on Thursday night.',
  content: 'Some had brought folding chairs, and most had brought letters. '.repeat(40),
  category: 'Politics',
  image_url: '/samples/politics-1.webp',
  source_url: 'https://example.org/story',
}))

type Loaded = { script: number; beacon: number; style: number; font: number; fonts: number }

/** Measures the files that a page loads, in bytes: scripts and styles with gzip -9, fonts uncompressed. */
async function load(page: Page, path: string): Promise<Loaded> {
  const files = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    // The live stream never ends.
    if (/\.(js|css|woff2)$/.test(pathname)) files.set(pathname, response.body())
  })
  const beaconLoaded = page.waitForResponse(/track-page-views/)
  await page.goto(path, { waitUntil: 'networkidle' })
  // On a busy machine, the network may be idle before the page requests it.
  await beaconLoaded
  const loaded: Loaded = { script: 0, beacon: 0, style: 0, font: 0, fonts: 0 }
  for (const [path, body] of files) {
    const part = /track-page-views/.test(path) ? 'beacon' : 'script'
    if (path.endsWith('.js')) loaded[part] += gzipSync(await body, { level: 9 }).length
    if (path.endsWith('.css')) loaded.style += gzipSync(await body, { level: 9 }).length
    if (path.endsWith('.woff2')) loaded.font += (await body).length
    if (path.endsWith('.woff2')) loaded.fonts += 1
  }
  return loaded
}

for (const { name, italics } of [
  { name: 'the home page', italics: 0 },
  { name: 'an article with italics', italics: 26_000 },
]) {
  test(`${name} loads at most 135 kB of script, 15 kB of style and one font of at most 60 kB for each style of letters`, async ({
    site,
    page,
  }) => {
    const [id] = await site.publish(
      ARTICLES.map((row) => ({ ...row, content: `${row.content} <em>Adela</em>` })),
    )
    await page.route('**/media/**', (route) => route.fulfill({ path: 'samples/images/politics-1.webp' }))
    const { script, beacon, style, font, fonts } = await load(page, italics ? `/article/${id}` : '/')
    // The framework alone is larger than this: less means that no script was measured.
    expect(script).toBeGreaterThan(50_000)
    expect(script).toBeLessThanOrEqual(135_000)
    // The analytics script has a separate budget.
    expect(beacon).toBeGreaterThan(100)
    expect(beacon).toBeLessThanOrEqual(1_500)
    expect(style).toBeGreaterThan(1_000)
    expect(style).toBeLessThanOrEqual(15_000)
    expect(fonts).toBe(italics ? 2 : 1)
    expect(font).toBeLessThanOrEqual(60_000 + italics)
    await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(1)
  })
}

/** The measured size plus 20%. */
const HTML_BUDGETS = [
  { name: 'the home page', path: () => '/', bytes: 67_000 },
  { name: 'a category', path: () => '/politics', bytes: 100_000 },
  { name: 'an article', path: (id: string) => `/article/${id}`, bytes: 42_000 },
]
test('the HTML of each page is within its budget, uncompressed', async ({ site, request }) => {
  const [id = ''] = await site.publish(ARTICLES)
  for (const { name, path, bytes } of HTML_BUDGETS) {
    const html = await (await request.get(path(id))).body()
    expect(html.length, name).toBeGreaterThan(bytes / 2)
    expect(html.length, name).toBeLessThanOrEqual(bytes)
    // The data of later queries would need a stream, whose code would be in each page.
    expect(html.toString(), name).not.toContain('ReadableStream')
  }
})

/** The settings, the ad settings, the ticker's two, and the page's own data; first whether an article exists, or a redirect. */
const STATEMENT_BUDGETS = [
  { name: 'the home page', path: () => '/', statements: 7 },
  { name: 'a category', path: () => '/politics', statements: 6 },
  { name: 'an article', path: (id: string) => `/article/${id}`, statements: 10 },
  { name: 'a search for a rare phrase', path: () => '/search?q=number+17', statements: 12 },
  { name: 'the 404 screen', path: () => '/nowhere', statements: 5 },
  { name: 'a static page', path: () => '/contact', statements: 5 },
]
test('each page executes the expected number of statements when it is not cached, and none afterwards', async ({
  site,
  request,
}) => {
  const [id = ''] = await site.publish(ARTICLES)
  for (const { name, path, statements } of STATEMENT_BUDGETS) {
    await test.step(name, async () => {
      const requestPage = async () => {
        const before = site.statements.length
        await request.get(path(id))
        return pageStatements(site.statements.slice(before))
      }
      await expect.poll(requestPage).toEqual([])
      // A notification without tags clears all caches.
      await site.sql('notify masthead_live')
      let executed: string[] = []
      await expect.poll(async () => (executed = await requestPage())).not.toEqual([])
      expect(executed, name).toHaveLength(statements)
      await expect.poll(requestPage).toEqual([])
    })
  }
})
