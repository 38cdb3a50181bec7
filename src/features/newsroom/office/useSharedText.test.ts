import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { movePosition } from './useSharedText.ts'

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
