import { expect, it } from 'vitest'
import { site } from '#features/site/testing/site.ts'
import type { ArticleDetail } from '#kernel/article.ts'
import { articleHead } from './article-head.ts'

const article: ArticleDetail = {
  id: '1',
  path: '/article/1/baths-reopen',
  title: 'Baths reopen',
  summary: '',
  byline: '',
  body: '',
  caption: '',
  description: 'After seven years.',
  author: '',
  category: 'News',
  image: { key: 'a', alt: 'The pool' },
  isBreaking: false,
  publishedAt: '2026-11-21T09:30:00.000Z',
  updatedAt: null,
  readingMinutes: 1,
  sourceName: null,
  aside: '',
  related: [],
}
const own = { path: '/media/uploads/card.jpg/b/40x21-1200.jpeg', width: 1200, height: 630, alt: 'A gate' }

it.each<[string, ArticleDetail['search'], string, string]>([
  ['the lead image', undefined, '/media/1/a/40x21-1200.jpeg', 'The pool'],
  ['the social image', { image: own }, own.path, 'A gate'],
])('link previews show %s', (_, search, path, alt) => {
  const { meta } = articleHead(site, { ...article, ...(search && { search }) })
  const contents = Object.fromEntries(
    meta.flatMap((one) => ('content' in one ? [['name' in one ? one.name : one.property, one.content]] : [])),
  )
  expect(contents).toMatchObject({
    'og:image': site.origin + path,
    'og:image:alt': alt,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:image': site.origin + path,
  })
})
