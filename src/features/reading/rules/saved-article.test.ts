import { describe, expect, it } from 'vitest'
import { parseSavedArticles } from './saved-article.ts'

const ARTICLE = { id: 'b0000000-0000-4000-8000-000000000001', title: 'Baths reopen', data: '/_serverFn/a?b' }

describe('parseSavedArticles', () => {
  it('parses lists, including empty ones', () => {
    expect(parseSavedArticles([ARTICLE])).toEqual([ARTICLE])
    expect(parseSavedArticles([])).toEqual([])
  })

  it.each([
    ['a value that is not a list', ARTICLE],
    ['null', null],
    ['an invalid id', [{ ...ARTICLE, id: '../admin' }]],
    ['a title that is not a string', [ARTICLE, { ...ARTICLE, title: 1 }]],
    ['data from another path', [{ ...ARTICLE, data: '/admin' }]],
    ['data from another host', [{ ...ARTICLE, data: 'https://elsewhere.example/_serverFn/' }]],
    ['an entry that is not an article', [null]],
  ])('rejects %s', (_, message) => {
    expect(parseSavedArticles(message)).toBeUndefined()
  })
})
