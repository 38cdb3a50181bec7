import { expect, it } from 'vitest'
import { createCollaborationPlugin } from '#features/collaboration/admin/collaboration-plugin.ts'
import { createNotePassages } from '#features/collaboration/admin/note-passages.ts'
import { documentOf } from '#features/drafts/testing/documents.ts'
import { provideBrowserWindow } from '#platform/testing/browser-window.ts'
import { createArticleEditor } from './article-editor.ts'

provideBrowserWindow()

it('Ctrl+A selects the headline, the standfirst or the text that the caret is in', () => {
  const { tiptap } = createArticleEditor({
    doc: documentOf('<h2>Milk</h2><ul><li>Sugar</li></ul>', {
      title: 'Tea at four',
      summary: 'Bring a cup.',
    }),
    plugin: createCollaborationPlugin(),
    passages: createNotePassages(),
    isEditable: true,
    hasSmartPunctuation: () => false,
  })
  tiptap.mount(document.body.appendChild(document.createElement('div')))
  const { view } = tiptap
  const selectAll = (word: string) => {
    view.state.doc.descendants(({ text }, position) => {
      if (text?.includes(word)) tiptap.commands.setTextSelection(position + text.indexOf(word))
    })
    view.dom.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', ctrlKey: true }))
    const { from, to } = view.state.selection
    return view.state.doc.textBetween(from, to, '\n')
  }
  expect(['four', 'cup', 'Sugar'].map(selectAll)).toEqual(['Tea at four', 'Bring a cup.', 'Milk\nSugar'])
})
