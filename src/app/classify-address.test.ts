import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ArticleAvailability } from '#features/articles/server/article-availability.server.ts'
import type { FoundRedirect } from '#features/redirects/server/redirect-lookup.server.ts'
import { createAddressClassifier, createPageProbe } from './classify-address.ts'
import { createFindRoute } from './find-route.server.ts'

const KNOWN = '7f0c1f0e-6a0e-4c56-9d51-0b5a3d2f8f11'
const WITHDRAWN = '8f0c1f0e-6a0e-4c56-9d51-0b5a3d2f8f11'
const UNCERTAIN = '9f0c1f0e-6a0e-4c56-9d51-0b5a3d2f8f11'
/** In Arabic: Elections. */
const PATH = `/article/${KNOWN}/%D8%A7%D9%86%D8%AA%D8%AE%D8%A7%D8%A8%D8%A7%D8%AA`
const missingArticles = {
  async find(id: string): Promise<ArticleAvailability> {
    if (id === WITHDRAWN) return { kind: 'withdrawn', reason: 'Legal reasons' }
    if (id === UNCERTAIN) return { kind: 'published' }
    return id === KNOWN ? { kind: 'published', path: PATH } : { kind: 'missing' }
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
    '/article/a/b/c',
    '/404',
    '/search/x',
  ])('%s is unknown', async (path) => {
    expect(await classify(path)).toEqual({ kind: 'missing', page: '/404' })
  })

  it.each([
    '/article/nonsense',
    '/article/a/b',
    '/article/7f0c1f0e-6a0e-4c56-9d51-000000000000',
    '/article/404',
  ])('%s is a missing article', async (path) => {
    expect(await classify(path)).toEqual({ kind: 'missing', page: '/article/404' })
  })

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
    PATH,
    PATH.toLowerCase(),
    `/article/${UNCERTAIN}`,
    `/article/${UNCERTAIN}/words`,
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

  it.each([
    `/article/${KNOWN}/former-words`,
    `/article/${KNOWN.toUpperCase()}`,
    `/Article/${KNOWN}/%D8%A7`,
    `/article/%37${KNOWN.slice(1)}`,
    `${PATH}%20`,
    `/article/${KNOWN}/%5Cevil.example`,
    `/article/${KNOWN}/%0d%0aset-cookie:%20a=b`,
    `/article/${KNOWN}/${'a'.repeat(4_000)}`,
  ])('%s redirects once, without being stored', async (path) => {
    expect(await classify(path)).toEqual({ kind: 'redirect', status: 301, location: PATH, tags: [] })
    expect(await classify(PATH)).toEqual({ kind: 'page' })
  })

  it('stores the redirect of the permanent address', async () => {
    const redirect = { kind: 'redirect', status: 301, location: PATH, tags: [`article:${KNOWN}`] }
    expect(await classify(`/article/${KNOWN}`)).toEqual(redirect)
  })

  it('never redirects a withdrawn article', async () => {
    expect(await classify(`/article/${WITHDRAWN}/words`)).toMatchObject({ kind: 'gone' })
  })

  describe('with redirects', () => {
    const found: Record<string, FoundRedirect> = {
      '/2019/old': { id: '1', target: '/news', status: 301 },
      '/vote': { id: '2', target: 'https://vote.example/', status: 302 },
      '/%C3%A9t%C3%A9': { id: '3', target: '/summer', status: 301 },
      '/removed': { id: '4', target: null, status: 410 },
      '/news': { id: '5', target: '/elsewhere', status: 301 },
      [`/article/${WITHDRAWN}`]: { id: '6', target: '/elsewhere', status: 301 },
      '/2019/05/imported': { id: '7', target: `/article/${KNOWN}`, status: 301 },
      '/2019/05/withdrawn': { id: '8', target: `/article/${WITHDRAWN}`, status: 301 },
      '/2019/05/draft': { id: '9', target: `/article/${randomUUID()}`, status: 301 },
    }
    const asked: string[] = []
    const classifyWithRedirects = createAddressClassifier({
      findRoute: createFindRoute(),
      missingArticles,
      withdrawnPage: () => 'withdrawn',
      redirects: {
        async find(path) {
          asked.push(path)
          return found[path] ?? null
        },
        removedPage: () => 'removed',
      },
    })

    it('lead to an article in one step, whatever its headline is by now', async () => {
      expect(await classifyWithRedirects('/2019/05/imported')).toMatchObject({ location: PATH })
      expect(await classifyWithRedirects('/2019/05/withdrawn')).toEqual({ kind: 'gone', html: 'withdrawn' })
      expect(await classifyWithRedirects('/2019/05/draft')).toEqual({ kind: 'missing', page: '/404' })
    })

    it('finds them only where there is no page', async () => {
      const redirect = (location: string, status = 301) => ({ kind: 'redirect', status, location, tags: [] })
      expect(await classifyWithRedirects('/2019/old')).toEqual(redirect('/news'))
      expect(await classifyWithRedirects('/vote')).toEqual(redirect('https://vote.example/', 302))
      expect(await classifyWithRedirects('/%C3%A9t%C3%A9')).toEqual(redirect('/summer'))
      expect(await classifyWithRedirects('/removed')).toEqual({ kind: 'gone', html: 'removed' })
      expect(await classifyWithRedirects('/nowhere')).toEqual({ kind: 'missing', page: '/404' })
      asked.length = 0
      expect(await classifyWithRedirects('/news')).toEqual({ kind: 'page' })
      expect(await classifyWithRedirects(PATH)).toEqual({ kind: 'page' })
      expect(await classifyWithRedirects(`/article/${WITHDRAWN}`)).toEqual({
        kind: 'gone',
        html: 'withdrawn',
      })
      expect(asked).toEqual([])
    })
  })
})

describe('createPageProbe', () => {
  const lookedUp: string[] = []
  const rendered: string[] = []
  const hasPage = createPageProbe({
    findRoute: createFindRoute(),
    async hasCollection(kind, slug) {
      lookedUp.push(`${kind}:${slug}`)
      return slug === 'été'
    },
    async hasRenderedPage(path) {
      rendered.push(path)
      return path === '/news'
    },
  })

  it.each(['', '/feed.xml', '/atom.xml', '/feed.json'])(
    'looks up people and topics without rendering their %j',
    async (file) => {
      lookedUp.length = 0
      expect(await hasPage(`/topic/%C3%A9t%C3%A9${file}`)).toBe(true)
      expect(await hasPage(`/author/ada${file}`)).toBe(false)
      expect(lookedUp).toEqual(['topic:été', 'author:ada'])
      expect(rendered).toEqual([])
    },
  )

  it('renders other pages', async () => {
    expect(await Promise.all(['/news', '/author/ada/more', '/old/feed.xml'].map(hasPage))).toEqual([
      true,
      false,
      false,
    ])
    expect(rendered).toEqual(['/news', '/author/ada/more', '/old/feed.xml'])
  })
})
