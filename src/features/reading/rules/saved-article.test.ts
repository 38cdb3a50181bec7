import { describe, expect, it } from 'vitest'
import { parseSavedArticles } from './saved-article.ts'

const ARTICLE = { id: 'b0000000-0000-4000-8000-000000000001', title: 'Baths reopen', data: '/_serverFn/a?b' }

describe('parseSavedArticles', () => {
  it('parses lists, also empty ones', () => {
    expect(parseSavedArticles([ARTICLE])).toEqual([ARTICLE])
    expect(parseSavedArticles([])).toEqual([])
  })

  it.each([
    ['no list', ARTICLE],
    ['nothing', null],
    ['an id that is none', [{ ...ARTICLE, id: '../admin' }]],
    ['a title that is no text', [ARTICLE, { ...ARTICLE, title: 1 }]],
    ['data from elsewhere', [{ ...ARTICLE, data: '/admin' }]],
    ['data of another host', [{ ...ARTICLE, data: 'https://elsewhere.example/_serverFn/' }]],
    ['no article', [null]],
  ])('refuses %s', (_, message) => {
    expect(parseSavedArticles(message)).toBeUndefined()
  })
})
