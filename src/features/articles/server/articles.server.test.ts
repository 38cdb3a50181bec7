import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { htmlToText } from '#kernel/text/html-text.ts'
import { createSharedReads, setSharedReads } from '#platform/cache/shared-reads.server.ts'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { writeOriginalSource } from '../rules/article-aside.ts'
import { findImageUrl, listTextImages } from './article-images.server.ts'
import { findArticle, renderBody } from './articles.server.ts'

const ID = '00000000-0000-4000-8000-00000000000a'
const NOBODY = '00000000-0000-4000-8000-0000000000ff'
const MALFORMED = [
  '',
  '1',
  'nonsense',
  `${ID} `,
  `${ID}'; drop table articles; --`,
  ID.replaceAll('-', ''),
  '\0',
]

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(() => pool.query('delete from articles; delete from drafts'))

async function article(columns: Record<string, unknown> = {}) {
  const row = {
    id: ID,
    title: 'A story',
    category: 'Sport',
    published_at: '2026-11-21T09:30:00Z',
    ...columns,
  }
  const places = Object.keys(row).map((_, index) => `$${index + 1}`)
  await pool.query(`insert into articles (${Object.keys(row)}) values (${places})`, Object.values(row))
  const found = await findArticle(db, ID)
  if (!found) throw new Error('The article was not found')
  return found
}

describe('findArticle', () => {
  it('adds the corrections to the body and to the JSON-LD, newest first', async () => {
    expect((await article({ content: '<p>It happened.</p>' })).corrections).toBeUndefined()
    await pool.query(
      `with draft as (
         insert into drafts (id, fields) values ($1, '{"title": "", "author": "", "category": "Sport"}') returning id
       ) insert into corrections (id, article_id, kind, text, at)
         select gen_random_uuid(), draft.id, 'correction', text, at::timestamptz from draft,
           (values ('First', '2026-11-22T08:00Z'), ('Second', '2026-11-22T09:00Z')) as note (text, at)`,
      [ID],
    )
    const found = await findArticle(db, ID)
    expect(found?.corrections).toEqual([
      { '@type': 'CorrectionComment', text: 'Second', datePublished: '2026-11-22T09:00:00.000Z' },
      { '@type': 'CorrectionComment', text: 'First', datePublished: '2026-11-22T08:00:00.000Z' },
    ])
    expect(htmlToText(found?.body ?? '')).toMatch(/^It happened\..*Second.*First$/s)
  })

  it('shows the embeds of editors with their images, and allows their frames on this page alone', async () => {
    const address = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
    const content =
      `<figure class="embed" data-address="${address}" data-player="https://evil.example/"` +
      ' data-image="/storage/article-images/embed-1.webp" data-width="960" data-height="540" onclick="alert(1)">' +
      `<p><a href="${address}">The interview</a></p><script>alert(1)</script></figure>`
    const read = async (columns: Record<string, unknown>) => {
      await pool.query('delete from articles')
      const { result, context } = await renderPageWithContext(() => article({ content, ...columns }))
      return { body: result.body, sources: context.sources.flatMap((sources) => sources['frame-src'] ?? []) }
    }
    const own = await read({})
    expect(own.body).toContain(
      '<img src="/storage/article-images/embed-1.webp" alt="" width="960" height="540"',
    )
    expect(own.body).toContain('data-player="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"')
    expect(own.body).not.toMatch(/evil|alert/)
    expect(own.sources).toEqual(['https://www.youtube-nocookie.com'])

    const syndicated = renderBody({ content, origin: 'editor', corrections: [] })
    expect(syndicated).toContain(`<a href="${address}" rel="noopener">The interview</a>`)
    expect(syndicated).not.toMatch(/data-player|<img|evil|alert/)

    const imitated = await read({ origin: 'feed' })
    expect(imitated.body).toContain('The interview')
    expect(imitated.body).not.toMatch(/data-player|class=|<img/)
    expect(imitated.sources).toEqual([])
    expect((await read({ content: '<p>Text</p>' })).sources).toEqual([])
  })

  it('shows related articles while they are published, in the texts of editors only', async () => {
    const content = `<p>Text</p><aside class="related" data-article="${NOBODY}"><p>Related: <a href="/article/${NOBODY}">Old</a></p></aside>`
    const read = (columns: Record<string, unknown>) =>
      renderPageWithContext(() => article({ content, ...columns }))
    const missing = await read({})
    expect(missing.result.body).toBe('<p>Text</p>')
    expect(missing.tags).toContain(`article:${NOBODY}`)

    await pool.query(
      `insert into articles (id, title, category, published_at) values ($1, 'New', 'Politics', now())`,
      [NOBODY],
    )
    await pool.query('delete from articles where id = $1', [ID])
    expect((await read({})).result.body).toMatch(/<aside class="related" .*Politics.*>New<\/a>/)

    await pool.query('delete from articles where id = $1', [ID])
    const imitated = await read({ origin: 'feed' })
    expect(imitated.result.body).toContain('Old')
    expect(imitated.result.body).not.toMatch(/aside|class=|New/)
  })

  it('shows the images of ingested texts if the setting is on, and drops the page when it changes', async () => {
    const url = 'https://courier.example/a.jpg'
    const content = `<p>It happened.</p><figure><img src="${url}"><figcaption>Dusk</figcaption></figure>`
    const read = async (columns: Record<string, unknown>) => {
      await pool.query('delete from articles')
      return renderPageWithContext(() => article({ content, ...columns }))
    }
    const off = await read({ origin: 'feed' })
    expect(off.result.body).not.toMatch(/<img|<figure/)
    expect(off.tags).toContain('settings')
    expect(await listTextImages(db, ID)).toEqual([])

    await pool.query(`insert into site_settings values ('feed_images', 'true')`)
    onTestFinished(
      async () => void (await pool.query(`delete from site_settings where setting_name = 'feed_images'`)),
    )
    const on = await read({ origin: 'feed' })
    expect(on.result.body).toMatch(/<figure><img class="feed-image" src="\/media\/.*Dusk<\/figcaption>/)
    expect(on.result.body).not.toContain('courier.example')
    expect(await listTextImages(db, ID)).toEqual([url])
    expect((await read({})).result.body).not.toContain('<img')
    expect(await listTextImages(db, ID)).toEqual([])
  })

  it('draws the charts of editors, with their tables, but not those of feeds', async () => {
    const content =
      '<figure class="chart" data-chart="line" onclick="alert(1)"><p><strong>Tea</strong></p><table><tr><th></th><th>Cups</th></tr>' +
      '<tr><th>2025</th><td>3</td></tr><tr><th>2026</th><td>4</td></tr></table><svg><script>alert(1)</script></svg></figure>'
    const own = (await article({ content }))?.body
    expect(own).toMatch(/<svg role="img".*<polyline .*<\/svg><details><summary>.*<td class="number">4<\/td>/)
    expect(own).not.toContain('alert')
    await pool.query('delete from articles')
    const imitated = (await article({ content, origin: 'feed' }))?.body
    expect(imitated).toContain('<td class="number">4</td>')
    expect(imitated).not.toMatch(/svg|chart|details|alert/)
    const syndicated = renderBody({ content, origin: 'editor', corrections: [] })
    expect(syndicated).toContain('<td>4</td>')
    expect(syndicated).not.toMatch(/svg|details|alert/)
  })

  it('returns an article with all fields of its page', async () => {
    const found = await article({
      summary: 'What <em>happened</em>.',
      content: '<p>It happened.</p><p>And more.</p>',
      author: 'A. Writer',
      image_url: 'https://courier.example/1.jpg',
      image_alt: 'A ferry in fog',
      is_breaking: true,
      updated_at: '2026-11-21T10:00:00Z',
      source_url: 'https://courier.example/1',
      source_name: 'The Courier',
    })
    expect(found).toEqual({
      id: ID,
      path: `/article/${ID}/a-story`,
      title: 'A story',
      summary: 'What <em>happened</em>.',
      author: 'A. Writer',
      byline: 'By <bdi>A. Writer</bdi>',
      category: 'Sport',
      image: { key: expect.any(String), alt: 'A ferry in fog' },
      isBreaking: true,
      publishedAt: '2026-11-21T09:30:00.000Z',
      sourceName: 'The Courier',
      updatedAt: '2026-11-21T10:00:00.000Z',
      body: expect.stringMatching(/^<p>It happened.<\/p><p>And more.<\/p>/),
      caption: 'A story',
      description: 'What happened.',
      readingMinutes: 1,
      lang: 'en-GB',
      aside: writeOriginalSource({ url: 'https://courier.example/1', name: 'The Courier' }),
      related: [],
    })
  })

  it('returns null for an unknown id', async () => {
    expect(await findArticle(db, NOBODY)).toBeNull()
  })

  it.each(MALFORMED)('returns null for the invalid id %j', async (id) => {
    expect(await findArticle(db, id)).toBeNull()
  })

  it('depends on the article and on the category of its related articles', async () => {
    await article()
    const found = await renderPageWithContext(() => findArticle(db, ID))
    expect(found.tags).toEqual(new Set([`article:${ID}`, 'category:Sport']))
    const missing = await renderPageWithContext(() => findArticle(db, NOBODY))
    expect(missing.tags).toEqual(new Set([`article:${NOBODY}`]))
  })
})

describe('findArticle: an article from a feed', () => {
  const ingested = { origin: 'feed', content: '<p>It happened.</p>', source_url: 'https://courier.example/a' }

  it.each([
    ['The Courier', { name: 'The Courier', url: 'https://courier.example' }],
    [null, { name: 'courier.example', url: 'https://courier.example' }],
  ])('has the publisher "%s", unless an editor has changed it', async (source_name, publisher) => {
    expect(await article({ ...ingested, source_name })).toMatchObject({ publisher })
    await pool.query(`update articles set origin = 'editor'`)
    expect(await findArticle(db, ID)).not.toHaveProperty('publisher')
  })

  it('says that its date is an estimate if its feed gives none', async () => {
    expect((await article(ingested)).body).not.toContain('estimate')
    await pool.query('update articles set is_dated = false')
    expect((await findArticle(db, ID))?.body).toContain('Its time is an estimate.')
    await pool.query(`update articles set origin = 'editor'`)
    expect((await findArticle(db, ID))?.body).not.toContain('estimate')
  })
})

describe('findArticle: the link to the full story', () => {
  const url = 'https://courier.example/1?a=1&b=2'
  it.each([
    ['names the source', { source_url: url, source_name: ' A & B ' }, 'Read the full story at A & B'],
    [
      'names the host of a source without a name',
      { source_url: url },
      'Read the full story at courier.example',
    ],
    [
      'is missing after a complete story',
      { source_url: url, content: 'The council voted. '.repeat(50) },
      null,
    ],
    ['is missing without a source', { source_name: 'The Courier' }, null],
  ])('%s', async (_, row, expected) => {
    const { body } = await article(row)
    expect(body.includes('Read the full story')).toBe(expected !== null)
    if (expected) expect(htmlToText(body)).toMatch(new RegExp(`${expected}$`))
    if (expected) expect(body).toContain('href="https://courier.example/1?a=1&amp;b=2"')
  })
})

describe('findArticle: stored content', () => {
  it('removes scripts, external resources and styles from the body', async () => {
    const { body } = await article({
      content: `<h1>Head</h1><p class="header" id="top" style="color:red" onclick="alert(1)">Text
        <a href="javascript:alert(1)">bad</a> <a href="https://courier.example/" target="_blank">good</a></p>
        <script>alert(1)</script><style>p{}</style><iframe src="https://x.example"></iframe><img src=x onerror=alert(1)>
        <form action="https://x.example"><input></form><svg onload=alert(1)></svg>`,
    })
    expect(body).not.toMatch(/script|alert|onclick|style|class|id=|iframe|<img|<form|<input|svg|<h1/i)
    expect(body).toMatch(/<h2>Head ?<\/h2>/)
    expect(body).toContain(
      '<a href="https://courier.example/" target="_blank" rel="noopener noreferrer">good</a>',
    )
  })

  it('converts a plain-text body to paragraphs', async () => {
    const { body } = await article({ content: 'The first paragraph.\n\nThe second & last one.' })
    expect(body.replace(/\s+</g, '<')).toBe('<p>The first paragraph.</p><p>The second &amp; last one.</p>')
  })

  it('removes attributes and all tags but a few from the summary', async () => {
    const { summary } = await article({
      summary:
        '<strong onclick="alert(1)">S</strong><p>p</p><a href="https://x.example">a</a><script>alert(1)</script>',
    })
    expect(summary.replaceAll(' ', '')).toBe('<strong>S</strong>pa')
  })

  it('keeps a body of images and no words', async () => {
    const content =
      '<figure><img src="/storage/article-images/1_ferry.jpg" alt="" width="3" height="2"></figure>'
    expect((await article({ summary: '', content })).body).toContain('1_ferry.jpg')
  })

  it('omits a body that only repeats the summary', async () => {
    expect(
      await article({ summary: 'All  there is.', content: '<p>All there <b>is</b>.</p>' }),
    ).toMatchObject({
      body: '',
      readingMinutes: 1,
    })
  })

  it.each([
    ['the summary', { summary: '<b>What</b> happened &amp; why' }, 'What happened & why'],
    ['the body if there is no summary', { content: '<p>What</p><p>happened</p>' }, 'What happened'],
    ['an empty text', {}, ''],
  ])('uses %s as the plain-text page description', async (_, columns, description) => {
    expect(await article(columns)).toMatchObject({ description })
  })

  it('truncates the description at 300 characters', async () => {
    const { description } = await article({ summary: 'word '.repeat(200) })
    expect(description.length).toBeLessThanOrEqual(300)
    expect(description).toMatch(/word…$/)
  })

  it('estimates the reading time at 200 words per minute', async () => {
    expect(await article({ content: `<p>${'word '.repeat(401)}</p>` })).toMatchObject({ readingMinutes: 3 })
  })

  it.each([
    ['http://courier.example/1', 'The Courier', { url: 'http://courier.example/1', name: 'The Courier' }],
    ['https://courier.example/1', null, { url: 'https://courier.example/1', name: 'View original article' }],
    ['https://courier.example/1', '', { url: 'https://courier.example/1', name: 'View original article' }],
    ['https://courier.example/1', '  ', { url: 'https://courier.example/1', name: 'View original article' }],
    ['javascript:alert(1)', 'The Courier', null],
    [' JaVaScRiPt:alert(1)', 'The Courier', null],
    ['data:text/html,x', 'The Courier', null],
    ['//courier.example/1', 'The Courier', null],
    ['not an address', 'The Courier', null],
    ['', 'The Courier', null],
    [null, 'The Courier', null],
  ])('links to the source %j with the name %j as %j', async (source_url, source_name, source) => {
    expect(await article({ source_url, source_name })).toMatchObject({
      aside: source ? writeOriginalSource(source) : '',
    })
  })
})

describe('findArticle: related articles', () => {
  const others = (...rows: [title: string, category: string, publishedAt: string][]) =>
    Promise.all(
      rows.map((row) =>
        pool.query('insert into articles (title, category, published_at) values ($1, $2, $3)', row),
      ),
    )

  it('are the three newest other articles of its category, newest first', async () => {
    await others(
      ['Oldest', 'Sport', '2026-11-01'],
      ['Newest', 'Sport', '2026-11-30'],
      ['Third', 'Sport', '2026-11-02'],
      ['Second', 'Sport', '2026-11-20'],
      ['Elsewhere', 'Money', '2026-12-01'],
    )
    const { related } = await article()
    expect(related.map(({ title }) => title)).toEqual(['Newest', 'Second', 'Third'])
    expect(related[0]).not.toHaveProperty('body')
  })

  it('are read once for all articles of a category, until one of them changes', async () => {
    await others(['Newest', 'Sport', '2026-11-30'], ['Second', 'Sport', '2026-11-20'])
    const reads = createSharedReads()
    setSharedReads(reads)
    onTestFinished(() => setSharedReads(undefined))
    const relatedTo = async (id: string) => {
      const { result } = await renderPageWithContext(() => findArticle(db, id))
      return result?.related.map(({ title }) => title)
    }
    await article()
    const { rows } = await pool.query("select id from articles where title = 'Newest'")
    expect(await relatedTo(ID)).toEqual(['Newest', 'Second'])
    await others(['Latest', 'Sport', '2026-12-01'])
    expect(await relatedTo(rows[0].id)).toEqual(['A story', 'Second'])
    reads.invalidate(['category:Sport'])
    expect(await relatedTo(ID)).toEqual(['Latest', 'Newest', 'Second'])
  })

  it('are fewer in a small category', async () => {
    await others(['The only one', 'Sport', '2026-11-01'], ['Elsewhere', 'News', '2026-11-01'])
    const { related } = await article()
    expect(related.map(({ title }) => title)).toEqual(['The only one'])
  })

  it('are from News only for an article of News', async () => {
    await others(['News too', 'News', '2026-11-01'], ['Elsewhere', 'Sport', '2026-11-02'])
    const { related } = await article({ category: 'News' })
    expect(related.map(({ title }) => title)).toEqual(['News too'])
  })
})

describe('findImageUrl', () => {
  it('returns the image URL of an article, or null without an image', async () => {
    await article({ image_url: 'https://courier.example/1.jpg' })
    expect(await findImageUrl(db, ID)).toBe('https://courier.example/1.jpg')
    await pool.query('update articles set image_url = null')
    expect(await findImageUrl(db, ID)).toBeNull()
    expect(await findImageUrl(db, NOBODY)).toBeNull()
  })

  it.each(MALFORMED)('returns null for the invalid id %j', async (id) => {
    expect(await findImageUrl(db, id)).toBeNull()
  })
})
