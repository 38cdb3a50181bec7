import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { mergeEdits, movePosition } from './bind-text.ts'

it.each([
  ['an insertion before it', [{ insert: 'ab' }], 3, 5],
  ['an insertion after it', [{ retain: 5 }, { insert: 'ab' }], 3, 3],
  ['an insertion at it', [{ retain: 3 }, { insert: 'ab' }], 3, 3],
  ['a deletion before it', [{ delete: 2 }], 3, 1],
  ['a deletion around it', [{ retain: 1 }, { delete: 4 }], 3, 1],
  ['a replacement before it', [{ retain: 1 }, { insert: 'xyz' }, { delete: 1 }], 3, 5],
])('moves a position with %s', (_, delta, position, moved) => {
  expect(movePosition(position, delta)).toBe(moved)
})

it('leaves the characters before a position the same when others edit after it', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.nat(),
      fc.nat(),
      fc.nat(5),
      fc.string(),
      (start, at, edit, removed, inserted) => {
        const text = new Y.Doc().getText('text')
        text.insert(0, start)
        const position = at % (start.length + 1)
        const index = position + (edit % (start.length - position + 1))
        let moved = -1
        text.observe(({ delta }) => {
          moved = movePosition(position, delta)
        })
        text.doc?.transact(() => {
          text.delete(index, Math.min(removed, start.length - index))
          text.insert(index, `${inserted}.`)
        })
        expect(text.toString().slice(0, moved)).toBe(start.slice(0, position))
      },
    ),
  )
})

it('keeps each character that two people typed, and the caret behind the own ones', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-e]{0,9}$/),
      fc.nat(),
      fc.stringMatching(/^[A-E]{1,4}$/),
      fc.array(fc.tuple(fc.nat(), fc.stringMatching(/^[0-9]{1,4}$/)), { minLength: 1, maxLength: 4 }),
      (base, at, typed, others) => {
        const start = at % (base.length + 1)
        let text = base
        const deltas = others.map(([where, insert]) => {
          const index = where % (text.length + 1)
          text = text.slice(0, index) + insert + text.slice(index)
          return [{ retain: index }, { insert }]
        })
        const mine = base.slice(0, start) + typed + base.slice(start)
        const merged = mergeEdits(base, deltas, mine, start + typed.length)
        expect(merged.text.replaceAll(/[A-E]/g, '')).toBe(text)
        expect(merged.text.slice(0, merged.caret)).toMatch(new RegExp(`${typed}$`))
        expect(merged.text.replaceAll(/\d/g, '')).toBe(mine)
      },
    ),
  )
})

it.each([
  [
    'a composition that replaced a word',
    'Tea at four',
    [[{ insert: 'Hot ' }]],
    'Tea at 四時',
    9,
    'Hot Tea at 四時',
    13,
  ],
  ['a text that others emptied', 'Tea', [[{ delete: 3 }]], 'Tea時', 4, '時', 1],
  ['a composition that was cancelled', 'Tea', [[{ retain: 3 }, { insert: '!' }]], 'Tea', 3, 'Tea!', 3],
])('merges %s', (_, base, deltas, mine, caret, text, moved) => {
  expect(mergeEdits(base, deltas, mine, caret)).toEqual({ text, caret: moved })
})
