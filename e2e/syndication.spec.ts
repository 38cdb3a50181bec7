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

test('every XML document is well-formed, even with malicious articles', async ({ site, page, request }) => {
  const hostile = 'Bold <b>&amp;</b> ]]> \u0007bell, 👨‍👩‍👧 and عاجل'
  const published_at = new Date().toISOString()
  await site.publish([{ title: hostile, summary: hostile, author: hostile, category: 'Sport', published_at }])
  const month = published_at.slice(0, 7)
  const paths = [
    '/feed.xml',
    '/atom.xml',
    '/sport/feed.xml',
    '/sport/atom.xml',
    '/sitemap.xml',
    '/news-sitemap.xml',
  ]
  // A document without script, whose window has the parser.
  await page.goto('/favicon.png')
  for (const path of [...paths, '/sitemaps/pages.xml', `/sitemaps/${month}.xml`]) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    const isRead = await page.evaluate(
      (text) => {
        const read = new DOMParser().parseFromString(text, 'application/xml')
        return read.getElementsByTagName('parsererror').length === 0
      },
      await response.text(),
    )
    expect(isRead, path).toBe(true)
  }
  expect(await (await request.get('/news-sitemap.xml')).text()).toContain('<news:language>en</news:language>')
})

test('the sitemap index links to sitemaps with every article', async ({ site, request }) => {
  const ids = await site.publish([...stories(2), { title: 'Older', published_at: '2025-12-31T23:59:59Z' }])
  const addresses = async (url: string) =>
    [...(await (await request.get(url)).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, address = '']) => address,
    )
  const sitemaps = await addresses('/sitemap.xml')
  expect(sitemaps).toEqual(['pages', '2026-06', '2025-12'].map((name) => `${site.url}/sitemaps/${name}.xml`))
  const pages = (await Promise.all(sitemaps.map(addresses))).flat()
  for (const id of ids) expect(pages).toContainEqual(expect.stringContaining(`${site.url}/article/${id}/`))
  for (const page of pages) expect((await request.get(page, { maxRedirects: 0 })).status(), page).toBe(200)
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

/** All machine-readable documents. */
const DOCUMENTS = [
  ...['', '/sport'].flatMap((of) => ['feed.xml', 'atom.xml', 'feed.json'].map((file) => `${of}/${file}`)),
  '/sitemap.xml',
  '/sitemaps/pages.xml',
  '/sitemaps/2026-06.xml',
  '/news-sitemap.xml',
  '/robots.txt',
  '/llms.txt',
]
const CHANGING = ['/feed.xml', '/atom.xml', '/sport/feed.json', '/sitemap.xml', '/sitemaps/2026-06.xml']

test('every document supports conditional requests with ETags', async ({ site, request }) => {
  await site.publish(stories(3, { category: 'Sport' }))
  for (const path of DOCUMENTS) {
    const first = await request.get(path)
    expect(first.status(), path).toBe(200)
    const { etag = '', 'last-modified': lastModified } = first.headers()
    for (const tags of [etag, `"other", ${etag}`, '*', etag.replace('W/', '')]) {
      const again = await request.get(path, { headers: { 'if-none-match': tags } })
      expect([again.status(), again.headers().etag, (await again.body()).length], path).toEqual([
        304,
        etag,
        0,
      ])
    }
    expect((await request.get(path, { headers: { 'if-none-match': 'W/"other"' } })).status()).toBe(200)
    expect((await request.head(path)).headers().etag, path).toBe(etag)
    // Deleting an article does not change the newest date: with Last-Modified, clients would keep it.
    const since = { 'if-modified-since': lastModified ?? new Date().toUTCString() }
    expect((await request.get(path, { headers: since })).status(), path).toBe(200)
    expect(lastModified, path).toBe(/feed|atom/.test(path) ? 'Mon, 15 Jun 2026 09:00:00 GMT' : undefined)
  }
})

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

test('sitemaps of other months and feeds of other pages are not found', async ({ site, request }) => {
  await site.publish(stories(1))
  for (const path of [
    '/sitemaps/2026-05.xml',
    '/sitemaps/2026-13.xml',
    '/sitemaps/2026-06-2.xml',
    '/sitemaps/2026-06',
    '/weather/feed.xml',
    '/article/atom.xml',
  ])
    expect((await request.get(path)).status(), path).toBe(404)
})

test('security.txt names the contact email of the settings', async ({ site, request }) => {
  const path = '/.well-known/security.txt'
  await site.set({ contact_email: '' })
  expect((await request.get(path)).status()).toBe(404)
  await site.set({ contact_email: 'desk@paper.example' })
  const response = await request.get(path)
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8')
  expect(response.headers()['cache-control']).toBe('public, max-age=0, must-revalidate')
  expect(await response.text()).toMatch(/^Contact: mailto:desk@paper\.example\nExpires: \d{4}-/)
})

test('robots.txt and llms.txt list the documents of the site', async ({ site, request }) => {
  await site.set({ site_name: 'The Paper' })
  const robots = await request.get('/robots.txt')
  expect(robots.headers()['content-type']).toBe('text/plain; charset=utf-8')
  expect(await robots.text()).toContain(`Disallow: /admin\n`)
  expect(await robots.text()).toContain(`Sitemap: ${site.url}/sitemap.xml\n`)
  const llms = await (await request.get('/llms.txt')).text()
  expect(llms).toMatch(/^# The Paper\n\n> /)
  for (const [, address = ''] of llms.matchAll(/\]\((.*?)\)/g)) {
    expect((await request.get(address)).status(), address).toBe(200)
  }
})
