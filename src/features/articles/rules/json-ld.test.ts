import { describe, expect, test } from 'vitest'
import { site } from '#features/site/testing/site.ts'
import { writeJsonLd } from '#kernel/text/text.ts'
import { breadcrumbJsonLd, categoryJsonLd, homeJsonLd, newsArticleJsonLd } from './json-ld.ts'

const article = {
  id: '1',
  path: '/article/1/baths-reopen',
  title: 'Baths reopen',
  summary: '',
  body: '<p>After seven years, the baths reopen.</p>',
  caption: 'Baths reopen',
  description: 'After seven years.',
  author: 'Margaret Ellis',
  category: 'News',
  image: { key: 'a' },
  publishedAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  readingMinutes: 1,
  sourceName: null,
  aside: '',
} as const
const publisher = {
  '@type': 'NewsMediaOrganization',
  name: 'The Paper',
  url: 'https://paper.example/',
  logo: { '@type': 'ImageObject', url: 'https://paper.example/favicon.png' },
}

describe('newsArticleJsonLd', () => {
  test('describes an article with absolute URLs', () => {
    expect(newsArticleJsonLd(site, article)).toEqual({
      '@type': 'NewsArticle',
      mainEntityOfPage: { '@type': 'WebPage', '@id': 'https://paper.example/article/1/baths-reopen' },
      url: 'https://paper.example/article/1/baths-reopen',
      headline: 'Baths reopen',
      description: 'After seven years.',
      image: ['40x21-1200.jpeg', '16x9-1280.webp', '4x3-1280.webp', '1x1-1280.webp'].map(
        (name) => `https://paper.example/media/1/a/${name}`,
      ),
      datePublished: '2026-11-21T09:30:00.000Z',
      dateModified: '2026-11-21T10:00:00.000Z',
      author: {
        '@type': 'Person',
        name: 'Margaret Ellis',
        url: 'https://paper.example/search?author=Margaret%20Ellis',
      },
      publisher,
      articleSection: 'News',
      inLanguage: 'en-GB',
      wordCount: 6,
      isAccessibleForFree: true,
    })
  })

  test('credits an image to its creator', () => {
    const imageObject = {
      caption: 'At noon',
      creditText: 'Ada Lane',
      creator: { '@type': 'Person', name: 'Ada Lane' },
    } as const
    expect(newsArticleJsonLd(site, { ...article, imageObject }).image?.[0]).toEqual({
      '@type': 'ImageObject',
      url: 'https://paper.example/media/1/a/40x21-1200.jpeg',
      ...imageObject,
    })
  })

  test('describes the audio and video files of the text', () => {
    const recording = { type: 'video/mp4', seconds: 125.2, uploadedAt: '2026-11-21T12:00:00.000Z' }
    const recordings = [
      { kind: 'video', name: 'The talk', path: '/storage/1.mp4', posterPath: '/media/1.webp', ...recording },
      { kind: 'audio', name: '', path: '/storage/2.mp3', ...recording, seconds: null },
    ] as const
    const jsonLd = newsArticleJsonLd(site, { ...article, recordings: [...recordings] })
    expect(jsonLd.video).toEqual([
      {
        '@type': 'VideoObject',
        name: 'The talk',
        contentUrl: 'https://paper.example/storage/1.mp4',
        thumbnailUrl: 'https://paper.example/media/1.webp',
        encodingFormat: 'video/mp4',
        uploadDate: '2026-11-21T12:00:00.000Z',
        duration: 'PT125S',
      },
    ])
    expect(jsonLd.audio?.[0]).toMatchObject({ '@type': 'AudioObject', name: article.title })
    expect(jsonLd.audio?.[0]).not.toHaveProperty('duration')
    expect(newsArticleJsonLd(site, article)).not.toHaveProperty('video')
  })

  test('names the site as the author of an unsigned article, and omits missing values', () => {
    const bare = { ...article, description: '', author: '', updatedAt: null, image: null }
    const jsonLd = newsArticleJsonLd(site, bare)
    expect(jsonLd).toMatchObject({ author: publisher, dateModified: article.publishedAt })
    expect(jsonLd).not.toHaveProperty('description')
    expect(jsonLd).not.toHaveProperty('image')
  })

  test('names the publisher of an article from a feed, also as the author if it is unsigned', () => {
    const source = { name: 'The Courier', url: 'https://courier.example' }
    const courier = { '@type': 'NewsMediaOrganization', ...source }
    const ingested = { ...article, publisher: source }
    expect(newsArticleJsonLd(site, { ...ingested, author: '' })).toMatchObject({
      author: courier,
      publisher: courier,
    })
    expect(newsArticleJsonLd(site, ingested)).toMatchObject({
      author: { '@type': 'Person', name: 'Margaret Ellis' },
      publisher: courier,
    })
  })

  test('names the language of a text that is not in English', () => {
    expect(newsArticleJsonLd(site, { ...article, lang: 'he' })).toMatchObject({ inLanguage: 'he' })
  })
})

const item = (position: number, name: string, path: string) => ({
  '@type': 'ListItem',
  position,
  name,
  item: `https://paper.example${path}`,
})

test('breadcrumbJsonLd numbers the breadcrumbs from one', () => {
  const ofSport = [item(1, 'Home', '/'), item(2, 'Sport', '/sport')]
  expect(breadcrumbJsonLd(site, 'Sport')).toEqual({ '@type': 'BreadcrumbList', itemListElement: ofSport })
  expect(breadcrumbJsonLd(site, 'Sport', article).itemListElement).toEqual([
    ...ofSport,
    item(3, 'Baths reopen', '/article/1/baths-reopen'),
  ])
})

test.each([
  ['the home page', homeJsonLd(site, [article]), 'WebSite', 'https://paper.example/'],
  ['a category', categoryJsonLd(site, 'Sport', [article]), 'CollectionPage', 'https://paper.example/sport'],
])('%s lists its articles', (_, jsonLd, type, url) => {
  expect(jsonLd).toMatchObject({
    '@type': type,
    url,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: [
        { position: 1, url: 'https://paper.example/article/1/baths-reopen', name: 'Baths reopen' },
      ],
    },
  })
})

test('writeJsonLd cannot be ended by a text', () => {
  const json = writeJsonLd({ name: '</script>' })
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual({ '@context': 'https://schema.org', name: '</script>' })
})

test('names the people and topics of an article by their pages', () => {
  const people = [
    { slug: 'ada', name: 'Ada', role: '' },
    { slug: null, name: 'Ben', role: '' },
    { slug: 'dee', name: 'Dee', role: 'Photographs' },
  ]
  const topics = [{ slug: 'city-baths', name: 'City baths' }]
  const { author, about } = newsArticleJsonLd(site, { ...article, author: 'Ada and Ben', people, topics })
  expect(author).toEqual([
    { '@type': 'Person', name: 'Ada', url: 'https://paper.example/author/ada' },
    { '@type': 'Person', name: 'Ben' },
  ])
  expect(about).toEqual([
    { '@type': 'Thing', name: 'City baths', url: 'https://paper.example/topic/city-baths' },
  ])
  // Without writers, the publisher is the author.
  expect(newsArticleJsonLd(site, { ...article, author: '', people: people.slice(2) }).author).toEqual(
    publisher,
  )
})
