import { describe, expect, it } from 'vitest'
import { formatOpml, type OpmlFeed, parseOpml } from './opml.ts'

const opml = (body: string) => `<?xml version="1.0"?><opml version="2.0"><head/><body>${body}</body></opml>`
const outline = (name: string, attributes = '') =>
  `<outline text="${name}" xmlUrl="https://${name}.example/feed" ${attributes}/>`
const feed = (name: string, category: OpmlFeed['category'] = null): OpmlFeed => ({
  url: `https://${name}.example/feed`,
  title: name,
  publisher: '',
  category,
  fullText: false,
  newArticles: 'publish',
})

describe('parseOpml', () => {
  it.each<[name: string, body: string, feeds: OpmlFeed[]]>([
    ['a flat list', outline('a') + outline('b'), [feed('a'), feed('b')]],
    [
      'a folder with the name of a category',
      `<outline text="sport">${outline('a')}</outline>${outline('b')}`,
      [feed('a', 'Sport'), feed('b')],
    ],
    [
      'nested folders',
      `<outline text="Sport"><outline text="Rowing">${outline('a')}</outline></outline>`,
      [feed('a', 'Sport')],
    ],
    [
      'the nearest folder',
      `<outline text="News"><outline text="TV">${outline('a')}</outline></outline>`,
      [feed('a', 'TV')],
    ],
    [
      'a folder without the name of a category',
      `<outline text="Mine">${outline('a')}</outline>`,
      [feed('a')],
    ],
    ['a category attribute', outline('a', 'category="/Towns/Bath,Health"'), [feed('a', 'Health')]],
    [
      'a category attribute within a folder',
      `<outline text="TV">${outline('a', 'category="/Science"')}</outline>`,
      [feed('a', 'Science')],
    ],
    [
      'a title in preference to the text',
      outline('a', 'title="A &amp;amp; B"'),
      [{ ...feed('a'), title: 'A & B' }],
    ],
    ['attributes in any letter case', '<outline TEXT="a" xmlurl="https://a.example/feed"/>', [feed('a')]],
    ['a repeated feed once', outline('a', 'category="TV"') + outline('a'), [feed('a', 'TV')]],
    [
      'only http and https URLs',
      '<outline text="x" xmlUrl="file:///etc/passwd"/><outline text="y" xmlUrl="feed"/><outline text="z"/>',
      [],
    ],
  ])('reads %s', (_, body, feeds) => {
    expect(parseOpml(opml(body))).toMatchObject({ kind: 'opml', feeds })
  })

  it('lists rejected feeds with reasons', () => {
    const body =
      '<outline text="x" xmlUrl="file:///etc/passwd"/><outline text="A folder"/><outline xmlUrl="feed"/>'
    const reason = 'This is not an http or https address.'
    expect(parseOpml(opml(outline('a') + body))).toEqual({
      kind: 'opml',
      feeds: [feed('a')],
      rejected: [
        { url: 'file:///etc/passwd', title: 'x', reason },
        { url: 'feed', title: '', reason },
      ],
    })
  })

  it('reads a list after a document type', () => {
    expect(parseOpml(`<!DOCTYPE opml>${opml(outline('a')).slice(21)}`)).toEqual({
      kind: 'opml',
      feeds: [feed('a')],
      rejected: [],
    })
  })

  it.each([
    ['', 'The document is not XML.'],
    ['a,b,c', 'The document is not XML.'],
    ['<html></html>', 'This is not an OPML file.'],
    ['<opml><body><outline text="a"', 'The OPML file is broken or incomplete.'],
    ['<opml></opml>', 'The OPML file is broken or incomplete.'],
    [
      '<!DOCTYPE opml [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><opml/>',
      'The document declares custom entities.',
    ],
    [
      '<!DOCTYPE opml [<!ENTITY a SYSTEM "file:///etc/passwd">]><opml/>',
      'The document declares custom entities.',
    ],
  ])('returns the reason for rejecting %j', (text, reason) => {
    expect(parseOpml(text)).toEqual({ kind: 'invalid', reason })
  })

  it('reads at most a thousand feeds', () => {
    const outcome = parseOpml(
      opml(Array.from({ length: 1_200 }, (_, index) => outline(`f${index}`)).join('')),
    )
    expect(outcome).toMatchObject({ kind: 'opml', feeds: { length: 1_000 }, rejected: { length: 200 } })
  })
})

describe('formatOpml', () => {
  const now = new Date('2026-11-21T12:00:00Z')

  it('groups the feeds by category', () => {
    expect(formatOpml([feed('b', 'Sport'), feed('c'), feed('a', 'News'), feed('d', 'Sport')], now)).toBe(
      `<?xml version="1.0" encoding="utf-8"?>
<opml version="2.0">
  <head>
    <title>Feeds</title>
    <dateCreated>Sat, 21 Nov 2026 12:00:00 GMT</dateCreated>
  </head>
  <body>
    <outline text="News">
      <outline type="rss" text="a" xmlUrl="https://a.example/feed"/>
    </outline>
    <outline text="Sport">
      <outline type="rss" text="b" xmlUrl="https://b.example/feed"/>
      <outline type="rss" text="d" xmlUrl="https://d.example/feed"/>
    </outline>
    <outline type="rss" text="c" xmlUrl="https://c.example/feed"/>
  </body>
</opml>
`,
    )
  })

  it('is parsed back without changes', () => {
    const feeds: OpmlFeed[] = [
      {
        url: 'https://a.example/?x=1&y=%22',
        title: `Tom's "A" & B <c>`,
        publisher: 'The "A" & <B>',
        category: 'News',
        fullText: true,
        newArticles: 'hold',
      },
      {
        url: 'http://b.example/',
        title: 'أخبار – 新闻',
        publisher: 'صحيفة',
        category: 'TV',
        fullText: false,
        newArticles: 'publish',
      },
      {
        url: 'https://c.example/feed',
        title: 'Plain',
        publisher: '',
        category: null,
        fullText: true,
        newArticles: 'publish',
      },
    ]
    expect(parseOpml(formatOpml(feeds, now))).toEqual({ kind: 'opml', feeds, rejected: [] })
  })

  it.each([
    ['true', true],
    ['false', false],
    ['', false],
    ['yes', false],
  ])('reads fullText="%s"', (value, fullText) => {
    expect(parseOpml(opml(outline('a', `fulltext="${value}"`)))).toMatchObject({ feeds: [{ fullText }] })
  })

  it('shortens the publishers of hostile files', () => {
    const long = `${'x'.repeat(99)}😀`
    expect(parseOpml(opml(outline('a', `publisher="${long}"`)))).toMatchObject({
      feeds: [{ publisher: `${'x'.repeat(99)}\uFFFD` }],
    })
  })

  it('writes an empty list that can be parsed back', () => {
    expect(parseOpml(formatOpml([], now))).toEqual({ kind: 'opml', feeds: [], rejected: [] })
  })
})
