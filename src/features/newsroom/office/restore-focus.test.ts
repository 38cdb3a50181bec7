import { getSchema } from '@tiptap/core'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveOffsets, movePositions, moveSelection } from './restore-focus.ts'
import { RICH_TEXT } from './rich-text-document.ts'

describe('moveOffsets', () => {
  it.each([
    ['Tea|', 'Tea', 'Tea|'],
    ['Tea at |four', 'Green tea at four', 'Green tea at |four'],
    ['Tea| at four', 'Tea at four o’clock', 'Tea| at four'],
    ['aa|', 'aaa', 'aaa|'],
    ['Tea at| four', 'Tea', 'Tea|'],
  ])('moves %s in %s', (before, after, expected) => {
    const move = moveOffsets(before.replace('|', ''), after)
    const offset = move(before.indexOf('|'))
    const caret = expected.indexOf('|')
    // Of equal letters, any may be new.
    if (before !== 'aa|') expect(offset).toBe(caret)
    else expect([2, 3]).toContain(offset)
  })

  it('always returns an offset of the text, and the same one for the same text', () => {
    const text = fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b') })
    fc.assert(
      fc.property(text, text, fc.nat(12), (before, after, offset) => {
        const at = Math.min(offset, before.length)
        const moved = moveOffsets(before, after)(at)
        expect(moved >= 0 && moved <= after.length).toBe(true)
        expect(moveOffsets(before, before)(at)).toBe(at)
      }),
    )
  })
})

const docOf = (...paragraphs: string[]) => {
  const schema = getSchema([RICH_TEXT])
  const children = paragraphs.map((text) => schema.node('paragraph', null, text ? schema.text(text) : []))
  return schema.node('doc', null, children)
}

describe('movePositions', () => {
  it('follows the text around a caret', () => {
    const before = docOf('One', 'Two')
    const position = before.content.size - 1
    const after = docOf('Zero', 'One', 'Two')
    expect(movePositions(before, after)(position)).toBe(after.content.size - 1)
    expect(movePositions(before, docOf('One', 'Two', 'Three'))(position)).toBe(position)
    expect(movePositions(before, docOf('One', 'Two'))(position)).toBe(position)
    const inserted = docOf('One', 'A Two')
    expect(movePositions(before, inserted)(position)).toBe(inserted.content.size - 1)
  })

  it('always returns a position of the document', () => {
    const paragraphs = fc.array(fc.string({ maxLength: 3, unit: fc.constantFrom('a', 'b') }), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(paragraphs, paragraphs, fc.nat(20), (first, second, given) => {
        const [before, after] = [docOf(...first), docOf(...second)]
        const moved = movePositions(before, after)(Math.min(given, before.content.size))
        expect(moved >= 0 && moved <= after.content.size).toBe(true)
      }),
    )
  })
})

describe('moveSelection', () => {
  const stateOf = (...paragraphs: string[]) => {
    const doc = docOf(...paragraphs)
    return EditorState.create({ doc, selection: TextSelection.atEnd(doc) })
  }

  it.each([
    [
      'an empty paragraph at the end, which it restores',
      ['One', ''],
      ['Zero', 'One'],
      ['Zero', 'One', ''],
      12,
    ],
    ['one that is still there', ['One', ''], ['Zero', 'One', ''], ['Zero', 'One', ''], 12],
    ['the only paragraph', [''], ['Zero', 'One'], ['Zero', 'One'], 1],
    ['a text', ['One'], ['Zero', 'One'], ['Zero', 'One'], 10],
  ])('moves the caret from %s', (_, before, after, restored, caret) => {
    const { doc, selection } = moveSelection(stateOf(...before), stateOf(...after))
    expect(doc.content.content.map(({ textContent }) => textContent)).toEqual(restored)
    expect([selection.anchor, selection.head]).toEqual([caret, caret])
  })
})
