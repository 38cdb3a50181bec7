import { describe, expect, test } from 'vitest'
import { site } from '../testing/site.ts'
import { feedLinks, feedPath, feedTitle } from './feed-links.ts'

test.each([
  ['rss', undefined, '/feed.xml'],
  ['atom', undefined, '/atom.xml'],
  ['json', undefined, '/feed.json'],
  ['rss', 'Sport', '/sport/feed.xml'],
  ['atom', 'TV', '/tv/atom.xml'],
  ['json', 'News', '/news/feed.json'],
] as const)('the %s feed of %s stands at %s', (format, category, path) => {
  expect(feedPath(format, category)).toBe(path)
})

test("the title of a category's feed contains both names", () => {
  expect(feedTitle(site)).toBe('The Paper')
  expect(feedTitle(site, 'Sport')).toBe('Sport | The Paper')
})

describe('feedLinks', () => {
  test('links to the feeds of the site in every format', () => {
    expect(feedLinks(site)).toEqual([
      {
        rel: 'alternate',
        type: 'application/rss+xml',
        title: 'The Paper (RSS)',
        href: 'https://paper.example/feed.xml',
      },
      {
        rel: 'alternate',
        type: 'application/atom+xml',
        title: 'The Paper (Atom)',
        href: 'https://paper.example/atom.xml',
      },
      {
        rel: 'alternate',
        type: 'application/feed+json',
        title: 'The Paper (JSON Feed)',
        href: 'https://paper.example/feed.json',
      },
    ])
  })

  test('links to the feeds of a category', () => {
    const hrefs = feedLinks(site, 'Money').map(({ href }) => href)
    expect(hrefs).toEqual([
      'https://paper.example/money/feed.xml',
      'https://paper.example/money/atom.xml',
      'https://paper.example/money/feed.json',
    ])
  })
})
