import { describe, expect, it } from 'vitest'
import { CATEGORIES, categoryPath, parseCategory } from './category.ts'

describe('categories', () => {
  it('are the ten sections with their paths (spec §2)', () => {
    expect(CATEGORIES.map(categoryPath)).toEqual(
      '/news /politics /sport /showbiz /tv /health /technology /science /money /travel'.split(' '),
    )
  })

  it.each(CATEGORIES)('parses %s from its path and in any letter case', (category) => {
    expect(parseCategory(categoryPath(category).slice(1))).toBe(category)
    expect(parseCategory(` ${category.toUpperCase()} `)).toBe(category)
  })

  it.each(['', 'sports', 'new', '/news', '__proto__', 'ＮＥＷＳ'])('rejects %j', (text) => {
    expect(parseCategory(text)).toBeUndefined()
  })
})
