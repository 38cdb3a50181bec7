import { expect, it } from 'vitest'
import { isTouched } from './touched-queries.ts'

const QUERIES = {
  shell: [['settings', 'shell']],
  'static page': [['settings', 'page', 'contact']],
  ads: [['ads', 'public']],
  home: [['articles', 'home']],
  ticker: [['articles', 'breaking']],
  news: [['articles', 'category', 'News', null]],
  sport: [['articles', 'category', 'Sport', null]],
  search: [['articles', 'search', { query: 'x' }, null]],
  'other search': [['search', 'x']],
  article: [['articles', 'article', '1'], { id: '1', category: 'Sport' }],
  'article under way': [['articles', 'article', '2']],
  account: [['account', 'me']],
} as const
const LISTS = ['home', 'news', 'search', 'other search']

it.each([
  [['settings'], ['shell', 'static page', 'ads']],
  [
    ['articles', 'article:9', 'category:Sport'],
    ['home', 'news', 'sport', 'search', 'other search', 'article'],
  ],
  [
    ['articles', 'article:1', 'category:Money'],
    [...LISTS, 'article'],
  ],
  [
    ['articles', 'article:2', 'category:Money'],
    [...LISTS, 'article under way'],
  ],
  [
    ['articles', 'article:9', 'category:TV', 'breaking'],
    ['home', 'ticker', 'news', 'search', 'other search'],
  ],
  [[], []],
  [['category:undefined'], ['article under way']],
  [null, Object.keys(QUERIES).filter((name) => name !== 'account')],
])('%j touches %j', (tags, touched) => {
  const found = Object.entries(QUERIES).filter(([, [key, data]]) =>
    isTouched(key, data, tags && new Set(tags)),
  )
  expect(found.map(([name]) => name)).toEqual(touched)
})
