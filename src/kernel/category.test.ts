import { describe, expect, it } from 'vitest'
import { CATEGORIES, categoryPath, parseCategory } from './category.ts'

describe('categories', () => {
  it('are the ten sections, each at the path of spec §2', () => {
    expect(CATEGORIES.map(categoryPath)).toEqual(
      '/news /politics /sport /showbiz /tv /health /technology /science /money /travel'.split(' '),
    )
  })

  it.each(CATEGORIES)('%s is found by its path and in any letter case', (category) => {
    expect(parseCategory(categoryPath(category).slice(1))).toBe(category)
    expect(parseCategory(` ${category.toUpperCase()} `)).toBe(category)
  })

  it.each(['', 'sports', 'new', '/news', '__proto__', 'ＮＥＷＳ'])('there is none called %j', (text) => {
    expect(parseCategory(text)).toBeUndefined()
  })
})
