import { expect, it } from 'vitest'
import { mapCategory } from './map-category.server.ts'

it.each([
  ['sport', 'sport', 'Sport'],
  ['The match', 'sports', 'Sport'],
  ['Business', null, 'Money'],
  ['Uncategorized', 'uncategorized', 'News'],
  ['Uncategorised', 'uncategorised', 'News'],
  ['Gardens', 'gardens', null],
  // Names that objects inherit.
  ['Constructor', 'constructor', null],
  ['__proto__', '__proto__', null],
])('maps %s (%s) to %s', (name, slug, category) => {
  expect(mapCategory({ name, slug })).toBe(category)
})
