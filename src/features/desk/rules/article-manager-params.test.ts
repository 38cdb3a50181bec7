import { expect, it } from 'vitest'
import { parseArticleManagerParams } from './article-manager-params.ts'

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
  [
    { status: 'in-review', sort: 'edited' },
    { status: 'in-review', sort: 'edited' },
  ],
  [{ status: 'bin', sort: 'newest' }, { status: 'bin' }],
  [{ status: 'live', sort: ['edited'] }, {}],
  [{ q: 'x'.repeat(300) }, { q: 'x'.repeat(200) }],
])('parseArticleManagerParams(%j)', (given, page) => {
  expect(parseArticleManagerParams(given)).toEqual({
    article: undefined,
    q: undefined,
    category: undefined,
    status: undefined,
    sort: undefined,
    ...page,
  })
})
