import { expect, it } from 'vitest'
import { findByName, suggestByName } from './find-by-name.ts'

const entries = ['Ann Lee', 'Élise Dupont', 'Lee Ann Smith'].map((name) => ({ name }))

it.each([
  ['lee', ['Lee Ann Smith', 'Ann Lee']],
  ['ann LEE', ['Ann Lee', 'Lee Ann Smith']],
  [' elise ', ['Élise Dupont']],
  ['', ['Ann Lee', 'Élise Dupont', 'Lee Ann Smith']],
  ['x', []],
])('finds %j by all words, and first the names that begin with them', (text, names) => {
  expect(findByName(entries, text).map(({ name }) => name)).toEqual(names)
})

it('limits suggestions', () => {
  const many = Array.from({ length: 9 }, (_, index) => ({ name: `Topic ${index}` }))
  expect(suggestByName(many, 'topic')).toHaveLength(8)
})
