import { Editor } from '@tiptap/core'
import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CurrentSelection } from './read-selection.ts'
import { rememberFocus } from './restore-focus.ts'
import { RICH_TEXT } from './rich-text-document.ts'

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
