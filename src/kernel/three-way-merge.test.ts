import { describe, expect, it } from 'vitest'
import { changedFields, followStored } from './three-way-merge.ts'

type Fields = { a: string; b: string }
const base: Fields = { a: 'one', b: 'two' }

describe('followStored', () => {
  it.each<[string, typed: Fields, stored: Fields, result: Fields, overtaken: string[]]>([
    ['a form that nobody touched follows', base, { a: 'new', b: 'two' }, { a: 'new', b: 'two' }, []],
    ['what was typed stays', { a: 'mine', b: 'two' }, base, { a: 'mine', b: 'two' }, []],
    [
      'another field follows beside it',
      { a: 'mine', b: 'two' },
      { a: 'one', b: 'new' },
      { a: 'mine', b: 'new' },
      [],
    ],
    [
      'a field that both changed keeps what was typed, and is named',
      { a: 'mine', b: 'two' },
      { a: 'theirs', b: 'new' },
      { a: 'mine', b: 'new' },
      ['a'],
    ],
    [
      'both changed it to the same',
      { a: 'same', b: 'two' },
      { a: 'same', b: 'two' },
      { a: 'same', b: 'two' },
      [],
    ],
  ])('%s', (_, typed, stored, result, overtaken) => {
    expect(followStored({ base, typed }, stored)).toEqual({ base: stored, typed: result, overtaken })
  })

  it('leaves nothing changed where others stored what was typed', () => {
    const form = followStored({ base, typed: { a: 'same', b: 'two' } }, { a: 'same', b: 'two' })
    expect(changedFields(form)).toEqual([])
  })
})
