import { expect, it } from 'vitest'
import type { QueryTags } from '#kernel/cache-tags.ts'
import { isAffected } from './is-affected.ts'

const QUERIES: Record<string, { meta?: QueryTags; data?: unknown }> = {
  settings: { meta: { tags: ['settings'] } },
  home: { meta: { tags: ['articles'] } },
  ticker: { meta: { tags: ['breaking'] } },
  sport: { meta: { tags: ['category:Sport'] } },
  article: { meta: { tags: ['article:1'], hasCategory: true }, data: { id: '1', category: 'Sport' } },
  'loading article': { meta: { tags: ['article:2'], hasCategory: true } },
  dashboard: { meta: { tags: ['articles', 'admin:users'] } },
  untagged: { meta: { tags: [] } },
  unknown: {},
}

it.each([
  [['settings'], ['settings']],
  [
    ['articles', 'article:9', 'category:Sport'],
    ['home', 'sport', 'article', 'dashboard'],
  ],
  [
    ['articles', 'article:1', 'category:Money'],
    ['home', 'article', 'dashboard'],
  ],
  [
    ['articles', 'article:2', 'breaking'],
    ['home', 'ticker', 'loading article', 'dashboard'],
  ],
  [['admin:users'], ['dashboard']],
  [[], []],
  [null, Object.keys(QUERIES).filter((name) => name !== 'untagged' && name !== 'unknown')],
])('a change of %j affects %j', (tags, affected) => {
  const found = Object.entries(QUERIES).filter(([, { meta, data }]) =>
    isAffected({ meta, state: { data } }, tags && new Set(tags)),
  )
  expect(found.map(([name]) => name)).toEqual(affected)
})
