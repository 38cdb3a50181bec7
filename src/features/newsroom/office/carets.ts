import { Extension } from '@tiptap/core'
import { yCursorPlugin } from '@tiptap/y-tiptap'
import type { Awareness } from 'y-protocols/awareness'
import { colorOf } from './presence.ts'

type Person = { id?: string; name: string }

export const Carets = Extension.create<{ awareness: Awareness }>({
  name: 'carets',
  // Before the plugin of the collaboration: see `yCursorPlugin`.
  priority: 999,
  addProseMirrorPlugins() {
    const { awareness } = this.options
    return [yCursorPlugin(awareness, { cursorBuilder: createCaret, selectionBuilder: createSelection })]
  },
})

function createCaret({ id = '', name }: Person): HTMLElement {
  const caret = document.createElement('span')
  caret.className = 'editor-caret'
  caret.style.setProperty('--person', colorOf(id))
  const label = document.createElement('span')
  label.className = 'editor-caret-name'
  label.textContent = name
  // Prevents a line break at the caret.
  caret.append('\u2060', label, '\u2060')
  return caret
}

function createSelection({ id = '' }: Person) {
  return { style: `--person: ${colorOf(id)}`, class: 'editor-selection' }
}
