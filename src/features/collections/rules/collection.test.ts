import { expect, it } from 'vitest'
import { pageHead } from '#features/site/rules/page-head.ts'
import { site } from '#features/site/testing/site.ts'
import { collectionHead, collectionJsonLd } from './collection.ts'

const ada = {
  kind: 'author',
  id: '1',
  slug: 'ada-king',
  name: 'Ada King',
  text: 'Writes about machines.',
  links: ['https://a.example'],
  image: { upload: 'a.jpg', key: '00000000000000' },
} as const
const author = { ...ada, links: [...ada.links] }
const topic = {
  ...author,
  kind: 'topic',
  slug: '日本',
  name: '日本',
  text: '',
  links: [],
  image: null,
} as const

it('heads a page with its address, feeds and image', () => {
  const page = collectionHead(author, { hasArticles: true })
  expect(page).toMatchObject({
    path: '/author/ada-king',
    description: 'Writes about machines.',
    isUnlisted: false,
  })
  const { links, meta } = pageHead(site, page)
  expect(links.map(({ href }) => href)).toEqual([
    'https://paper.example/author/ada-king',
    'https://paper.example/author/ada-king/feed.xml',
    'https://paper.example/author/ada-king/atom.xml',
    'https://paper.example/author/ada-king/feed.json',
  ])
  expect(meta).toContainEqual({
    property: 'og:image',
    content: 'https://paper.example/media/uploads/a.jpg/00000000000000/40x21-1200.jpeg',
  })
})

it('is not indexed without articles', () => {
  const page = collectionHead({ ...topic, links: [] }, { hasArticles: false })
  expect(pageHead(site, page).meta).toContainEqual({ name: 'robots', content: 'noindex, follow' })
  expect(page.path).toBe('/topic/%E6%97%A5%E6%9C%AC')
})

it('describes a person and a topic (schema.org)', () => {
  const articles = [{ id: '7', title: 'Engines' }] as never
  expect(collectionJsonLd(site, author, articles)).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', name: 'Ada King', sameAs: ['https://a.example'] },
    hasPart: [{ position: 1, name: 'Engines' }],
  })
  expect(collectionJsonLd(site, { ...topic, links: [] }, articles)).toMatchObject({
    '@type': 'CollectionPage',
    about: { '@type': 'Thing', name: '日本' },
    mainEntity: { itemListElement: [{ name: 'Engines' }] },
  })
})
