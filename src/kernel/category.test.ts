import { afterEach, describe, expect, inject, it } from 'vitest'
import {
  categoryName,
  categoryOfPath,
  categoryPath,
  menuCategories,
  parseCategory,
  setCategories,
} from './category.ts'
import { listCategories } from './category-lists.ts'

afterEach(() => setCategories(inject('categories')))

describe('the categories of a new paper', () => {
  it('are the ten sections with their paths (spec §2)', () => {
    expect(listCategories()).toEqual([
      'News',
      'Politics',
      'Sport',
      'Showbiz',
      'TV',
      'Health',
      'Technology',
      'Science',
      'Money',
      'Travel',
    ])
    expect(menuCategories().map(({ key }) => key)).toEqual(listCategories())
    expect(listCategories().map(categoryPath)).toEqual(
      '/news /politics /sport /showbiz /tv /health /technology /science /money /travel'.split(' '),
    )
    expect(listCategories().map(categoryName)).toEqual(listCategories())
  })

  it.each(listCategories())('finds %s by its path and in any letter case', (category) => {
    expect(categoryOfPath(category.toUpperCase())).toBe(category)
    expect(parseCategory(categoryPath(category).slice(1))).toBe(category)
    expect(parseCategory(` ${category.toUpperCase()} `)).toBe(category)
  })

  it.each(['', 'sports', 'new', '/news', '__proto__', 'ＮＥＷＳ'])('has none for %j', (text) => {
    expect(parseCategory(text)).toBeUndefined()
    expect(categoryOfPath(text)).toBeUndefined()
  })
})

describe('changed categories', () => {
  it('are found by their key, name and address after a rename', () => {
    setCategories([
      { key: 'News', name: 'News', path: '/news' },
      { key: 'Sport', name: 'Football & more', path: '/football' },
    ])
    expect(categoryName('Sport')).toBe('Football & more')
    expect(categoryPath('Sport')).toBe('/football')
    expect(categoryOfPath('sport')).toBeUndefined()
    expect(categoryOfPath('Football')).toBe('Sport')
    expect(parseCategory('sport')).toBe('Sport')
    expect(parseCategory('FOOTBALL & MORE')).toBe('Sport')
  })

  it('that were merged lead to their target', () => {
    setCategories([
      { key: 'Health', name: 'Health', path: '/health' },
      {
        key: 'Science',
        name: 'Health',
        path: '/health',
        isOffMenu: true,
        isHidden: true,
        mergedInto: 'Health',
      },
    ])
    expect(categoryName('Science')).toBe('Health')
    expect(categoryPath('Science')).toBe('/health')
    expect(categoryOfPath('science')).toBeUndefined()
    expect(parseCategory('science')).toBe('Health')
    expect(listCategories()).toEqual(['Health'])
    expect(menuCategories().map(({ key }) => key)).toEqual(['Health'])
  })

  it('that are hidden have no page and are in no list', () => {
    setCategories([
      { key: 'News', name: 'News', path: '/news' },
      { key: 'Travel', name: 'Travel', path: '/news', isOffMenu: true, isHidden: true },
      { key: 'Money', name: 'Money', path: '/money', isOffMenu: true },
    ])
    expect(listCategories()).toEqual(['News', 'Money'])
    expect(menuCategories().map(({ key }) => key)).toEqual(['News'])
    expect(categoryOfPath('news')).toBe('News')
    expect(categoryOfPath('travel')).toBeUndefined()
    expect(categoryName('Travel')).toBe('Travel')
  })
})
