import { describe, expect, test } from 'vitest'
import { site } from '../testing/site.ts'
import { noPageHead, pageHead } from './page-head.ts'

/** By name or property. */
function read(head: ReturnType<typeof pageHead>): Record<string, string> {
  return Object.fromEntries(
    head.meta.map((tag) => {
      if ('title' in tag) return ['title', tag.title]
      return ['name' in tag ? tag.name : tag.property, tag.content]
    }),
  )
}

describe('pageHead', () => {
  test('uses the name, tagline, description and default image of the site for the home page', () => {
    const head = pageHead(site, { path: '/' })
    expect(read(head)).toEqual({
      title: 'The Paper | Your trusted news source',
      description: 'News from here',
      robots: 'index, follow',
      'og:type': 'website',
      'og:site_name': 'The Paper',
      'og:locale': 'en_GB',
      'og:title': 'The Paper',
      'og:description': 'News from here',
      'og:url': 'https://paper.example/',
      'og:image': 'https://paper.example/social-share-default.jpg',
      'og:image:type': 'image/jpeg',
      'og:image:alt': 'The Paper',
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'The Paper',
      'twitter:description': 'News from here',
      'twitter:image': 'https://paper.example/social-share-default.jpg',
    })
    expect(head.links).toEqual([{ rel: 'canonical', href: 'https://paper.example/' }])
  })

  test('uses the title, description, image and times of an article', () => {
    const meta = read(
      pageHead(site, {
        path: '/article/1',
        title: 'Baths reopen',
        description: 'After seven years.',
        image: { path: '/media/1/a/40x21-1200.jpeg', width: 1200, height: 630, alt: 'A swimmer' },
        article: {
          publishedAt: '2026-11-21T09:30:00.000Z',
          updatedAt: '2026-11-21T10:00:00.000Z',
          author: 'Margaret Ellis',
          category: 'News',
        },
      }),
    )
    expect(meta).toMatchObject({
      title: 'Baths reopen | The Paper',
      description: 'After seven years.',
      'og:type': 'article',
      'og:title': 'Baths reopen',
      'og:url': 'https://paper.example/article/1',
      'og:image': 'https://paper.example/media/1/a/40x21-1200.jpeg',
      'og:image:alt': 'A swimmer',
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:image': 'https://paper.example/media/1/a/40x21-1200.jpeg',
      'article:published_time': '2026-11-21T09:30:00.000Z',
      'article:modified_time': '2026-11-21T10:00:00.000Z',
      'article:section': 'News',
      'article:author': 'Margaret Ellis',
    })
  })

  test('omits missing values of an article', () => {
    const article = {
      publishedAt: '2026-11-21T09:30:00.000Z',
      updatedAt: null,
      author: '',
      category: 'News',
    } as const
    const meta = read(pageHead(site, { path: '/article/1', title: 'Baths reopen', article }))
    expect(meta).not.toHaveProperty('article:modified_time')
    expect(meta).not.toHaveProperty('article:author')
    expect(meta.description).toBe('News from here')
  })

  test('includes the query in the canonical URL', () => {
    const head = pageHead(site, { path: '/sport?before=2026', title: 'Sport' })
    expect(head.links).toEqual([{ rel: 'canonical', href: 'https://paper.example/sport?before=2026' }])
  })

  test.each([
    ['site', '/feed.xml'],
    ['Sport', '/sport/feed.xml'],
  ] as const)('leads to the feeds of %s where the page asks for it', (feedsOf, path) => {
    const { links } = pageHead(site, { path: '/', feedsOf })
    expect(links.map(({ rel }) => rel)).toEqual(['canonical', 'alternate', 'alternate', 'alternate'])
    expect(links).toContainEqual(
      expect.objectContaining({ type: 'application/rss+xml', href: `https://paper.example${path}` }),
    )
  })
})

test('noPageHead sets noindex', () => {
  expect(read(noPageHead('Page not found'))).toEqual({ title: 'Page not found', robots: 'noindex' })
})

test('has what an editor wrote for search engines and link previews', () => {
  const page = { path: '/article/1/x', title: 'Who won?', socialTitle: 'It is over' }
  const { meta, links } = pageHead(site, { ...page, canonical: 'https://agency.example/1', isUnlisted: true })
  const contents = JSON.stringify(meta)
  expect(contents).toContain('"title":"Who won? | ')
  expect(contents).toContain('{"property":"og:title","content":"It is over"}')
  expect(contents).toContain('{"name":"robots","content":"noindex, follow"}')
  expect(links[0]).toEqual({ rel: 'canonical', href: 'https://agency.example/1' })
})
