import { describe, expect, it } from 'vitest'
import { changesOf } from './changes-of.ts'

type Thing = { title: string; isOn: boolean; at: Date; note: string | null }

describe('changesOf', () => {
  it.each<[string, Partial<Thing>, Partial<Thing>, ReturnType<typeof changesOf>]>([
    ['nothing', { title: 'A' }, { title: 'A' }, {}],
    ['a field', { title: 'A', isOn: true }, { title: 'B', isOn: true }, { title: { from: 'A', to: 'B' } }],
    ['a new thing', {}, { title: 'A' }, { title: { from: null, to: 'A' } }],
    ['a thing that is gone', { title: 'A' }, {}, { title: { from: 'A', to: null } }],
    ['null and undefined, which are the same', { note: null }, { note: undefined }, {}],
    ['the same instant twice', { at: new Date(0) }, { at: new Date(0) }, {}],
    [
      'an instant',
      { at: new Date(0) },
      { at: new Date(1000) },
      { at: { from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T00:00:01.000Z' } },
    ],
  ])('tells %s', (_, before, after, changes) => {
    expect(changesOf<Thing>(before, after)).toEqual(changes)
  })

  it('cuts what is long, after it was compared', () => {
    const [one, other] = ['a', 'b'].map((end) => 'x'.repeat(2_000) + end)
    expect(changesOf<Thing>({ title: one }, { title: other })).toEqual({
      title: { from: `${'x'.repeat(500)}… (2,001 characters)`, to: `${'x'.repeat(500)}… (2,001 characters)` },
    })
  })
})
