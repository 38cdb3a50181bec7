import { type ArticleRow, stories } from './fixtures/article-row.ts'
import { CONTENT_RULES, htmlFaults } from './fixtures/html-faults.ts'
import { expect, test } from './fixtures/test.ts'
import { ATTACKS, articlesOf } from './fixtures/untrusted-content.ts'

/** Malformed HTML as in feeds: invalid nesting, with all elements that a body may contain. */
const LOOSE = `<h1>Headline again</h1><h4>Deep</h4><p>One <div>Two<p>Three</div><b><p>Bold</p></b>
  <ul>Loose<li>One<li>Two<ul><li>Deep</ul></ul><ol start=3><p>No item</p></ol>
  <a href="https://example.org/?a=1&b=2" target=_blank>Link <a href="/x">in a link</a></a><br></br>
  <span><div>Block in line</div></span><blockquote>Said <blockquote>Quoted</blockquote></blockquote>
  <p id=x class=y>Id<p id=x>Twice</p><h2><h3>Nested</h3></h2><em><ul><li>List in line</li></ul></em>
  <table><tr><td>Cell</table><dl><dd>Alone</dl><figure><img src=x alt=y><figcaption>Caption</figcaption></figure>
  &nbsp;&amp;&bogus;&#0;&#x80;<p></p><p>   </p><!-- comment --><![CDATA[x]]>`

const RIGHT_TO_LEFT: ArticleRow = {
  title: 'مرحبا بالعالم',
  summary: 'خبر <em>اليوم</em>',
  content: '<p dir="rtl" lang="ar">مرحبا</p><p>שלום</p>',
  author: 'עברית',
}

const CHARTS = ['bar', 'column', 'line'].map(
  (kind) =>
    `<figure class="chart" data-chart="${kind}"><p><strong>Votes</strong></p><table><thead><tr><th scope="col">Ward</th>` +
    '<th scope="col">2022</th><th scope="col">2026</th></tr></thead><tbody><tr><th scope="row">North &amp; East</th><td>3</td><td>-4</td></tr>' +
    '<tr><th scope="row">South</th><td>5</td><td></td></tr></tbody></table></figure>',
)

/** An article with all fields. */
const WHOLE: ArticleRow = {
  title: 'Over & out <soon>',
  summary: 'All of <strong>it</strong> & more',
  content:
    '<h2>Part</h2><p>Text with a <a href="https://example.org/">link</a>.</p><ul><li>One</li></ul><blockquote>Said.</blockquote>' +
    CHARTS.join(''),
  category: 'Sport',
  image_url: '/samples/sport-1.webp',
  is_breaking: true,
  updated_at: '2026-06-15T10:00:00Z',
  source_url: 'https://example.org/?a=1&b="2"',
  source_name: 'The <Other> Paper',
}

const SOCIAL = { facebook_url: 'https://facebook.example/a?b=1&c=2', twitter_url: 'https://x.example/a' }

test('the HTML of pages without articles is valid', async ({ request }) => {
  for (const [status, ...paths] of [
    [200, '/', '/tv', '/search', '/bookmarks', '/contact', '/privacy-policy'],
    [200, '/newsletter', '/newsletter?outcome=subscribed'],
    [404, '/nowhere', '/article/none'],
  ] as const) {
    for (const path of paths) {
      const response = await request.get(path)
      expect(response.status(), path).toBe(status)
      expect(await htmlFaults(await response.text()), path).toEqual([])
    }
  }
})

test('the HTML of pages full of articles is valid', async ({ site, request }) => {
  await site.set(SOCIAL)
  const more = stories(29, { category: 'Sport', image_url: '/samples/sport-2.webp' })
  const [id] = await site.publish([WHOLE, ...more])
  for (const path of ['/', '/sport', `/article/${id}`, '/search?q=story'])
    expect(await htmlFaults(await (await request.get(path)).text()), path).toEqual([])
})

test('the HTML of malformed, hostile and Arabic content is valid', async ({ site, request }) => {
  await site.sql(
    "insert into site_settings values ('contact_page', $1) on conflict (setting_name) do update set setting_value = $1",
    [LOOSE],
  )
  const ids = await site.publish([
    { title: LOOSE, summary: LOOSE, content: LOOSE, author: LOOSE.slice(0, 200) },
    ...articlesOf([ATTACKS]),
    RIGHT_TO_LEFT,
  ])
  for (const path of ['/contact', '/', '/news', ...ids.map((id) => `/article/${id}`)]) {
    const html = await (await request.get(path)).text()
    if (path === '/contact') expect(html).toContain('Three')
    expect(await htmlFaults(html, ...CONTENT_RULES), path).toEqual([])
  }
})

test('the HTML of the site under maintenance is valid', async ({ site, request }) => {
  await site.set({ site_name: 'Over & <out>' })
  await site.sql("update site_settings set setting_value = 'true' where setting_name = 'maintenance_mode'")
  await expect.poll(async () => (await request.get('/')).status()).toBe(503)
  expect(await htmlFaults(await (await request.get('/')).text())).toEqual([])
})

test('the HTML of the page for database outages is valid', async ({ site, request }) => {
  await site.withoutDatabase(async () => {
    const response = await request.get(`/article/${crypto.randomUUID()}`)
    expect(response.status()).toBe(503)
    expect(await htmlFaults(await response.text())).toEqual([])
  })
})
