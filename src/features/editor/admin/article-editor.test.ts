import { Transform } from '@tiptap/pm/transform'
import { expect, it } from 'vitest'
import {
  createCollaborationPlugin,
  readCollaboration,
  receiveBatches,
} from '#features/collaboration/admin/collaboration-plugin.ts'
import { createNotePassages } from '#features/collaboration/admin/note-passages.ts'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { bodyHtml } from '#features/drafts/rules/draft-document.ts'
import { documentOf } from '#features/drafts/testing/documents.ts'
import { provideBrowserWindow } from '#platform/testing/browser-window.ts'
import { createArticleEditor } from './article-editor.ts'

provideBrowserWindow()

function openArticle(content: string, more: Partial<ArticleForm> = {}) {
  const { tiptap } = createArticleEditor({
    doc: documentOf(content, more),
    plugin: createCollaborationPlugin(),
    passages: createNotePassages(),
    isEditable: true,
    hasSmartPunctuation: () => false,
  })
  document.body.append(tiptap.view.dom)
  return {
    tiptap,
    press: (key: string, more: KeyboardEventInit = {}) =>
      tiptap.view.dom.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, ...more })),
    moveCaretBefore(word: string) {
      tiptap.state.doc.descendants(({ text }, position) => {
        if (text?.includes(word)) tiptap.commands.setTextSelection(position + text.indexOf(word))
      })
    },
    /** The text of the paragraph before and after the caret. */
    caret() {
      const { parent, parentOffset } = tiptap.state.selection.$head
      return `${parent.textContent.slice(0, parentOffset)}|${parent.textContent.slice(parentOffset)}`
    },
    /** Applies what another person has changed. */
    receive(change: (transform: Transform) => Transform) {
      const { steps } = change(new Transform(tiptap.state.doc))
      const version = readCollaboration(tiptap.state).version + 1
      const batch = { version, seen: version - 1, isOwn: false, by: 'ben', steps }
      tiptap.view.dispatch(receiveBatches(tiptap.state, [batch]).transaction)
    },
  }
}

it('Ctrl+A selects the headline, the standfirst or the text that the caret is in', () => {
  const { tiptap, press, moveCaretBefore } = openArticle('<h2>Milk</h2><ul><li>Sugar</li></ul>', {
    title: 'Tea at four',
    summary: 'Bring a cup.',
  })
  const selectAll = (word: string) => {
    moveCaretBefore(word)
    press('a')
    const { doc, selection } = tiptap.state
    return doc.textBetween(selection.from, selection.to, '\n')
  }
  expect(['four', 'cup', 'Sugar'].map(selectAll)).toEqual(['Tea at four', 'Bring a cup.', 'Milk\nSugar'])
})

it('Undo of a format leaves the caret where the change was, also if others write meanwhile', () => {
  const { tiptap, press, moveCaretBefore, caret, receive } = openArticle(
    '<p>First line.</p><p>Second line.</p><p>Third line.</p>',
  )
  const html = () => bodyHtml(tiptap.state.doc.child(2))
  moveCaretBefore('line')
  const { from } = tiptap.state.selection
  moveCaretBefore('First')
  press('2', { altKey: true })
  expect(html()).toContain('<h2>First line.</h2>')
  expect(caret()).toBe('|First line.')
  receive((transform) => transform.insert(from, tiptap.schema.text('and last ')))
  press('z')
  expect(html()).toBe('<p>First line.</p><p>Second line.</p><p>Third and last line.</p>')
  expect(caret()).toBe('|First line.')
})

it('a caret stays after its character when another person splits the paragraph before it', () => {
  const { moveCaretBefore, caret, receive, tiptap } = openArticle('<p>alpha beta gamma</p>')
  moveCaretBefore(' beta')
  const { from } = tiptap.state.selection
  moveCaretBefore('gamma')
  receive((transform) => transform.split(from))
  expect(caret()).toBe(' beta |gamma')
})

it.each([
  ['https://example.org/tea', '<p>A <a href="https://example.org/tea">cup</a> of tea.</p>'],
  ['Node.js', '<p>A Node.js of tea.</p>'],
])('%s, pasted over selected text, links it only if it is a web address', (pasted, html) => {
  const { tiptap, moveCaretBefore } = openArticle('<p>A cup of tea.</p>')
  moveCaretBefore('cup')
  const { from } = tiptap.state.selection
  tiptap.commands.setTextSelection({ from, to: from + 'cup'.length })
  tiptap.view.pasteText(pasted, new Event('paste') as ClipboardEvent)
  expect(bodyHtml(tiptap.state.doc.child(2))).toBe(html)
})

it('columns of numbers are aligned as for readers, also while they are edited', () => {
  const { tiptap, moveCaretBefore } = openArticle(
    '<table><tr><th>Party</th><th>Votes</th></tr><tr><td>Green</td><td>1,204</td></tr></table>',
  )
  const aligned = () => [...tiptap.view.dom.querySelectorAll('.number')].map((cell) => cell.textContent)
  expect(aligned()).toEqual(['Votes', '1,204'])
  moveCaretBefore('1,204')
  tiptap.commands.insertContent('about ')
  expect(aligned()).toEqual([])
})

it('the selected text stays marked while the focus is elsewhere', () => {
  const { tiptap, moveCaretBefore } = openArticle('<p>A cup of tea.</p>')
  const marked = () => tiptap.view.dom.querySelector('.kept-selection')?.textContent
  moveCaretBefore('cup')
  const { from } = tiptap.state.selection
  tiptap.commands.setTextSelection({ from, to: from + 'cup'.length })
  tiptap.view.dom.dispatchEvent(new Event('focus'))
  expect(marked()).toBeUndefined()
  tiptap.view.dom.dispatchEvent(new Event('blur'))
  expect(marked()).toBe('cup')
})
