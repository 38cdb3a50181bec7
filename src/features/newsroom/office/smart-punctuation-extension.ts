import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { yUndoPluginKey } from '@tiptap/y-tiptap'
import { findSmartPunctuation } from '../rules/smart-punctuation.ts'

/** A placeholder for images and other leaves. */
const LEAF = '\uFFFC'

/** Undo restores the typed character. */
export const SmartPunctuation = Extension.create<{ isOn: () => boolean }>({
  name: 'smartPunctuation',
  addProseMirrorPlugins() {
    const { isOn } = this.options
    return [
      new Plugin({
        props: {
          handleTextInput: (view, from, to, text) => isOn() && replaceTyped(view, { from, to }, text),
        },
      }),
    ]
  },
})

/** @returns whether the text was inserted */
function replaceTyped(view: EditorView, { from, to }: { from: number; to: number }, text: string): boolean {
  const { $from } = view.state.selection
  if (view.composing || from !== to || from !== $from.pos) return false
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, LEAF)
  const change = findSmartPunctuation(before, text)
  if (!change) return false
  view.dispatch(view.state.tr.insertText(text).scrollIntoView())
  // Undo then reverts the replacement alone.
  yUndoPluginKey.getState(view.state)?.undoManager?.stopCapturing()
  view.dispatch(view.state.tr.insertText(change.inserted, from - change.removed, from + text.length))
  return true
}
