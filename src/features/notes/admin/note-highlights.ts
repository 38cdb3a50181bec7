import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import {
  absolutePositionToRelativePosition,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
} from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import { fromBase64, toBase64 } from '#features/collaboration/admin/draft-transport.ts'
import type { NotePassages, Passage, PassageNote } from '#features/collaboration/admin/note-passages.ts'
import { MAX_QUOTE_LENGTH } from '../rules/notes.ts'

const key = new PluginKey<DecorationSet>('note-highlights')

/** A shorter text may occur elsewhere by chance. */
const MIN_FOUND_LENGTH = 20

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
        // Others' changes replace all nodes.
        if (transaction.getMeta(key) || ySyncPluginKey.getState(state)?.isChangeOrigin)
          return highlight(state, passages)
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
  const sync = ySyncPluginKey.getState(state)
  if (sync?.binding && sync.doc.guid === anchor.document) {
    const [from, to] = [anchor.start, anchor.end].map((position) => toAbsolute(sync, position))
    const isInside = from != null && to != null && from < to && to <= state.doc.content.size
    if (isInside) return { from, to }
  }
  return findQuote(state.doc, quote)
}

/** Positions come from other clients. */
function toAbsolute(sync: ReturnType<typeof ySyncPluginKey.getState>, position: string): number | null {
  try {
    const relative = Y.decodeRelativePosition(fromBase64(position))
    const decoded = Y.createAbsolutePositionFromRelativePosition(relative, sync.doc)
    if (!decoded) return null
    // y-tiptap cannot resolve the position of a document's first character.
    const resolvable =
      decoded.index === 0 ? Y.createRelativePositionFromTypeIndex(decoded.type, 0, -1) : relative
    return relativePositionToAbsolutePosition(sync.doc, sync.type, resolvable, sync.binding.mapping)
  } catch {
    return null
  }
}

/** Finds a passage that was moved, or whose document was replaced, by its text if that occurs once. */
function findQuote(doc: Node, quote: string): { from: number; to: number } | undefined {
  if (quote.length < MIN_FOUND_LENGTH) return undefined
  const found: number[] = []
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    // Each leaf, such as a line break, is one character in positions.
    const text = node.textBetween(0, node.content.size, undefined, '\n')
    for (let at = text.indexOf(quote); at >= 0 && found.length < 2; at = text.indexOf(quote, at + 1))
      found.push(position + 1 + at)
    return false
  })
  const [from] = found
  return found.length === 1 && from !== undefined ? { from, to: from + quote.length } : undefined
}

function quoteOf(doc: Node, from: number, to: number): string {
  const quote = doc.textBetween(from, to, ' ', '\n').trim()
  return quote.slice(0, MAX_QUOTE_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
}

function readSelection(state: EditorState): Passage | undefined {
  const { from, to } = state.selection
  const sync = ySyncPluginKey.getState(state)
  const quote = quoteOf(state.doc, from, to)
  if (!sync?.binding || !quote) return undefined
  const toRelative = (position: number) =>
    absolutePositionToRelativePosition(position, sync.type, sync.binding.mapping)
  // Text typed at either end is not part of the passage.
  const first = Y.createAbsolutePositionFromRelativePosition(toRelative(from), sync.doc)
  const start = first ? Y.createRelativePositionFromTypeIndex(first.type, first.index, 0) : toRelative(from)
  return {
    quote,
    anchor: { document: sync.doc.guid, start: encode(start), end: encode(toRelative(to)) },
  }
}

function encode(position: Y.RelativePosition): string {
  return toBase64(Y.encodeRelativePosition(position))
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
