import { parseFeed } from 'feedsmith'
import { articlePath } from '#kernel/article-path.ts'
import { stories } from './fixtures/article-row.ts'
import { expectWithinASecond } from './fixtures/expect-within-a-second.ts'
import { pageStatements } from './fixtures/page-statements.ts'
import { expect, test } from './fixtures/test.ts'

test('the home page and categories link to their feeds, which contain their articles', async ({
  site,
  page,
  request,
}) => {
  await site.publish([...stories(1, { category: 'Sport' }), { title: 'Elsewhere', category: 'Money' }])
  for (const { path, feeds } of [
    { path: '/', feeds: ['/feed.xml', '/atom.xml', '/feed.json'] },
    { path: '/sport', feeds: ['/sport/feed.xml', '/sport/atom.xml', '/sport/feed.json'] },
  ]) {
    await page.goto(path)
    const links = page.locator('link[rel="alternate"]')
    const offered = await links.evaluateAll((all) =>
      all.map((link) => [link.getAttribute('type'), link.getAttribute('href')] as const),
    )
    expect(offered.map(([, href]) => href)).toEqual(feeds.map((feed) => site.url + feed))
    for (const [type, href] of offered) {
      const response = await request.get(href ?? '')
      expect(response.status(), href ?? '').toBe(200)
      expect(response.headers()['content-type']).toBe(`${type}; charset=utf-8`)
      const { feed } = parseFeed(await response.text())
      const items = 'entries' in feed ? feed.entries : 'items' in feed ? feed.items : []
      expect(items).toHaveLength(path === '/' ? 2 : 1)
      expect(JSON.stringify(items)).toContain('Story 1')
    }
  }
})

test('an article page has structured data that no title can break', async ({ site, page }) => {
  const title = 'Over </script><script>document.title = "gone"</script> & out'
  const [id = ''] = await site.publish([
    { title, author: 'Ruth Adeyemi', category: 'Travel', image_url: '/samples/travel-1.webp' },
  ])
  await page.goto(`/article/${id}`)
  await expect(page).toHaveTitle(/^Over <\/script>/)
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const [article, trail] = texts.map((text) => JSON.parse(text))
  expect(article).toMatchObject({
    '@type': 'NewsArticle',
    headline: title,
    url: site.url + articlePath({ id, title, slug: null }),
    author: { '@type': 'Person', name: 'Ruth Adeyemi' },
    articleSection: 'Travel',
  })
  expect((await page.request.get(article.image[0])).headers()['content-type']).toBe('image/jpeg')
  expect(trail).toMatchObject({ '@type': 'BreadcrumbList' })
  expect(trail.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
    `${site.url}/`,
    `${site.url}/travel`,
    site.url + articlePath({ id, title, slug: null }),
  ])
})

/** Documents of each kind. */
const CHANGING = ['/feed.xml', '/atom.xml', '/sport/feed.json', '/sitemap.xml', '/sitemaps/2026-06.xml']

test('documents are cached, revalidated without statements, and updated after a change', async ({
  site,
  request,
}) => {
  await site.publish(stories(1, { category: 'Sport' }))
  const id = crypto.randomUUID()
  const validators = new Map<string, { headers: Record<string, string> }>()
  for (const path of CHANGING) {
    const first = await request.get(path)
    expect(first.headers()['cache-control'], path).toBe('public, max-age=0, must-revalidate')
    const validator = { headers: { 'if-none-match': first.headers().etag ?? '' } }
    validators.set(path, validator)
    const statementsBefore = site.statements.length
    expect((await request.get(path, validator)).status(), path).toBe(304)
    // Deleting an article does not change the newest date: with Last-Modified, clients would keep it.
    const since = { 'if-modified-since': first.headers()['last-modified'] ?? new Date().toUTCString() }
    expect((await request.get(path, { headers: since })).status(), path).toBe(200)
    expect(pageStatements(site.statements.slice(statementsBefore)), `statements for ${path}`).toEqual([])
  }
  await site.sql(
    "insert into articles (id, title, category, published_at) values ($1, 'New', 'Sport', '2026-06-20Z')",
    [id],
  )
  await site.sql(
    "insert into articles (title, category, published_at) values ('Older', 'Sport', '2026-05-20Z')",
  )
  await expectWithinASecond(async () => {
    for (const [path, validator] of validators) {
      expect((await request.get(path, validator)).status(), path).toBe(200)
      const expected = path === '/sitemap.xml' ? '/sitemaps/2026-05.xml' : id
      expect(await (await request.get(path)).text(), path).toContain(expected)
    }
  })
})
