import { expect, it } from 'vitest'
import { categoryListTag, isReaderTag } from './cache-tags.ts'

it('distinguishes the tags of reader pages from those of the admin area', () => {
  expect((['articles', 'category:Sport', 'settings', 'admin:users'] as const).map(isReaderTag)).toEqual([
    true,
    true,
    true,
    false,
  ])
})

it('tags the list of News as all articles, other lists by their category', () => {
  expect(categoryListTag('News')).toBe('articles')
  expect(categoryListTag('Sport')).toBe('category:Sport')
})
