import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeDocument } from './decode-document.ts'
import { type NormalisedFeed, type NormalisedItem, normaliseFeed } from './normalise-feed.ts'
import { parseFeed } from './parse-feed.ts'

const FEED_URL = 'https://feeds.example/all.xml'
const NOW = new Date('2026-11-21T12:00:00Z')

function normalised(text: string, now = NOW): NormalisedFeed {
  const outcome = parseFeed(text, FEED_URL)
  if (outcome.kind === 'invalid') throw new Error(outcome.reason)
  return normaliseFeed(outcome.feed, { feedUrl: FEED_URL, now })
}

const fixture = (name: string) =>
  normalised(decodeDocument(readFileSync(new URL(`fixtures/${name}`, import.meta.url)), null))

const rss = (items: string, channel = '<title>Paper</title><link>https://www.paper.example/</link>') =>
  `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${channel}${items}</channel></rss>`

function onlyItem(elements: string, channel?: string): NormalisedItem {
  const [item, ...others] = normalised(rss(`<item>${elements}</item>`, channel)).items
  if (item === undefined || others.length > 0) throw new Error('There is not one item.')
  return item
}

describe('normaliseFeed', () => {
  it('converts an RSS item with every extension to an article', () => {
    const { title, siteUrl, ttlMinutes, items } = fixture('rss-2.0.xml')
    expect({ title, siteUrl, ttlMinutes }).toEqual({
      title: 'The Daily Lantern - Latest news',
      siteUrl: 'https://www.lantern.example/',
      ttlMinutes: 90,
    })
    expect(items).toHaveLength(3)
    expect(items[0]).toEqual({
      itemId: 'lantern-1001',
      keys: ['link:lantern.example/2024/05/lamps?page=2'],
      title: 'Lamps & wicks: what next?',
      summary: 'The lamps are lit. So says the mayor.',
      content:
        '<p>The lamps are lit, says <a href="https://www.lantern.example/2024/mayor">the mayor</a>.</p><img src="https://cdn.lantern.example/2.png"><p><a href="https://cdn.lantern.example/lamps.mp4">Watch the video</a></p>',
      isSummary: true,
      author: 'Ada Wick and Ben Oil',
      guid: 'lantern-1001',
      topics: ['Lighting', 'Town & harbour'],
      language: 'en-GB',
      imageUrl: 'https://www.lantern.example/img/lamps.jpg',
      imageAlt: null,
      sourceUrl: 'https://www.lantern.example/2024/05/lamps?utm_source=rss&page=2#comments',
      sourceName: 'The Daily Lantern',
      publishedAt: new Date('2024-05-07T08:15:00Z'),
      datedBySource: true,
      statedDate: new Date('2024-05-07T08:15:00Z'),
      updatedAt: new Date('2024-05-07T09:00:00Z'),
    })
  })

  it.each([
    ['<language>de_DE</language>', '', 'Ein Titel', 'de-DE'],
    ['<language>de</language>', '<dc:language>fr</dc:language>', 'Un titre', 'fr'],
    ['<language>en-US</language>', '', 'عنوان الخبر اليوم', null],
    ['<language>English</language>', '', 'A title', null],
  ])('reads the language of an item in %j with %j', (channel, more, title, language) => {
    expect(onlyItem(`<title>${title}</title>${more}`, channel).language).toBe(language)
  })

  it('names the original publisher of a syndicated item, and no author from an email address', () => {
    expect(fixture('rss-2.0.xml').items[1]).toMatchObject({
      author: '',
      sourceName: 'Candle Wire',
    })
  })

  it('reads dates with slashes in the order that the others of the feed show', () => {
    const items = ['03/04/2026 10:00', '22/04/2026 10:00'].map(
      (date) => `<item><title>${date}</title><pubDate>${date}</pubDate></item>`,
    )
    expect(normalised(rss(items.join(''))).items).toMatchObject([
      { publishedAt: new Date('2026-04-03T10:00:00Z'), datedBySource: true },
      { publishedAt: new Date('2026-04-22T10:00:00Z'), datedBySource: true },
    ])
  })

  it('uses the start of the summary for a missing title', () => {
    expect(fixture('rss-2.0.xml').items[2]).toMatchObject({
      title: 'No headline came with this one, only words.',
      summary: '',
      content: '<b>No headline</b> came with this one, only words.',
      sourceUrl: null,
    })
  })

  it.each([
    ['', '<guid>https://paper.example/9</guid>', 'https://paper.example/9'],
    ['', '<guid>/9</guid>', 'https://www.paper.example/9'],
    ['', '<guid isPermaLink="false">/9</guid>', null],
    ['https://www.paper.example/', '<guid>https://paper.example/9</guid>', 'https://paper.example/9'],
    [
      'https://www.paper.example/',
      '<guid isPermaLink="false">https://paper.example/9</guid>',
      'https://www.paper.example/',
    ],
    ['https://www.paper.example/8', '<guid>https://paper.example/9</guid>', 'https://www.paper.example/8'],
  ])('links to the page of an item with the link "%s" and %s', (link, guid, sourceUrl) => {
    expect(onlyItem(`<title>T</title><link>${link}</link>${guid}`)).toMatchObject({ sourceUrl })
  })

  it('resolves URLs against xml:base', () => {
    expect(fixture('atom-1.0.xml').items[0]).toMatchObject({
      title: 'Growing slowly & well',
      summary: 'See this.',
      content: '<p>See <a href="https://moss.example/blog/images/2.html">this</a>.</p>',
      sourceUrl: 'https://moss.example/blog/1.html',
      imageUrl: 'https://moss.example/img/1.png',
      author: 'Fern Green',
      publishedAt: new Date('2024-06-01T08:00:00.500Z'),
    })
  })

  it('uses the update date if there is no publication date', () => {
    expect(fixture('atom-1.0.xml').items[1]).toMatchObject({
      title: 'std::vector<int> explained',
      author: 'Ada, Ben and Cora',
      publishedAt: new Date('2024-05-30T00:00:00Z'),
      datedBySource: true,
      updatedAt: null,
    })
  })

  it('escapes only HTML syntax in a summary', () => {
    expect(fixture('feed.json').items[0]?.summary).toBe('AT&T kites &lt;fly> high.')
  })

  it('reads undeclared Latin-1 and Portuguese dates', () => {
    expect(fixture('latin-1.xml').items[0]).toMatchObject({
      title: 'Pão, café e maré – às 7h',
      summary: '“Não há pressa”, diz o padeiro.',
      publishedAt: new Date('2024-05-07T10:00:00Z'),
    })
  })

  it('preserves joiners in right-to-left text', () => {
    expect(fixture('right-to-left.xml').items.map(({ title, summary }) => ({ title, summary }))).toEqual([
      {
        title: 'السفينة تعود إلى الميناء',
        summary: 'عادت السفينة بعد عام\u200Cها الأول. وقال القبطان إن الرحلة كانت طويلة.',
      },
      { title: 'הספינה חזרה "הביתה"', summary: '' },
    ])
  })

  it('identifies items with unstable guids, and merges duplicate items', () => {
    expect(fixture('guids.xml').items.map(({ title, keys }) => [title, ...keys])).toEqual([
      ['Edited story', 'link:almanac.example/a?id=7'],
      ['Repeated guid, first', 'link:almanac.example/b'],
      ['Repeated guid, second', 'link:almanac.example/c'],
      ['No guid', 'link:almanac.example/d'],
      ['Front page link', 'guid:almanac.example:e'],
      ['Neither', 'text:almanac.example:neither tue, 07 may 2024 09:15:00 gmt'],
      ['Shared link, first', 'link:almanac.example/changes#v1'],
      ['Shared link, second', 'link:almanac.example/changes#v2'],
      ['Permanent guid', 'link:almanac.example/f'],
      ['Script for a link', 'guid:almanac.example:g'],
    ])
  })

  it.each([
    [
      'an episode without link',
      '<title>E</title><enclosure url="https://m.example/e.mp3" type="audio/mpeg"/>',
      { sourceUrl: 'https://m.example/e.mp3', content: expect.stringContaining('Listen to the audio') },
    ],
    [
      'a stream without link',
      '<title>E</title><enclosure url="https://m.example/e" type="application/x-mpegURL"/>',
      { sourceUrl: 'https://m.example/e', content: expect.stringContaining('Watch the video') },
    ],
    [
      'a PDF without link and title',
      '<guid>7</guid><pubDate>Fri, 20 Nov 2026 9am</pubDate><enclosure url="https://m.example/e.pdf" type="application/pdf"/>',
      {
        sourceUrl: 'https://m.example/e.pdf',
        title: expect.stringContaining('20 November 2026'),
        content: '<p><a href="https://m.example/e.pdf">Read the document (PDF)</a></p>',
        imageUrl: null,
      },
    ],
    [
      'a PDF with a wrong type, beside a link',
      '<title>E</title><link>https://m.example/e</link><enclosure url="/e.PDF?v=1" type="application/octet-stream"/>',
      { sourceUrl: 'https://m.example/e', content: expect.stringContaining('"https://m.example/e.PDF?v=1"') },
    ],
    [
      'a recording rather than its transcript',
      '<title>E</title><enclosure url="https://m.example/e.pdf" type="application/pdf"/><enclosure url="https://m.example/e.mp3" type="audio/mpeg"/>',
      { content: expect.stringMatching(/^<p><a href="[^"]*mp3">Listen to the audio<.a><.p>$/) },
    ],
    [
      'a PDF to which the text links',
      '<title>E</title><description>&lt;p>The &lt;a href="https://m.example/e.pdf">report&lt;/a>.&lt;/p></description><enclosure url="https://m.example/e.pdf" type="application/pdf"/>',
      { content: '<p>The <a href="https://m.example/e.pdf">report</a>.</p>' },
    ],
    [
      'an image without title',
      '<guid>7</guid><pubDate>Fri, 20 Nov 2026 9am</pubDate><media:content xmlns:media="http://search.yahoo.com/mrss/" url="https://i.example/a.jpg"/>',
      { imageUrl: 'https://i.example/a.jpg', title: expect.stringContaining('20 November 2026') },
    ],
    [
      'a link with credentials',
      '<title>T</title><link>https://ada:secret@paper.example/a</link>',
      { sourceUrl: 'https://paper.example/a' },
    ],
    [
      'credentials in a text',
      '<title>At https://ada:secret@paper.example</title><description>&lt;a href="https://ada:secret@paper.example/a">https://ada:secret@paper.example/a&lt;/a></description>',
      {
        title: 'At https://paper.example',
        summary: 'https://paper.example/a',
        content: '<a href="https://paper.example/a">https://paper.example/a</a>',
      },
    ],
    [
      'a title and text within media:content',
      '<media:content xmlns:media="http://search.yahoo.com/mrss/" url="https://i.example/a.jpg"><media:title>Boat</media:title><media:description>It sails.</media:description></media:content>',
      { title: 'Boat', summary: 'It sails.' },
    ],
    [
      'topics within an element',
      '<title>T</title><categories><category>Tides</category></categories>',
      { topics: ['Tides'] },
    ],
    [
      'elements next to CDATA',
      '<title>T</title><description><b>One</b> <![CDATA[<p>Two</p>]]></description>',
      { content: '<b>One</b> <p>Two</p>' },
    ],
  ])('reads %s', (_, xml, expected) => {
    expect(onlyItem(xml)).toMatchObject(expected)
  })

  it('names an item without title after its day, in the language of the feed', () => {
    const day = '<pubDate>Fri, 20 Nov 2026 09:00:00 GMT</pubDate>'
    const image = '<enclosure url="https://i.example/a.jpg" type="image/jpeg"/>'
    expect(normalised(rss(`<language>de-AT</language><item>${day}${image}</item>`)).items).toMatchObject([
      { title: expect.stringContaining('20. November 2026') },
    ])
  })

  it('limits content whose addresses become absolute', () => {
    const address = `https://paper.example/${'a'.repeat(1_900)}/`
    const { content } = onlyItem(
      `<title>T</title><link>${address}</link><description><![CDATA[${'<a href=x>A</a>'.repeat(10_000)}]]></description>`,
    )
    expect(content.length).toBeLessThanOrEqual(200_000)
    expect(content).toContain(`href="${address}x"`)
  })

  it('fills missing values of a merged item from its duplicates', () => {
    const link = '<link>https://www.paper.example/a</link>'
    const items = normalised(
      rss(
        `<item><title>A</title>${link}</item><item><title>A</title>${link}<description>Text.</description></item>`,
      ),
    ).items
    expect(items).toMatchObject([{ title: 'A', summary: 'Text.', content: 'Text.' }])
  })

  it.each([
    ['<link>https://www.paper.example/a</link>', 'https://www.paper.example/a'],
    ['<link>a/b</link>', 'https://www.paper.example/a/b'],
    ['<guid>https://www.paper.example/a</guid>', 'https://www.paper.example/a'],
    ['<guid isPermaLink="false">https://www.paper.example/a</guid>', null],
    ['<guid>12</guid>', null],
    ['<link>javascript:alert(1)</link>', null],
    ['<link>data:text/html,x</link>', null],
    ['<link>file:///etc/passwd</link>', null],
  ])('reads from %s the URL %s', (element, address) => {
    expect(onlyItem(`<title>T</title>${element}`).sourceUrl).toBe(address)
  })

  it.each([
    ['', NOW, false],
    ['<pubDate>soon</pubDate>', NOW, false],
    ['<pubDate>Tue, 07 May 2044 10:00:00 GMT</pubDate>', NOW, false],
    ['<pubDate>Tue, 07 May 2024 10:00:00 GMT</pubDate>', new Date('2024-05-07T10:00:00Z'), true],
    ['<pubDate>soon</pubDate><dc:date>2024-05-07</dc:date>', new Date('2024-05-07'), true],
    ['<dc:created>2024-05-07</dc:created>', new Date('2024-05-07'), true],
    ['<dc:issued>2024-05-07</dc:issued>', new Date('2024-05-07'), true],
    ['<dc:modified>2024-05-07</dc:modified>', new Date('2024-05-07'), true],
    ['<prism:modificationDate>2024-05-07</prism:modificationDate>', new Date('2024-05-07'), true],
  ])('dates an item with %j', (element, publishedAt, datedBySource) => {
    expect(onlyItem(`<title>T</title>${element}`)).toMatchObject({ publishedAt, datedBySource })
  })

  it.each([
    [
      'the date of its feed',
      '<lastBuildDate>Mon, 06 May 2024 10:00:00 GMT</lastBuildDate>',
      '2024-05-06T10:00:00Z',
    ],
    ['a date between its neighbours', '', '2024-05-08T10:00:00Z'],
  ])('gives an item without a date %s', (_, element, date) => {
    const item = (day: string) =>
      `<item><title>On ${day}</title><pubDate>${day} May 2024 10:00:00 GMT</pubDate></item>`
    const { items } = normalised(
      rss(`${item('09')}<item><title>Undated</title></item>${item('07')}`, `<title>Paper</title>${element}`),
    )
    expect(items[1]).toMatchObject({ title: 'Undated', publishedAt: new Date(date), datedBySource: false })
  })

  it.each([
    ['an item that is not dated between others', '<pubDate>yesterday</pubDate>', '2024-05-08T10:00:00Z'],
    [
      'an item between others that are years apart',
      '<pubDate>yesterday</pubDate>',
      NOW.toISOString(),
      '1999',
    ],
  ])('estimates the date of %s, and marks it', (_, date, estimate, year = '2024') => {
    const item = (day: string) => `<item><title>${day}</title><pubDate>${day} 10:00:00 GMT</pubDate></item>`
    const between = `<item><title>Undated</title>${date}</item>`
    const { items } = normalised(rss(`${item('09 May 2024')}${between}${item(`07 May ${year}`)}`))
    expect(items[1]).toMatchObject({
      publishedAt: new Date(estimate),
      datedBySource: false,
      statedDate: null,
    })
  })

  it('reads an empty reference as the base address', () => {
    const links = ['<link href=""/>', '<link rel="alternate" href=" "/>']
    for (const link of links) {
      const entry = `<entry xml:base="https://moss.example/blog/7"><title>T</title><id>urn:7</id>${link}</entry>`
      const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Moss</title>${entry}</feed>`
      expect(normalised(feed).items).toMatchObject([{ sourceUrl: 'https://moss.example/blog/7' }])
    }
  })

  it('links to the page of the publisher behind a redirect of a search engine', () => {
    const link = 'https://www.google.com/url?sa=t&amp;url=https://x.example/kelp'
    const item = onlyItem(`<title>Kelp</title><link>${link}</link>`)
    expect(item).toMatchObject({ sourceUrl: 'https://x.example/kelp', keys: ['link:x.example/kelp'] })
  })

  it('names an untitled feed after its host', () => {
    const channel = '<link>https://www.paper.example/</link>'
    expect(onlyItem('<title>T</title>', channel)).toMatchObject({
      sourceName: 'paper.example',
      author: '',
    })
  })

  it('does not repeat the headline as the summary', () => {
    expect(
      onlyItem('<title>A fire</title><description>&lt;p&gt;A fire&lt;/p&gt;</description>').summary,
    ).toBe('')
  })

  it('has no summary if the description contains only the headline and the source', () => {
    const description = '&lt;a href="/a"&gt;A fire&lt;/a&gt;&amp;nbsp;&lt;font&gt;Wire&lt;/font&gt;'
    const elements = `<title>A fire - Wire</title><source url="/w">Wire</source><description>${description}</description>`
    expect(onlyItem(elements)).toMatchObject({ title: 'A fire', summary: '', sourceName: 'Wire' })
  })

  it('does not repeat the publisher in the headline', () => {
    expect(onlyItem('<title>A fire - Paper</title>').title).toBe('A fire')
  })

  it('does not sanitise the content, which is sanitised on output', () => {
    const html = '<p onclick="x()">Text</p><script>y()</script>'
    expect(onlyItem(`<title>T</title><description><![CDATA[${html}]]></description>`).content).toBe(html)
  })

  it('limits the length of titles and summaries', () => {
    const words = 'word '.repeat(400)
    const item = onlyItem(`<title>${words}</title><description>Other ${words}</description>`)
    expect(item.title).toBe(`${'word '.repeat(59)}word…`)
    expect(item.summary).toBe(`Other ${'word '.repeat(57)}word…`)
  })

  it('omits items without text', () => {
    const items =
      '<item><link>https://www.paper.example/a</link></item><item><title>&lt;br&gt;</title></item>'
    expect(normalised(rss(items)).items).toEqual([])
  })

  it('reads a feed without items', () => {
    expect(normalised(rss(''))).toEqual({
      title: 'Paper',
      publisher: 'Paper',
      siteUrl: 'https://www.paper.example/',
      ttlMinutes: null,
      newUrl: null,
      items: [],
      deletions: [],
    })
  })
})
