import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { toLocalPosition } from './collaboration-plugin.ts'
import type { SharedCaret } from './presence.ts'

const caretsKey = new PluginKey<DecorationSet>('carets')

/** Shows the carets of others, which are mapped through all changes after the version that they are about. */
export function createCarets(): Plugin {
  return new Plugin<DecorationSet>({
    key: caretsKey,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, carets, _, state) {
        const received: readonly SharedCaret[] | undefined = transaction.getMeta('carets')
        if (received)
          return DecorationSet.create(
            state.doc,
            received.flatMap((one) => decorate(state, one)),
          )
        return transaction.docChanged ? carets.map(transaction.mapping, transaction.doc) : carets
      },
    },
    props: { decorations: (state) => caretsKey.getState(state) },
  })
}

function decorate(state: EditorState, { client, caret, user, color }: SharedCaret): Decoration[] {
  if (!caret) return []
  const { version } = caret
  const [anchor, head] = [caret.anchor, caret.head].map((position) =>
    toLocalPosition(state, { version, position }, 1),
  )
  if (anchor == null || head == null) return []
  const key = `${user.id} ${client} ${head} ${color}`
  const line = Decoration.widget(head, () => createCaret(user.name, color), { key, side: 10 })
  if (anchor === head) return [line]
  const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)]
  return [Decoration.inline(from, to, { style: `--person: ${color}`, class: 'editor-selection' }), line]
}

function createCaret(name: string, color: string): HTMLElement {
  const caret = document.createElement('span')
  caret.className = 'editor-caret'
  caret.style.setProperty('--person', color)
  // The style sheet shows the name, so that it is not part of the text.
  caret.dataset.name = name
  caret.ariaHidden = 'true'
  return caret
}
