import { expect, it } from 'vitest'
import { cacheKey } from '#platform/cdn/edge-headers.server.ts'
import { findPurgeKeys } from './find-purge-keys.server.ts'

const ID = '0190a000-0000-7000-8000-000000000001'

it.each([
  [
    'a corrected article',
    { table: 'articles', op: 'UPDATE', id: ID, categories: ['Sport'] },
    [`article:${ID}`, 'articles', 'category:Sport'],
  ],
  ['the page of an author', { author: 'ada' }, ['author:ada', 'authors']],
  ['live coverage', { table: 'live_posts', id: ID }, [`live:${ID}`, 'live-posts']],
] as const)('purges the pages with %s softly', (_name, change, tags) => {
  const keys = findPurgeKeys(change)
  expect([...(keys?.soft ?? [])].toSorted()).toEqual(tags.map((tag) => cacheKey(tag)).toSorted())
  expect(keys?.hard.size).toBe(0)
})

it('never serves the copies of a removed article and its images again', () => {
  const keys = findPurgeKeys({ table: 'articles', op: 'DELETE', id: ID, categories: ['Sport'] })
  expect(keys?.hard).toEqual(new Set([cacheKey(`article:${ID}`), cacheKey('article:many'), 'uploads']))
  expect(keys?.soft).toContain(cacheKey('articles'))
})

it.each([
  ['a setting, which may close the site', { table: 'site_settings', op: 'UPDATE' }],
  ['a bulk change', { table: 'articles', op: 'TRUNCATE' }],
  ['an unknown change', { something: 'else' }],
  ['a new CDN', { cdn: 'everything' }],
])('purges everything after %s', (_name, change) => {
  expect(findPurgeKeys(change)).toEqual({ soft: new Set(), hard: new Set(['all']) })
})

it.each([
  ['the categories, which are in every menu', { table: 'categories', op: 'UPDATE' }],
  ['the look, which every page has', { table: 'looks', published: true }],
])('purges all pages softly after a change of %s', (_name, change) => {
  const keys = findPurgeKeys(change)
  expect(keys).toEqual({ soft: new Set(['all']), hard: new Set() })
})

it('purges the pages of the previous build', () => {
  expect(findPurgeKeys({ cdn: 'build', build: 'b1' })?.hard).toEqual(new Set(['build-b1']))
})

it('ignores what readers do not see', () => {
  expect(findPurgeKeys({ table: 'drafts', op: 'UPDATE' })).toBeNull()
  expect(findPurgeKeys({ table: 'looks', published: false })).toBeNull()
})
