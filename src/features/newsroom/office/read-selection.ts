import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/**
 * Updates the state of the editor with the selection of the browser. The event that reports it comes in a later task:
 * until then, the state has the selection before the last click or key.
 */
export function readSelection({ dom }: EditorView): void {
  dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
}

/** Applies each key at the caret that the browser shows, also if the page was busy since the caret moved there. */
export const CurrentSelection = Extension.create({
  name: 'currentSelection',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown(view) {
            if (!view.composing) readSelection(view)
          },
        },
      },
    }),
  ],
})
