import { describe, expect, test } from 'vitest'
import { site } from '#features/site/testing/site.ts'
import { breadcrumbJsonLd, newsArticleJsonLd } from './article-head.ts'

const article = {
  title: 'Baths reopen',
  description: 'After seven years.',
  author: 'Margaret Ellis',
  category: 'News',
  publishedAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
} as const
const publisher = {
  '@type': 'NewsMediaOrganization',
  name: 'The Paper',
  url: 'https://paper.example/',
  logo: { '@type': 'ImageObject', url: 'https://paper.example/favicon.png' },
}

describe('newsArticleJsonLd', () => {
  test('describes an article with absolute URLs', () => {
    const page = { path: '/article/1', article, imagePath: '/media/1/a/40x21-1200.jpeg' }
    expect(newsArticleJsonLd(site, page)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      mainEntityOfPage: { '@type': 'WebPage', '@id': 'https://paper.example/article/1' },
      url: 'https://paper.example/article/1',
      headline: 'Baths reopen',
      description: 'After seven years.',
      image: ['https://paper.example/media/1/a/40x21-1200.jpeg'],
      datePublished: '2026-11-21T09:30:00.000Z',
      dateModified: '2026-11-21T10:00:00.000Z',
      author: { '@type': 'Person', name: 'Margaret Ellis' },
      publisher,
      articleSection: 'News',
      isAccessibleForFree: true,
    })
  })

  test('names the site as the author of an unsigned article, and omits missing values', () => {
    const bare = { ...article, description: '', author: '', updatedAt: null }
    const jsonLd = newsArticleJsonLd(site, { path: '/article/1', article: bare })
    expect(jsonLd).toMatchObject({ author: publisher, dateModified: article.publishedAt })
    expect(jsonLd).not.toHaveProperty('description')
    expect(jsonLd).not.toHaveProperty('image')
  })
})

test('breadcrumbJsonLd numbers the breadcrumbs from one', () => {
  const trail = [
    { name: 'Home', path: '/' },
    { name: 'Sport', path: '/sport' },
  ]
  expect(breadcrumbJsonLd(site, trail)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://paper.example/' },
      { '@type': 'ListItem', position: 2, name: 'Sport', item: 'https://paper.example/sport' },
    ],
  })
})

describe('the requirements of Google Search', () => {
  const ISO_WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

  // developers.google.com/search/docs/appearance/structured-data/article: all are recommended.
  test.each([
    ['signed', article],
    ['unsigned', { ...article, author: '' }],
  ])('are met by a NewsArticle that is %s', (_, article) => {
    const page = { path: '/article/1', article, imagePath: '/media/1/a/40x21-1200.jpeg' }
    const { author, dateModified, datePublished, headline, image } = newsArticleJsonLd(site, page)
    expect(author).toMatchObject({ '@type': expect.stringMatching(/^(Person|NewsMediaOrganization)$/) })
    expect(author.name).not.toBe('')
    for (const date of [datePublished, dateModified]) expect(date).toMatch(ISO_WITH_ZONE)
    expect(Date.parse(dateModified)).toBeGreaterThanOrEqual(Date.parse(datePublished))
    expect(headline).toBe(article.title)
    expect(image?.map((url) => URL.parse(url)?.protocol)).toEqual(['https:'])
  })

  // …/structured-data/breadcrumb: at least two items, with item, name and position.
  test('are met by a BreadcrumbList', () => {
    const { itemListElement } = breadcrumbJsonLd(site, [
      { name: 'Home', path: '/' },
      { name: 'Sport', path: '/sport' },
      { name: 'Baths reopen', path: '/article/1' },
    ])
    expect(itemListElement.length).toBeGreaterThanOrEqual(2)
    for (const [index, { position, name, item }] of itemListElement.entries()) {
      expect(position).toBe(index + 1)
      expect(name).not.toBe('')
      expect(URL.parse(item)?.origin).toBe(site.origin)
    }
  })
})
