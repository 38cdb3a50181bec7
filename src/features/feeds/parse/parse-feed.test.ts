import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeDocument } from './decode-document.ts'
import { parseFeed } from './parse-feed.ts'
import type { SourceFeed } from './source-feed.ts'

const FEED_URL = 'https://feeds.example/all.xml'

const fixture = (name: string) =>
  decodeDocument(readFileSync(new URL(`fixtures/${name}`, import.meta.url)), null)

function feedOf(text: string): SourceFeed {
  const outcome = parseFeed(text, FEED_URL)
  if (outcome.kind === 'invalid') throw new Error(outcome.reason)
  return outcome.feed
}

const rss = (channel: string, attributes = '') =>
  `<rss version="2.0" ${attributes}><channel>${channel}</channel></rss>`

describe('parseFeed', () => {
  it('reads RSS 0.91 with a document type', () => {
    const feed = feedOf(fixture('rss-0.91.xml'))
    expect(feed).toMatchObject({
      siteUrl: 'https://www.harbour.example/',
      language: 'en-gb',
      ttlMinutes: null,
    })
    expect(feed.items.map((item) => item.title?.value)).toEqual([
      'Café on the pier reopens',
      'Ferry timetable changes',
    ])
    expect(feed.items[1]).toMatchObject({ descriptionHtml: null, guid: null, published: [], media: [] })
  })

  it('reads RSS 1.0 with its modules', () => {
    const feed = feedOf(fixture('rss-1.0.rdf'))
    expect(feed).toMatchObject({
      title: { value: 'Orchard Notes', type: 'html' },
      ttlMinutes: 360,
      authors: [],
    })
    expect(feed.items).toEqual([
      {
        guid: 'https://orchard.example/pips',
        guidIsPermaLink: true,
        title: { value: 'Pips counted at last', type: 'html' },
        link: 'https://orchard.example/pips',
        base: null,
        descriptionHtml: 'There are 1,204 of them.',
        contentHtml: '<p>There are 1,204 of them. <b>All</b> were counted twice.</p>',
        authors: ['Ada Pomme'],
        topics: [],
        language: null,
        published: ['2024-03-01T08:30:00+01:00'],
        updated: ['2024-03-01T10:00:00+01:00', '2024-03-01T08:30:00+01:00'],
        media: [
          {
            kind: 'enclosure',
            url: 'https://img.orchard.example/pips.jpg',
            type: 'image/jpeg',
            medium: null,
            width: null,
            height: null,
            description: null,
          },
        ],
        origin: null,
      },
    ])
  })

  it('reads RSS 2.0 with its extensions', () => {
    const feed = feedOf(fixture('rss-2.0.xml'))
    expect(feed).toMatchObject({ siteUrl: 'https://www.lantern.example/', ttlMinutes: 90 })
    const [lamps, matches] = feed.items
    expect(lamps).toMatchObject({
      guid: 'lantern-1001',
      guidIsPermaLink: false,
      authors: ['By Ada Wick', 'Ben Oil'],
      topics: ['Lighting', 'Town &amp; harbour'],
      published: ['Tue, 07 May 2024 09:15:00 +0100', '2024-05-07T10:00:00+01:00'],
      updated: ['2024-05-07T10:00:00+01:00'],
    })
    expect(lamps?.media.map(({ kind, url, width }) => [kind, url.split('/').at(-1), width])).toEqual([
      ['content', 'lamps.mp4', 1920],
      ['content', 'lamps-140.jpg', 140],
      ['content', 'lamps.jpg', 620],
      ['thumbnail', 'still.jpg', 320],
      ['enclosure', 'enclosed.jpg', null],
      ['cover', 'cover.jpg', null],
    ])
    expect(matches).toMatchObject({
      guidIsPermaLink: true,
      authors: ['desk@lantern.example'],
      origin: { value: 'Candle Wire', type: 'html' },
    })
  })

  it('reads Atom 1.0 with all kinds of text', () => {
    const feed = feedOf(fixture('atom-1.0.xml'))
    expect(feed).toMatchObject({
      title: { value: 'Moss &amp; Fern', type: 'html' },
      siteUrl: 'https://moss.example/blog/',
      base: 'https://moss.example/blog/',
      language: 'en',
      authors: ['Fern Green'],
    })
    expect(feed.items.map((item) => item.title)).toEqual([
      { value: 'Growing <em>slowly</em> &amp; well', type: 'html' },
      { value: 'std::vector&lt;int&gt; <b>explained</b>', type: 'html' },
      { value: 'Plain <text> title', type: 'text' },
    ])
    expect(feed.items[0]).toMatchObject({ link: 'https://moss.example/blog/1.html', guidIsPermaLink: true })
    expect(feed.items[1]).toMatchObject({
      authors: ['Ada', 'Ben', 'Cora'],
      descriptionHtml: 'Angle &lt; brackets &amp; ampersands',
    })
    expect(feed.items[2]).toMatchObject({
      contentHtml: null,
      authors: ['Lou Lichen'],
      origin: { value: 'Lichen Weekly' },
    })
  })

  it('reads Atom 0.3', () => {
    expect(feedOf(fixture('atom-0.3.xml'))).toMatchObject({
      title: { value: 'Slate &amp; Chalk', type: 'html' },
      items: [
        {
          published: ['2004-12-13T08:29:29-04:00'],
          updated: ['2004-12-13T18:30:02Z'],
          descriptionHtml: 'Dust &amp; sponges',
          contentHtml: '<p>Dust and sponges.</p>',
        },
      ],
    })
  })

  it('reads JSON Feed, with plain-text titles and summaries', () => {
    const feed = feedOf(fixture('feed.json'))
    expect(feed).toMatchObject({
      title: { value: 'Kite & Co', type: 'text' },
      authors: ['Kit Flyer'],
      language: 'en',
    })
    expect(feed.items[0]).toMatchObject({
      descriptionHtml: 'AT&amp;T kites &lt;fly&gt; high.',
      media: [{ kind: 'cover', url: 'https://img.kite.example/1.jpg' }],
    })
    expect(feed.items[1]).toMatchObject({
      title: { value: 'Strings attached' },
      link: 'https://elsewhere.example/strings',
      contentHtml: '<p>One &lt; two.</p><p>Two &gt; one.</p>',
      authors: ['Ada', 'Ben'],
      media: [{ kind: 'enclosure', type: 'image/png' }],
    })
  })

  it.each(['1.0', '1.1', 1, undefined])(
    'reads JSON Feed with the version %j instead of its address',
    (version) => {
      expect(feedOf(JSON.stringify({ version, items: [{ content_text: 'Kelp' }] })).items).toMatchObject([
        { contentHtml: 'Kelp' },
      ])
    },
  )

  it('reads RSS 1.1, whose root element has the name of that of CDF', () => {
    const text = `<Channel xmlns="http://purl.org/net/rss1.1#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      rdf:about="https://x.example/feed"><title>Reeds</title><link>https://x.example/</link>
      <items rdf:parseType="Collection"><item rdf:about="https://x.example/1"><title>One</title></item></items></Channel>`
    expect(parseFeed(text, FEED_URL)).toMatchObject({
      format: 'rdf',
      feed: { title: { value: 'Reeds' }, items: [{ title: { value: 'One' } }] },
    })
    expect(
      parseFeed('<CHANNEL HREF="/"><ITEM HREF="/1"><TITLE>One</TITLE></ITEM></CHANNEL>', FEED_URL),
    ).toMatchObject({ format: 'cdf' })
  })

  it.each([
    ['the author element', '<author>Jane Roe</author>', ['Jane Roe']],
    ['the email, without other names', '<author>news@x.example</author>', ['desk@x.example']],
  ])('reads from an item with only an email in dc:creator %s', (_, author, authors) => {
    const feed = feedOf(
      `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><item><title>One</title>
      <dc:creator>desk@x.example</dc:creator>${author}</item></channel></rss>`,
    )
    expect(feed.items[0]?.authors).toEqual(authors)
  })

  it.each(['http://purl.org/rss/1.0/', 'http://www.w3.org/2005/Atom', 'http://backend.userland.com/rss2'])(
    'reads RSS 2.0 with the namespace %s',
    (namespace) => {
      expect(
        feedOf(rss('<title>T</title><item><title>I</title></item>', `xmlns="${namespace}"`)).items,
      ).toHaveLength(1)
    },
  )

  it.each([
    ['', 'The document is empty.'],
    [' \n', 'The document is empty.'],
    ['Not found', 'The document is not XML.'],
    ['{"items": 1', 'The document contains no feed.'],
    ['{"hello": "world"}', 'The document contains no feed.'],
    ['{"version": "1.0", "title": "An interface"}', 'The document contains no feed.'],
    ['{"items": [{"id": 1, "name": "A product"}]}', 'The document contains no feed.'],
    ['[]', 'The document contains no feed.'],
    ['[{"id": 1}]', 'The document contains no feed.'],
    ['<opml version="2.0"></opml>', 'This is not a feed: its root element is <opml>.'],
    ['<rss version="2.0"></rss>', 'The document contains no feed.'],
  ])('returns the reason for rejecting %j', (text, reason) => {
    expect(parseFeed(text, FEED_URL)).toEqual({ kind: 'invalid', reason })
  })

  it('distinguishes a web page from a feed, whatever its scripts contain', () => {
    expect(parseFeed(fixture('web-page.html'), FEED_URL)).toEqual({
      kind: 'invalid',
      reason: 'This is a web page, not a feed.',
    })
  })

  it('reads the complete items of a truncated document', () => {
    expect(parseFeed(fixture('truncated.xml'), FEED_URL)).toMatchObject({
      kind: 'feed',
      error: 'line 12: unclosed tag: title',
      feed: { items: [{ title: { value: 'The tide came in' } }] },
    })
  })

  it('rejects an entity bomb quickly', () => {
    expect(parseFeed(fixture('entity-bomb.xml'), FEED_URL)).toEqual({
      kind: 'invalid',
      reason: 'The document declares custom entities.',
    })
  })

  it('expands no declared entity, however often it is used', () => {
    const text = `<!DOCTYPE rss [<!ENTITY a "${'x'.repeat(50_000)}">]>${rss(`<title>${'&a;'.repeat(50_000)}</title>`)}`
    expect(feedOf(text).title?.value).toHaveLength(2_000)
  })

  it('rejects deeply nested elements', () => {
    expect(parseFeed(rss('<a>'.repeat(50_000)), FEED_URL).kind).toBe('invalid')
  })

  it('limits the number of items and the length of every field', () => {
    const item = `<item><title>${'t'.repeat(9_000)}</title><link>https://x.example/${'l'.repeat(9_000)}</link>
      <guid>${'g'.repeat(9_000)}</guid><description>${'d'.repeat(300_000)}&lt;b</description></item>`
    const { items } = feedOf(rss(`${item}${'<item><title>x</title></item>'.repeat(600)}`))
    expect(items).toHaveLength(500)
    expect(items[0]).toMatchObject({ link: null, guid: null })
    expect(items[0]?.title?.value).toHaveLength(2_000)
    expect(items[0]?.descriptionHtml).toHaveLength(200_000)
  })

  describe.each(['RSS', 'JSON Feed'])('more than 500 items of %s', (format) => {
    /** A minute apart. */
    const dates = Array.from({ length: 700 }, (_, n) => new Date(Date.UTC(2026, 0, 1, 0, n)))
    const read = (ordered: Date[]) => {
      const items = ordered.map((date) => ({
        id: date.toISOString(),
        title: 'T',
        date_published: date.toISOString(),
      }))
      const text =
        format === 'RSS'
          ? rss(
              ordered
                .map(
                  (date) =>
                    `<item><guid>${date.toISOString()}</guid><title>T</title><pubDate>${date.toUTCString()}</pubDate></item>`,
                )
                .join(''),
            )
          : JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items })
      return feedOf(text).items.map(({ guid }) => guid)
    }
    const newest = dates.slice(200).map((date) => date.toISOString())

    it('are the newest 500, if the oldest comes first', () => {
      expect(read(dates)).toEqual(newest)
    })

    it('are the newest 500, if the newest comes first', () => {
      expect(read(dates.toReversed())).toEqual(newest.toReversed())
    })

    it('are the newest 500 in the order of the document', () => {
      const mixed = dates.map((_, n) => dates[(n * 311) % 700] as Date)
      const wanted = new Set(newest)
      expect(read(mixed)).toEqual(mixed.map((date) => date.toISOString()).filter((id) => wanted.has(id)))
    })
  })

  it('never truncates HTML within a tag', () => {
    const html = `${'x'.repeat(199_990)}<img src="https://x.example/1.jpg">`
    const feed = feedOf(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1',
        title: 'T',
        items: [{ id: '1', content_html: html }],
      }),
    )
    expect(feed.items[0]?.contentHtml).toBe('x'.repeat(199_990))
  })

  it('removes characters that a database cannot store', () => {
    const title = 'a\u0000b\ud800'
    const feed = feedOf(JSON.stringify({ version: 'https://jsonfeed.org/version/1', title, items: [] }))
    expect(feed.title?.value).toBe('ab\uFFFD')
  })

  it.each([
    ['<ttl>15</ttl>', 15],
    ['<ttl>0</ttl>', null],
    ['<ttl>soon</ttl>', null],
    ['<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>6</sy:updateFrequency>', 10],
    ['<sy:updatePeriod>weekly</sy:updatePeriod>', 10_080],
    ['<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>0</sy:updateFrequency>', null],
  ])('reads the ttl of %s', (element, minutes) => {
    const namespace = 'xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"'
    expect(feedOf(rss(`<title>T</title>${element}`, namespace)).ttlMinutes).toBe(minutes)
  })
})
