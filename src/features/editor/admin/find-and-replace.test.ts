import { Editor } from '@tiptap/core'
import Collaboration from '@tiptap/extension-collaboration'
import { Window } from 'happy-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { RICH_TEXT } from '#features/collaboration/admin/rich-text-document.ts'
import { contentOf, createDraftDocument } from '#features/collaboration/rules/draft-document.ts'
import {
  FindAndReplace,
  findText,
  readFindState,
  replaceAllMatches,
  replaceMatch,
  showMatch,
} from './find-and-replace.ts'

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

function openEditor(doc: Y.Doc): Editor {
  const element = document.body.appendChild(document.createElement('div'))
  const extensions = [RICH_TEXT, Collaboration.configure({ fragment: contentOf(doc) }), FindAndReplace]
  return new Editor({ element, extensions })
}

function openText(content: string): { editor: Editor; doc: Y.Doc } {
  const doc = createDraftDocument(crypto.randomUUID())
  const editor = openEditor(doc)
  editor.commands.setContent(content)
  return { editor, doc }
}

const query = (text: string) => ({ text, isCaseSensitive: false, isWholeWord: false })
const found = ({ state }: Editor) =>
  readFindState(state).matches.map(({ from, to }) => state.doc.textBetween(from, to))
const current = ({ state }: Editor) => readFindState(state).current

describe('findText', () => {
  it('finds text across formats in all paragraphs, and nothing across paragraphs and line breaks', () => {
    const { editor } = openText(
      '<p>The <b>Har</b>bour</p><ul><li><p>harbour har<br>bour</p></li></ul><p>bour</p>',
    )
    findText(editor.view, query('harbour'))
    expect(found(editor)).toEqual(['Harbour', 'harbour'])
    expect(editor.view.dom.querySelectorAll('.found-text-current')).not.toHaveLength(0)
    findText(editor.view, undefined)
    expect(found(editor)).toEqual([])
    expect(editor.view.dom.querySelectorAll('.found-text')).toHaveLength(0)
  })

  it('moves between matches cyclically, and follows edits', () => {
    const { editor } = openText('<p>one two one</p>')
    findText(editor.view, query('one'))
    expect(current(editor)).toBe(0)
    showMatch(editor.view, 1)
    expect(current(editor)).toBe(1)
    showMatch(editor.view, 1)
    expect(current(editor)).toBe(0)
    showMatch(editor.view, -1)
    expect(current(editor)).toBe(1)
    editor.commands.insertContentAt(1, 'zero one ')
    expect(found(editor)).toHaveLength(3)
    expect(current(editor)).toBe(2)
  })
})

describe('replacements', () => {
  it('replace one match after the other, keep formats, and do not find themselves', () => {
    const { editor } = openText('<p>tea and <strong>tea</strong></p>')
    findText(editor.view, query('tea'))
    replaceMatch(editor.view, 'green tea')
    expect(editor.getHTML()).toBe('<p>green tea and <strong>tea</strong></p>')
    replaceMatch(editor.view, 'coffee')
    expect(editor.getHTML()).toBe('<p>green tea and <strong>coffee</strong></p>')
  })

  it('of all matches are undone in one step', () => {
    const text = '<p>Tea, tea</p><p>and tea</p>'
    const { editor } = openText(text)
    findText(editor.view, query('tea'))
    expect(replaceAllMatches(editor.view, 'milk tea')).toBe(3)
    expect(editor.getText({ blockSeparator: '\n' })).toBe('milk tea, milk tea\nand milk tea')
    editor.commands.undo()
    expect(editor.getHTML()).toBe(text)
    editor.commands.redo()
    findText(editor.view, query('milk '))
    replaceAllMatches(editor.view, '')
    expect(editor.getText({ blockSeparator: '\n' })).toBe('tea, tea\nand tea')
  })

  it('keep what another person types between two matches at the same time', () => {
    const { editor, doc } = openText('<p>The mayor met the council and the mayor left</p>')
    const theirs = createDraftDocument(doc.guid)
    Y.applyUpdate(theirs, Y.encodeStateAsUpdate(doc))
    const other = openEditor(theirs)
    other.commands.insertContentAt(11, 'briefly ')
    findText(editor.view, query('mayor'))
    replaceAllMatches(editor.view, 'Lord Mayor')
    const [mine, their] = [Y.encodeStateAsUpdate(doc), Y.encodeStateAsUpdate(theirs)]
    Y.applyUpdate(theirs, mine)
    Y.applyUpdate(doc, their)
    const merged = 'The Lord Mayor briefly met the council and the Lord Mayor left'
    expect([editor.getText(), other.getText()]).toEqual([merged, merged])
    // Undo does not touch the words of the other person.
    editor.commands.undo()
    expect(editor.getText()).toBe('The mayor briefly met the council and the mayor left')
  })
})
