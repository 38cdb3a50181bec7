import { describe, expect, it } from 'vitest'
import { type DiscoveredFeed, discoverFeeds } from './discover-feeds.ts'

const PAGE = 'https://courier.example/news/today'
const rss = (href: string, more = '') =>
  `<link rel="alternate" type="application/rss+xml" href="${href}" ${more}>`

describe('discoverFeeds', () => {
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
