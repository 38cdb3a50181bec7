import { describe, expect, it } from 'vitest'
import { createFindRoute } from './find-route.server.ts'
import { findNotFoundPath } from './not-found-paths.ts'

const KNOWN = '7f0c1f0e-6a0e-4c56-9d51-0b5a3d2f8f11'
const find = findNotFoundPath(createFindRoute(), { has: async (id) => id !== KNOWN })

describe('findNotFoundPath', () => {
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
    expect(await find(path)).toBe('/404')
  })

  it.each(['/article/nonsense', '/article/7f0c1f0e-6a0e-4c56-9d51-000000000000', '/article/404'])(
    '%s is a missing article',
    async (path) => {
      expect(await find(path)).toBe('/article/404')
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
    expect(await find(path)).toBeUndefined()
  })

  it.each(['/%F0%9F%97%9E', '/%3Cscript%3E', '/article/%3Cscript%3E', '/nowhere//at', "/it's"])(
    '%s has a page of its own',
    async (path) => {
      expect(await find(path)).toBeUndefined()
    },
  )
})
