import { Editor, getSchema } from '@tiptap/core'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import fc from 'fast-check'
import { Window } from 'happy-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  CurrentSelection,
  moveOffsets,
  movePositions,
  moveSelection,
  rememberFocus,
} from './restore-focus.ts'
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
    // Any of several equal letters may be the new one.
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

describe('readSelection', () => {
  let page: Window
  beforeEach(() => {
    page = new Window()
    const { document, navigator, HTMLElement, MutationObserver, Event, Node } = page
    const globals = { window: page, document, navigator, HTMLElement, MutationObserver, Event, Node }
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  })
  afterEach(async () => {
    vi.unstubAllGlobals()
    await page.happyDOM.close()
  })

  function openEditor(content: string): Editor {
    document.body.innerHTML = '<div class="rich-text"></div>'
    const editor = new Editor({
      element: document.querySelector('.rich-text') as HTMLElement,
      content,
      extensions: [RICH_TEXT, CurrentSelection],
      editorProps: { attributes: { role: 'textbox' } },
    })
    editor.view.dom.focus()
    return editor
  }

  /** Moves the caret as a click does: browsers report it in a later task. */
  function moveCaretToEnd({ view, state }: Editor) {
    const withhold = (event: { stopImmediatePropagation(): void }) => event.stopImmediatePropagation()
    page.addEventListener('selectionchange', withhold, { capture: true })
    const paragraph = view.dom.lastElementChild
    document.getSelection()?.collapse(paragraph?.firstChild ?? null, paragraph?.textContent.length)
    page.removeEventListener('selectionchange', withhold)
    expect(state.selection.head).toBe(1)
  }

  it('applies a key at the caret that the browser has not reported yet', () => {
    const editor = openEditor('<p>Milk first.</p>')
    moveCaretToEnd(editor)
    const enter = new page.KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, cancelable: true })
    editor.view.dom.dispatchEvent(enter as unknown as Event)
    expect(editor.getHTML()).toBe('<p>Milk first.</p><p></p>')
  })

  it('restores a caret that the browser has not reported yet', () => {
    const former = openEditor('<p>One</p><p>Two</p>')
    moveCaretToEnd(former)
    const restore = rememberFocus()
    former.destroy()
    const next = openEditor('<p>Zero</p><p>One</p><p>Two</p>')
    restore()
    expect(next.state.selection.head).toBe(next.state.doc.content.size - 1)
  })
})
