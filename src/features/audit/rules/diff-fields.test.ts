import { describe, expect, it } from 'vitest'
import { diffFields } from './diff-fields.ts'

type Sample = { title: string; isOn: boolean; at: Date; note: string | null }

describe('diffFields', () => {
  it.each<[string, Partial<Sample>, Partial<Sample>, ReturnType<typeof diffFields>]>([
    ['no change', { title: 'A' }, { title: 'A' }, {}],
    [
      'a changed field',
      { title: 'A', isOn: true },
      { title: 'B', isOn: true },
      { title: { from: 'A', to: 'B' } },
    ],
    ['a new record', {}, { title: 'A' }, { title: { from: null, to: 'A' } }],
    ['a deleted record', { title: 'A' }, {}, { title: { from: 'A', to: null } }],
    ['null and undefined as equal', { note: null }, { note: undefined }, {}],
    ['equal dates', { at: new Date(0) }, { at: new Date(0) }, {}],
    [
      'a changed date',
      { at: new Date(0) },
      { at: new Date(1000) },
      { at: { from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T00:00:01.000Z' } },
    ],
  ])('reports %s', (_, before, after, changes) => {
    expect(diffFields<Sample>(before, after)).toEqual(changes)
  })

  it('truncates long texts after comparing them', () => {
    const [one, other] = ['a', 'b'].map((end) => 'x'.repeat(2_000) + end)
    expect(diffFields<Sample>({ title: one }, { title: other })).toEqual({
      title: { from: `${'x'.repeat(500)}… (2,001 characters)`, to: `${'x'.repeat(500)}… (2,001 characters)` },
    })
  })
})
