import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { isReceived, toLocalPosition } from '#features/collaboration/admin/collaboration-plugin.ts'
import type { NotePassages, Passage, PassageNote } from '#features/collaboration/admin/note-passages.ts'
import { confirmedCaret } from '#features/collaboration/admin/presence.ts'
import { MAX_QUOTE_LENGTH } from '../rules/notes.ts'
import { findQuote } from './find-quote.ts'

const key = new PluginKey<DecorationSet>('note-highlights')

/** Their positions follow all edits. */
export const NoteHighlights = Extension.create<{ passages: NotePassages }>({
  name: 'noteHighlights',
  addKeyboardShortcuts() {
    const { passages } = this.options
    return {
      'Mod-Alt-m': () => {
        passages.update({ requested: { kind: 'add' } })
        return true
      },
    }
  },
  addProseMirrorPlugins() {
    return [createPlugin(this.options.passages)]
  },
})

function createPlugin(passages: NotePassages): Plugin<DecorationSet> {
  return new Plugin({
    key,
    state: {
      init: (_, state) => highlight(state, passages),
      apply(transaction, previous, _, state) {
        // A passage may be back, or in the document that a note was waiting for.
        if (transaction.getMeta(key) || isReceived(transaction)) return highlight(state, passages)
        return transaction.docChanged ? previous.map(transaction.mapping, transaction.doc) : previous
      },
    },
    props: {
      decorations: (state) => key.getState(state),
      // `handleClick` runs before the click: the sheet that opens would be under the pointer.
      handleDOMEvents: {
        click(_, { target }) {
          const id =
            target instanceof Element ? target.closest('[data-note]')?.getAttribute('data-note') : undefined
          passages.activate(id ?? undefined)
          if (id) passages.update({ requested: { kind: 'open', id } })
        },
      },
    },
    view(view) {
      const disconnect = passages.connect({
        refresh: () => view.dispatch(view.state.tr.setMeta(key, true)),
        readSelection: () => readSelection(view.state),
        reveal: (id) => reveal(view, id),
      })
      const update = () => reportState(view.state, passages)
      update()
      return { update, destroy: disconnect }
    },
  })
}

function highlight(state: EditorState, passages: NotePassages): DecorationSet {
  const { activeId } = passages.getState()
  const decorations = passages.getNotes().flatMap((note) => {
    const range = findRange(state, note)
    if (!range) return []
    const { id } = note
    const name = id === activeId ? 'note-passage note-passage-active' : 'note-passage'
    return [Decoration.inline(range.from, range.to, { class: name, 'data-note': id }, { id })]
  })
  return DecorationSet.create(state.doc, decorations)
}

/** Includes passages that are not in the text. */
function reportState(state: EditorState, passages: NotePassages): void {
  const { from, to } = state.selection
  const selected = from === to ? '' : quoteOf(state.doc, from, to)
  const found = new Set(
    key
      .getState(state)
      ?.find()
      .map(({ spec }) => spec.id),
  )
  const missing = passages.getNotes().flatMap(({ id }) => (found.has(id) ? [] : [id]))
  const current = passages.getState()
  const isSame = missing.length === current.missing.size && missing.every((id) => current.missing.has(id))
  if (selected !== current.selected || !isSame) passages.update({ selected, missing: new Set(missing) })
}

function findRange(state: EditorState, { anchor, quote }: PassageNote) {
  const { version } = anchor ?? {}
  if (anchor && version !== undefined) {
    const from = toLocalPosition(state, { version, position: anchor.from }, 1)
    const to = toLocalPosition(state, { version, position: anchor.to }, -1)
    if (from !== null && to !== null && from < to) return { from, to }
  }
  return findQuote(state.doc, quote, { isMoved: anchor !== null })
}

function quoteOf(doc: Node, from: number, to: number): string {
  const quote = doc.textBetween(from, to, ' ', '\n').trim()
  return quote.slice(0, MAX_QUOTE_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
}

function readSelection(state: EditorState): Passage | undefined {
  const { from, to } = state.selection
  const quote = quoteOf(state.doc, from, to)
  if (!quote) return undefined
  const { version, anchor, head } = confirmedCaret(state)
  return { quote, anchor: { version, from: Math.min(anchor, head), to: Math.max(anchor, head) } }
}

function reveal(view: EditorView, id: string): void {
  const [found] = key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id) ?? []
  if (!found) return
  const { doc } = view.state
  // The whole text does not begin in a paragraph.
  const selection = TextSelection.between(doc.resolve(found.from), doc.resolve(found.to))
  view.dispatch(view.state.tr.setSelection(selection).scrollIntoView())
  view.focus()
}
