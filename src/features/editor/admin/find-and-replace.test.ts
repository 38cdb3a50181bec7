import { Editor } from '@tiptap/core'
import type { Step } from '@tiptap/pm/transform'
import { describe, expect, it } from 'vitest'
import { rebaseSteps } from '#features/collaboration/rules/rebase-steps.ts'
import { bodyHtml } from '#features/drafts/rules/draft-document.ts'
import { DRAFT_EXTENSIONS } from '#features/drafts/rules/draft-schema.ts'
import { documentOf } from '#features/drafts/testing/documents.ts'
import { provideBrowserWindow } from '#platform/testing/browser-window.ts'
import {
  FindAndReplace,
  findText,
  readFindState,
  replaceAllMatches,
  replaceMatch,
  showMatch,
} from './find-and-replace.ts'

provideBrowserWindow()

function openText(content: string): Editor {
  return new Editor({
    element: document.body.appendChild(document.createElement('div')),
    extensions: [...DRAFT_EXTENSIONS, FindAndReplace],
    content: documentOf(content).toJSON(),
  })
}

const htmlOf = ({ state }: Editor) => bodyHtml(state.doc.child(2))
const textOf = (editor: Editor) =>
  editor.state.doc.child(2).textBetween(0, editor.state.doc.child(2).content.size, '\n')
/** The position of the first character of the text. */
const START = 6

const query = (text: string) => ({ text, isCaseSensitive: false, isWholeWord: false })
const found = ({ state }: Editor) =>
  readFindState(state).matches.map(({ from, to }) => state.doc.textBetween(from, to))
const current = ({ state }: Editor) => readFindState(state).current

describe('findText', () => {
  it('finds text across formats in all paragraphs, and nothing across paragraphs and line breaks', () => {
    const editor = openText(
      '<p>The <b>Har</b>bour</p><ul><li><p>harbour har<br>bour</p></li></ul><p>bour</p>',
    )
    findText(editor.view, query('harbour'))
    expect(found(editor)).toEqual(['Harbour', 'harbour'])
    expect(editor.view.dom.querySelectorAll('.found-text-current')).not.toHaveLength(0)
    findText(editor.view, undefined)
    expect(found(editor)).toEqual([])
    expect(editor.view.dom.querySelectorAll('.found-text')).toHaveLength(0)
  })

  it('finds text in the headline and the standfirst too', () => {
    const editor = openText('<p>Tea first.</p>')
    editor.view.dispatch(editor.state.tr.insertText('Tea at four', 1))
    findText(editor.view, query('tea'))
    expect(found(editor)).toEqual(['Tea', 'Tea'])
    replaceAllMatches(editor.view, 'Milk')
    expect(editor.state.doc.child(0).textContent).toBe('Milk at four')
    expect(textOf(editor)).toBe('Milk first.')
  })

  it('moves between matches cyclically, and follows edits', () => {
    const editor = openText('<p>one two one</p>')
    findText(editor.view, query('one'))
    expect(current(editor)).toBe(0)
    showMatch(editor.view, 1)
    expect(current(editor)).toBe(1)
    showMatch(editor.view, 1)
    expect(current(editor)).toBe(0)
    showMatch(editor.view, -1)
    expect(current(editor)).toBe(1)
    editor.view.dispatch(editor.state.tr.insertText('zero one ', START))
    expect(found(editor)).toHaveLength(3)
    expect(current(editor)).toBe(2)
  })
})

describe('replacements', () => {
  it('replace one match after the other, keep formats, and do not find themselves', () => {
    const editor = openText('<p>tea and <strong>tea</strong></p>')
    findText(editor.view, query('tea'))
    replaceMatch(editor.view, 'green tea')
    expect(htmlOf(editor)).toBe('<p>green tea and <strong>tea</strong></p>')
    replaceMatch(editor.view, 'coffee')
    expect(htmlOf(editor)).toBe('<p>green tea and <strong>coffee</strong></p>')
  })

  it('of all matches are undone in one step', () => {
    const text = '<p>Tea, tea</p><p>and tea</p>'
    const editor = openText(text)
    findText(editor.view, query('tea'))
    expect(replaceAllMatches(editor.view, 'milk tea')).toBe(3)
    expect(textOf(editor)).toBe('milk tea, milk tea\nand milk tea')
    editor.commands.undo()
    expect(htmlOf(editor)).toBe(text)
    editor.commands.redo()
    findText(editor.view, query('milk '))
    replaceAllMatches(editor.view, '')
    expect(textOf(editor)).toBe('tea, tea\nand tea')
  })

  it('keep what another person types between two matches at the same time', () => {
    const editor = openText('<p>The mayor met the council and the mayor left</p>')
    const theirs = editor.state.tr.insertText('briefly ', START + 10)
    findText(editor.view, query('mayor'))
    const steps: Step[] = []
    editor.on('transaction', ({ transaction }) => steps.push(...transaction.steps))
    replaceAllMatches(editor.view, 'Lord Mayor')
    const own = steps.map((step) => ({ step }))
    const merged = rebaseSteps(theirs.doc, own, theirs.mapping)
    expect(merged.doc.textContent).toBe('The Lord Mayor briefly met the council and the Lord Mayor left')
  })
})
