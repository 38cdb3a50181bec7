import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findMentionQuery, findMentions, splitMentions, suggestPeople } from './notes.ts'

const people = [
  { id: '1', name: 'Ann Lee' },
  { id: '2', name: 'Ann Lee-Smith' },
  { id: '3', name: 'Zoë' },
  { id: '4', name: 'Zoë' },
  { id: '5', name: '' },
]

it.each([
  ['@Ann Lee, please check', ['1']],
  ['see @Ann Lee-Smith.', ['2']],
  ['@Zoë and @Ann Lee', ['1', '3', '4']],
  ['ann@Ann Lee', []],
  ['@Ann Leeds', []],
  ['@ and @@', []],
])('finds the people that “%s” mentions', (text, ids) => {
  expect(findMentions(text, people)).toEqual(ids)
})

it('splits a text without losing a character', () => {
  const piece = fc.constantFrom('@', 'Ann Lee', '-Smith', 'Zoë', ' ', 'a')
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      expect(
        splitMentions(text, people)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

it.each([
  ['@', 1, { at: 0, query: '' }],
  ['Ask @Ann L', 10, { at: 4, query: 'Ann L' }],
  ['Ask @Ann L', 6, { at: 4, query: 'A' }],
  ['mail@ann', 8, undefined],
  ['@ Ann', 5, undefined],
  ['@Ann\nLee', 8, undefined],
  ['', 0, undefined],
])('finds the name that is typed in “%s” at %i', (text, caret, expected) => {
  expect(findMentionQuery(text, caret)).toEqual(expected)
})

it('suggests people by the start of each part of their name', () => {
  const names = (query: string) => suggestPeople(people, query).map(({ id }) => id)
  expect(names('le')).toEqual(['1', '2'])
  expect(names('ann l')).toEqual(['1', '2'])
  expect(names('ee')).toEqual([])
})
