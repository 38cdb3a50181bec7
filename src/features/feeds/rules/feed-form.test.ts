import { describe, expect, it } from 'vitest'
import { suggestCategory } from './feed-form.ts'

describe('suggestCategory', () => {
  it.each([
    ['The Courier', 'https://courier.example/feed', 'News'],
    ['The Courier - Sport', 'https://courier.example/feed', 'Sport'],
    ['Courier', 'https://courier.example/TV/rss.xml', 'TV'],
    ['Money news', 'https://courier.example/sport', 'Money'],
    ['Transport news', 'https://sport.example/feed', 'News'],
    ['', 'no address', 'News'],
  ])('suggests for %j at %s the category %s', (title, url, category) => {
    expect(suggestCategory(title, url)).toBe(category)
  })
})
