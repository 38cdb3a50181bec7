import type { Page } from '@playwright/test'
import { fetchNews } from './fixtures/fetch-news.ts'
import { expect, test } from './fixtures/test.ts'
import { ATTACKS, articlesOf, feedOf, LAYOUT_STRESS_TEXTS } from './fixtures/untrusted-content.ts'

/** Expects that no script ran, no link runs script and nothing overflows, on a phone and on a wide screen. */
async function expectHarmless(page: Page, path: string): Promise<void> {
  await page.goto(path)
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const found = await page.evaluate(() => ({
      pwned: (window as { __pwned?: unknown }).__pwned,
      overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
      scripts: [...document.links]
        .map(({ href }) => href)
        .filter((href) => !/^(https?|mailto|tel):/.test(href)),
      foreign: document.querySelectorAll(
        'main :is(script:not([type="application/ld+json"]), style, iframe, object, embed, form, input, meta, base, link, [style], [onload], [onerror]):not(search *, section:has(#signup) *)',
      ).length,
      covered: document.elementFromPoint(20, 20)?.closest('header') === null,
    }))
    expect(found, `${path} at ${width} px`).toEqual({
      pwned: undefined,
      overflow: 0,
      scripts: [],
      foreign: 0,
      covered: false,
    })
  }
}

test('attacks in every field of an article and in the settings have no effect', async ({ site, page }) => {
  const [id] = await site.publish([...articlesOf([ATTACKS]), ...articlesOf([ATTACKS])])
  await site.set({
    site_name: `</title>${ATTACKS}`,
    facebook_url: 'javascript:window.__pwned=1',
    twitter_url: 'https://x.com/"onclick="window.__pwned=1',
  })
  for (const path of ['/news', `/article/${id}`, '/']) await expectHarmless(page, path)
  await expect(page.getByRole('banner').getByRole('link', { name: / on (Facebook|X)$/ })).toHaveCount(1)
  await test.step('after client-side navigation', async () => {
    await page.getByRole('article').getByRole('link').first().click()
    // Titles are plain text.
    await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>window.__pwned=1</script>')
    expect(await page.evaluate(() => (window as { __pwned?: unknown }).__pwned)).toBeUndefined()
  })
})

test('text that strains the layout does not overflow', async ({ site, page }) => {
  test.slow()
  const ids = await site.publish(articlesOf(LAYOUT_STRESS_TEXTS))
  for (const path of ['/', ...ids.map((id) => `/article/${id}`)]) await expectHarmless(page, path)
})

test('deeply nested lists and quotes remain readable', async ({ site, page }) => {
  const text = 'The deepest words of all, which go on for a line or two so that there is something to break.'
  const nested = (open: string, close: string) => open.repeat(30) + text + close.repeat(30)
  const ids = await site.publish([
    { title: 'Lists', content: nested('<ul><li>', '</li></ul>') },
    { title: 'All', content: nested('<ul><li><blockquote><ol><li>', '</li></ol></blockquote></li></ul>') },
  ])
  for (const id of ids) {
    await expectHarmless(page, `/article/${id}`)
    await page.setViewportSize({ width: 375, height: 800 })
    const share = await page.locator('.prose').evaluate((prose) => {
      let deepest: Element = prose
      while (deepest.lastElementChild) deepest = deepest.lastElementChild
      return deepest.getBoundingClientRect().width / prose.getBoundingClientRect().width
    })
    expect(share).toBeGreaterThan(0.7)
  }
})

test('attacks in every field of a feed have no effect', async ({
  site,
  externalServer,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 404: \/media\//)
  externalServer.serve('/hostile.rss', 'application/rss+xml', feedOf([ATTACKS, ...LAYOUT_STRESS_TEXTS]))
  await site.addFeed(`${externalServer.origin}/hostile.rss`, 'Politics')
  const report = await fetchNews(site.url)
  expect(report).toMatchObject({ failed: 0 })
  expect(report.created).toBeGreaterThanOrEqual(6)
  const [article] = await site.sql<{ id: string }>("select id from articles where content like '%__pwned%'")
  for (const path of ['/politics', `/article/${article?.id}`]) await expectHarmless(page, path)
})

test('source and image URLs that run script are neither links nor images', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status 404: \/media\//)
  const ids = await site.publish(
    [
      'javascript:window.__pwned=1',
      'data:text/html,<script>opener.__pwned=1</script>',
      ' JaVaScRiPt:window.__pwned=1',
    ].map((address) => ({
      title: 'Sourced and illustrated',
      source_url: address,
      source_name: 'Click me',
      image_url: address,
    })),
  )
  const images = page.locator(
    'main :is(img, source):is([src^="data:" i], [src*="javascript:" i], [srcset*="javascript:" i])',
  )
  for (const id of ids) {
    await expectHarmless(page, `/article/${id}`)
    await expect(images).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Click me' })).toHaveCount(0)
  }
})

test('URL parameters do not appear in the page', async ({ page, pageErrors }) => {
  pageErrors.allow(/status 404/)
  for (const path of [
    '/%3Cscript%3Ewindow.__pwned=1%3C%2Fscript%3E',
    '/article/%3C%2Fscript%3E%3Cscript%3Ewindow.__pwned=1',
    '/sport?before=%3C%2Fscript%3E%3Cscript%3Ewindow.__pwned=1%3C%2Fscript%3E',
  ]) {
    await expectHarmless(page, path)
  }
})
