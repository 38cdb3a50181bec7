import { expect, it } from 'vitest'
import { readArticlesPage } from './articles-page.ts'

const id = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'

it.each([
  [{}, {}],
  [{ article: 'new' }, { article: 'new' }],
  [{ article: id, other: 'x' }, { article: id }],
  [{ article: 'all' }, {}],
  [{ article: ['new'] }, {}],
  [
    { q: '  tea\0time ', category: 'sport' },
    { q: 'tea time', category: 'Sport' },
  ],
  [{ q: ' ', category: 'Weather' }, {}],
  [{ q: 'x'.repeat(300) }, { q: 'x'.repeat(200) }],
])('readArticlesPage(%j)', (given, page) => {
  expect(readArticlesPage(given)).toEqual({ article: undefined, q: undefined, category: undefined, ...page })
})
