import { expect, it } from 'vitest'
import { collectionPath } from './collection-path.ts'

it('encodes the slug', () => {
  expect(collectionPath({ kind: 'topic', slug: 'climate' })).toBe('/topic/climate')
  expect(collectionPath({ kind: 'author', slug: 'анна' })).toBe('/author/%D0%B0%D0%BD%D0%BD%D0%B0')
})
