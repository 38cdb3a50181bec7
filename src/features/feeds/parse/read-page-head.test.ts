import { describe, expect, it } from 'vitest'
import { choosePublisher, type DiscoveredFeed, discoverFeeds, readPageHead } from './read-page-head.ts'

const PAGE = 'https://m.paper.example/story'
const read = (head: string, body = '') =>
  readPageHead(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`, PAGE)

describe('readPageHead', () => {
  it.each([
    ['plain', '<meta property="og:site_name" content="The Paper">', 'The Paper'],
    [
      'with entities and white space',
      '<meta property="og:site_name" content=" Tom &amp;amp;\n Co ">',
      'Tom & Co',
    ],
    [
      'the first one',
      '<META PROPERTY="OG:Site_Name" CONTENT="A"><meta property="og:site_name" content="B">',
      'A',
    ],
    ['without a name', '<meta property="og:site_name" content="">', null],
    ['in another attribute', '<meta name="og:site_name" content="The Paper">', 'The Paper'],
    ['in RTL', '<meta property="og:site_name" content="صحيفة">', 'صحيفة'],
  ])('reads the site name: %s', (_, head, siteName) => {
    expect(read(head)).toMatchObject({ siteName })
  })

  it.each([
    ['absolute', '<link rel="canonical" href="https://paper.example/a">', 'https://paper.example/a'],
    ['relative to the page', '<link href="/a" rel="CANONICAL">', 'https://m.paper.example/a'],
    [
      'relative to the base',
      '<base href="https://paper.example/x/"><link rel=canonical href=a>',
      'https://paper.example/x/a',
    ],
    ['a script', '<link rel="canonical" href="javascript:alert(1)">', null],
    ['too long', `<link rel="canonical" href="/${'a'.repeat(3_000)}">`, null],
  ])('reads the canonical address: %s', (_, head, canonical) => {
    expect(read(head)).toMatchObject({ canonical })
  })

  it('ignores elements of the body', () => {
    const body = '<link rel="canonical" href="/evil"><meta property="og:site_name" content="Evil">'
    expect(read('', body)).toEqual({ siteName: null, canonical: null })
  })
})

describe('discoverFeeds', () => {
  const PAGE = 'https://courier.example/news/today'
  const rss = (href: string, more = '') =>
    `<link rel="alternate" type="application/rss+xml" href="${href}" ${more}>`

  it.each<[string, html: string, feeds: DiscoveredFeed[]]>([
    ['nothing', '<html><head><title>x</title></head></html>', []],
    ['an absolute address', rss('https://a.example/f'), [{ url: 'https://a.example/f', title: '' }]],
    [
      'a title with entities',
      rss('/feed', 'title="News &amp;amp; views"'),
      [{ url: 'https://courier.example/feed', title: 'News & views' }],
    ],
    ['a relative URL', rss('feed.xml'), [{ url: 'https://courier.example/news/feed.xml', title: '' }]],
    [
      'a URL relative to a declared base',
      `<base href="/other/">${rss('feed.xml')}`,
      [{ url: 'https://courier.example/other/feed.xml', title: '' }],
    ],
    [
      'Atom and JSON, and several words in rel',
      '<link rel="home ALTERNATE" type="application/atom+xml; charset=utf-8" href="/a"><link rel=alternate type=application/feed+json href=/j>',
      [
        { url: 'https://courier.example/a', title: '' },
        { url: 'https://courier.example/j', title: '' },
      ],
    ],
    [
      'a repeated URL once',
      rss('/f') + rss('/f', 'title="Again"'),
      [{ url: 'https://courier.example/f', title: '' }],
    ],
    [
      'links with rel="feed", with or without type, but no pages of HTML',
      '<link rel="feed" href="/news.php"><link rel="FEED" type="application/xml" href="/b" title="B"><link rel="feed" type="text/html" href="/"><a rel="nofollow feed" href="/c">Follow</a>',
      [
        { url: 'https://courier.example/news.php', title: '' },
        { url: 'https://courier.example/b', title: 'B' },
        { url: 'https://courier.example/c', title: '' },
      ],
    ],
    [
      'only feeds with http and https URLs',
      `${rss('javascript:alert(1)')}${rss('data:text/xml,x')}${rss('')}<link rel="alternate" hreflang="fr" href="/fr">` +
        '<link rel="stylesheet" type="text/css" href="/s.css"><a rel="alternate" type="application/rss+xml" href="/x">',
      [],
    ],
  ])('finds %s', (_, html, feeds) => {
    expect(discoverFeeds(html, PAGE)).toEqual(feeds)
  })

  it('returns at most twenty feeds', () => {
    expect(
      discoverFeeds(Array.from({ length: 50 }, (_, index) => rss(`/${index}`)).join(''), PAGE),
    ).toHaveLength(20)
  })
})

const SITE = 'https://www.nytimes.com/section/world'

it.each([
  ['the name of the website', 'The New York Times', 'NYT > World News', 'The New York Times'],
  ['a part of the title, without a website', null, 'NYT > World News', 'NYT'],
  ['a part of the title, if the website is named by its host', 'www.nytimes.com', 'NYT > World News', 'NYT'],
  ['a part of the title, if the website has the name of its software', 'WordPress', 'NYT', 'NYT'],
  ['the title, without a part that resembles the host', null, 'World: News', 'World: News'],
  ['the host, without names', null, '', 'nytimes.com'],
])('chooses %s', (_, siteName, title, name) => {
  expect(choosePublisher(siteName, title, SITE)).toBe(name)
})

it('shortens long names', () => {
  expect(choosePublisher('The Daily Lantern '.repeat(50), 'NYT', SITE).length).toBeLessThanOrEqual(100)
})

describe('discoverFeeds in a page without autodiscovery', () => {
  it('reads the Link header, or else the links to paths of feeds', () => {
    const page = 'https://paper.example/'
    const html = '<body><a href="/feed/" title="News">RSS</a><a href="/feeds-and-prices">Hay</a></body>'
    const header = '</x>; rel=next, </main.xml>; rel="alternate"; type="application/rss+xml"; title="Main"'
    expect(discoverFeeds(html, page)).toEqual([{ url: 'https://paper.example/feed/', title: 'News' }])
    expect(discoverFeeds(html, page, header)).toEqual([
      { url: 'https://paper.example/main.xml', title: 'Main' },
    ])
  })
})
