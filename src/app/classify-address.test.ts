import { describe, expect, it } from 'vitest'
import type { ArticleAvailability } from '#features/articles/server/article-availability.server.ts'
import { createAddressClassifier } from './classify-address.ts'
import { createFindRoute } from './find-route.server.ts'

const KNOWN = '7f0c1f0e-6a0e-4c56-9d51-0b5a3d2f8f11'
const WITHDRAWN = '8f0c1f0e-6a0e-4c56-9d51-0b5a3d2f8f11'
const missingArticles = {
  async find(id: string): Promise<ArticleAvailability> {
    if (id === WITHDRAWN) return { kind: 'withdrawn', reason: 'Legal reasons' }
    return { kind: id === KNOWN ? 'published' : 'missing' }
  },
}
const classify = createAddressClassifier({
  findRoute: createFindRoute(),
  missingArticles,
  withdrawnPage: (reason) => `<p>${reason}</p>`,
})

describe('createAddressClassifier', () => {
  it.each([
    '/nowhere',
    '/nowhere/',
    '/nowhere/at/all',
    '/news/today',
    '/sport.html',
    '/article',
    '/article/a/b',
    '/404',
    '/search/x',
  ])('%s is unknown', async (path) => {
    expect(await classify(path)).toEqual({ kind: 'missing', page: '/404' })
  })

  it.each(['/article/nonsense', '/article/7f0c1f0e-6a0e-4c56-9d51-000000000000', '/article/404'])(
    '%s is a missing article',
    async (path) => {
      expect(await classify(path)).toEqual({ kind: 'missing', page: '/article/404' })
    },
  )

  it.each([
    '/',
    '/news',
    '/Sport',
    '/%73port',
    '/search',
    '/bookmarks',
    '/newsletter',
    '/contact',
    '/privacy-policy',
    `/article/${KNOWN}`,
    '/feed.xml',
    '/sport/feed.json',
    '/sitemap.xml',
    '/robots.txt',
    '/manifest.webmanifest',
    '/offline',
  ])('%s may exist', async (path) => {
    expect(await classify(path)).toEqual({ kind: 'page' })
  })

  it.each(['/%F0%9F%97%9E', '/%3Cscript%3E', '/article/%3Cscript%3E', '/nowhere//at', "/it's"])(
    '%s has a page of its own',
    async (path) => {
      expect(await classify(path)).toEqual({ kind: 'page' })
    },
  )

  it.each([`/article/${WITHDRAWN}`, `/article/%38${WITHDRAWN.slice(1)}`])(
    '%s is a withdrawn article',
    async (path) => {
      expect(await classify(path)).toEqual({ kind: 'gone', html: '<p>Legal reasons</p>' })
    },
  )
})
