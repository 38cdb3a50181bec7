import type { Node } from '@tiptap/pm/model'
import { EditorState, type Transaction } from '@tiptap/pm/state'
import { createCollaborationPlugin } from './collaboration-plugin.ts'

/** Creates an editor without a view, which calls `onTransaction` after each transaction. */
export function createHeadlessEditor(
  doc: Node,
  initial?: Parameters<typeof createCollaborationPlugin>[0],
  onTransaction?: (transaction: Transaction) => void,
) {
  let state = EditorState.create({ doc, plugins: [createCollaborationPlugin(initial)] })
  return {
    get state() {
      return state
    },
    dispatch(transaction: Transaction): void {
      state = state.apply(transaction)
      onTransaction?.(transaction)
    },
  }
}
