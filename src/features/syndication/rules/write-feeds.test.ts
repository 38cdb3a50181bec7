import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { afterAll, describe, expect, it } from 'vitest'
import type { FeedFormat } from '#features/site/rules/feed-links.ts'
import { site } from '#features/site/testing/site.ts'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { feedArticle, HOSTILE } from '../testing/feed-article.ts'
import { buildSiteFeed, type FeedArticle, type SiteFeed } from './site-feed.ts'
import { writeAtom, writeJsonFeed, writeRss } from './write-feeds.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

/** Uses PostgreSQL's strict parser, libxml2. */
async function isWellFormed(document: string): Promise<boolean> {
  const { rows } = await database.pool.query('select xml_is_well_formed_document($1) as answer', [document])
  return rows[0].answer
}

const feedOf = (format: FeedFormat, ...articles: FeedArticle[]): SiteFeed =>
  buildSiteFeed(site, { format, section: 'Health', articles })

it('states the language of articles in another language', () => {
  const articles = [feedArticle({ language: 'de-AT' }), feedArticle()]
  const rss = parseRssFeed(writeRss(feedOf('rss', ...articles)))
  expect(rss.items?.map(({ dc }) => dc?.languages)).toEqual([['de-AT'], undefined])
  const atom = parseAtomFeed(writeAtom(feedOf('atom', ...articles)))
  expect(atom.entries?.map(({ xml }) => xml?.lang)).toEqual(['de-AT', undefined])
  const json = JSON.parse(writeJsonFeed(feedOf('json', ...articles)))
  expect(json.items.map(({ language }: { language?: string }) => language)).toEqual(['de-AT', undefined])
})

it('states the language of the newspaper', () => {
  applyPlace({ timeZone: 'Europe/Berlin', locale: 'de-DE', weekStart: 'monday' })
  try {
    expect(parseRssFeed(writeRss(feedOf('rss'))).language).toBe('de-de')
    expect(parseAtomFeed(writeAtom(feedOf('atom'))).xml?.lang).toBe('de-DE')
    expect(JSON.parse(writeJsonFeed(feedOf('json'))).language).toBe('de-DE')
  } finally {
    applyPlace(DEFAULT_PLACE)
  }
})

describe('writeRss', () => {
  it('is read back whole', () => {
    expect(parseRssFeed(writeRss(feedOf('rss', feedArticle())))).toMatchObject({
      title: 'Health | The Paper',
      link: 'https://paper.example/health',
      description: 'News from here',
      language: 'en-gb',
      lastBuildDate: 'Sat, 21 Nov 2026 10:00:00 GMT',
      atom: { links: [{ href: 'https://paper.example/health/feed.xml', rel: 'self' }] },
      items: [
        {
          title: 'Baths reopen',
          link: 'https://paper.example/article/b0000000-0000-4000-8000-000000000001',
          guid: { value: 'urn:uuid:b0000000-0000-4000-8000-000000000001', isPermaLink: false },
          description: 'After seven years.',
          categories: [{ name: 'Health' }],
          pubDate: 'Sat, 21 Nov 2026 09:30:00 GMT',
          atom: { updated: '2026-11-21T10:00:00.000Z' },
          dc: { creators: ['Margaret Ellis'] },
          media: {
            contents: [
              {
                url: 'https://paper.example/media/b/a/40x21-1200.jpeg',
                type: 'image/jpeg',
                medium: 'image',
                width: 1200,
                height: 630,
              },
            ],
          },
        },
      ],
    })
  })

  it('escapes a summary, which feed readers parse as HTML', () => {
    const [item] = parseRssFeed(writeRss(feedOf('rss', feedArticle({ summary: '1 < 2 & <i>' })))).items ?? []
    expect(item?.description).toBe('1 &lt; 2 &amp; &lt;i&gt;')
  })
})

describe('writeAtom', () => {
  it('is read back whole', () => {
    expect(parseAtomFeed(writeAtom(feedOf('atom', feedArticle())))).toMatchObject({
      id: 'https://paper.example/health/atom.xml',
      title: { value: 'Health | The Paper' },
      subtitle: { value: 'News from here' },
      updated: '2026-11-21T10:00:00.000Z',
      authors: [{ name: 'The Paper' }],
      links: [
        { rel: 'self', href: 'https://paper.example/health/atom.xml' },
        { rel: 'alternate', href: 'https://paper.example/health' },
      ],
      entries: [
        {
          id: 'urn:uuid:b0000000-0000-4000-8000-000000000001',
          title: { value: 'Baths reopen' },
          summary: { value: 'After seven years.' },
          links: [{ href: 'https://paper.example/article/b0000000-0000-4000-8000-000000000001' }],
          authors: [{ name: 'Margaret Ellis' }],
          categories: [{ term: 'Health' }],
          published: '2026-11-21T09:30:00.000Z',
          updated: '2026-11-21T10:00:00.000Z',
          media: { contents: [{ url: 'https://paper.example/media/b/a/40x21-1200.jpeg' }] },
        },
      ],
    })
  })
})

describe('writeJsonFeed', () => {
  it('is read back whole', () => {
    const text = writeJsonFeed(feedOf('json', feedArticle()))
    expect(JSON.parse(text).version).toBe('https://jsonfeed.org/version/1.1')
    expect(parseJsonFeed(text)).toMatchObject({
      title: 'Health | The Paper',
      home_page_url: 'https://paper.example/health',
      feed_url: 'https://paper.example/health/feed.json',
      items: [
        {
          id: 'urn:uuid:b0000000-0000-4000-8000-000000000001',
          url: 'https://paper.example/article/b0000000-0000-4000-8000-000000000001',
          title: 'Baths reopen',
          content_text: 'After seven years.',
          image: 'https://paper.example/media/b/a/40x21-1200.jpeg',
          date_published: '2026-11-21T09:30:00.000Z',
          date_modified: '2026-11-21T10:00:00.000Z',
          authors: [{ name: 'Margaret Ellis' }],
          tags: ['Health'],
        },
      ],
    })
  })

  it('has the required list of items even without articles', () => {
    expect(JSON.parse(writeJsonFeed(feedOf('json')))).toMatchObject({ items: [] })
  })
})

describe('articles in every format', () => {
  it.each(HOSTILE)('are well-formed with %s', async (_, text, arrives) => {
    const article = feedArticle({ title: text, summary: text, author: text })
    const rss = writeRss(feedOf('rss', article))
    const atom = writeAtom(feedOf('atom', article))
    expect([await isWellFormed(rss), await isWellFormed(atom)]).toEqual([true, true])
    expect(parseRssFeed(rss).items?.[0]).toMatchObject({ title: arrives, dc: { creators: [arrives] } })
    expect(parseAtomFeed(atom).entries?.[0]).toMatchObject({
      title: { value: arrives },
      summary: { value: arrives },
    })
    const json = JSON.parse(writeJsonFeed(feedOf('json', article)))
    expect(json.items[0]).toMatchObject({ title: arrives, content_text: arrives })
  })

  it('have a title and a date, and no empty elements, without other values', async () => {
    const bare = feedArticle({ title: '\u0001', summary: '', author: '', updatedAt: null, imagePath: null })
    const rss = writeRss(feedOf('rss', bare))
    const atom = writeAtom(feedOf('atom', bare))
    for (const document of [rss, atom]) {
      expect(await isWellFormed(document)).toBe(true)
      expect(document).toContain('<title>Untitled</title>')
      expect(document).not.toMatch(/<([\w:]+)[^>]*><\/\1>|media:|dc:|atom:updated|<summary/)
    }
    expect(parseAtomFeed(atom).entries?.[0]).toMatchObject({ updated: '2026-11-21T09:30:00.000Z' })
  })

  it('are omitted from an empty feed', async () => {
    for (const document of [writeRss(feedOf('rss')), writeAtom(feedOf('atom'))]) {
      expect(await isWellFormed(document)).toBe(true)
      expect(document).not.toMatch(/<(item|entry)>/)
    }
  })
})

describe('the text of an article', () => {
  const HTML = '<p>“One &amp; two” ]]&gt; <a href="/sport?a=1&amp;b=2" rel="noopener">three</a>\u0007</p>'
  const COMPLETE =
    '<p>“One &amp; two” ]]&gt; <a href="https://paper.example/sport?a=1&amp;b=2" rel="noopener">three</a></p>'

  it('is in every format beside the summary, with absolute links', async () => {
    const article = feedArticle({ html: HTML })
    const rss = writeRss(feedOf('rss', article))
    const atom = writeAtom(feedOf('atom', article))
    expect([await isWellFormed(rss), await isWellFormed(atom)]).toEqual([true, true])
    expect(parseRssFeed(rss).items?.[0]).toMatchObject({
      description: 'After seven years.',
      content: { encoded: COMPLETE },
    })
    expect(parseAtomFeed(atom).entries?.[0]).toMatchObject({
      summary: { value: 'After seven years.' },
      content: { value: COMPLETE, type: 'html' },
    })
    const [item] = JSON.parse(writeJsonFeed(feedOf('json', article))).items
    expect(item).toMatchObject({ summary: 'After seven years.', content_html: COMPLETE })
    expect(item).not.toHaveProperty('content_text')
  })

  it('is in no format otherwise', () => {
    const article = feedArticle()
    expect(writeRss(feedOf('rss', article))).not.toContain('content:')
    expect(writeAtom(feedOf('atom', article))).not.toContain('<content')
    expect(writeJsonFeed(feedOf('json', article))).not.toContain('content_html')
  })
})

it('the date of an article is its last change, but never before its publication', () => {
  const { items, updatedAt } = feedOf(
    'rss',
    feedArticle({ updatedAt: new Date('2020-01-01T00:00:00Z') }),
    feedArticle({ publishedAt: new Date('2026-11-20T00:00:00Z') }),
  )
  expect(items.map((item) => item.updatedAt.toISOString())).toEqual([
    '2026-11-21T09:30:00.000Z',
    '2026-11-21T10:00:00.000Z',
  ])
  expect(updatedAt).toEqual(new Date('2026-11-21T10:00:00Z'))
})
