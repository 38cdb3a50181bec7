import { describe, expect, it } from 'vitest'
import { changedFields, mergeThreeWay } from './three-way-merge.ts'

type Fields = { a: string; b: string }
const base: Fields = { a: 'one', b: 'two' }

describe('mergeThreeWay', () => {
  it.each<[string, typed: Fields, stored: Fields, values: Fields, conflicts: string[]]>([
    ['uses stored values for unchanged fields', base, { a: 'new', b: 'two' }, { a: 'new', b: 'two' }, []],
    ['keeps typed values', { a: 'mine', b: 'two' }, base, { a: 'mine', b: 'two' }, []],
    [
      'merges changes of different fields',
      { a: 'mine', b: 'two' },
      { a: 'one', b: 'new' },
      { a: 'mine', b: 'new' },
      [],
    ],
    [
      'keeps the typed value of a field that both changed, and reports the conflict',
      { a: 'mine', b: 'two' },
      { a: 'theirs', b: 'new' },
      { a: 'mine', b: 'new' },
      ['a'],
    ],
    [
      'reports no conflict when both made the same change',
      { a: 'same', b: 'two' },
      { a: 'same', b: 'two' },
      { a: 'same', b: 'two' },
      [],
    ],
  ])('%s', (_, typed, stored, values, conflicts) => {
    expect(mergeThreeWay({ base, typed }, stored)).toEqual({ values, conflicts })
  })
})

describe('changedFields', () => {
  it('lists the fields that differ from the base', () => {
    expect(changedFields({ base, typed: { a: 'one', b: 'new' } })).toEqual(['b'])
    expect(changedFields({ base, typed: base })).toEqual([])
  })
})
