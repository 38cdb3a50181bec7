import { Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { findMatches, MAX_MATCHES, type Match } from '../rules/find-matches.ts'

export type FindQuery = { text: string; isCaseSensitive: boolean; isWholeWord: boolean }

/** `current` is an index of `matches`, -1 without any. Positions are those of the document. */
type FindState = { query: FindQuery | undefined; matches: readonly Match[]; current: number }

type Change = { query: FindQuery | undefined } | { current: number }

const key = new PluginKey<FindState>('find-and-replace')
const NONE: FindState = { query: undefined, matches: [], current: -1 }

/** Represents a leaf node, such as a line break, which is one position. */
export const LEAF = '\uFFFC'

/** Highlights the matches of a query. They follow all edits. */
export const FindAndReplace = Extension.create({
  name: 'findAndReplace',
  addProseMirrorPlugins: () => [
    new Plugin<FindState>({
      key,
      state: {
        init: () => NONE,
        apply(transaction, previous, _, state) {
          const change: Change | undefined = transaction.getMeta(key)
          if (change && 'current' in change) return { ...previous, current: change.current }
          if (change) return search(state.doc, change.query, state.selection.from)
          if (!transaction.docChanged || !previous.query) return previous
          const before = previous.matches[previous.current]
          return search(state.doc, previous.query, transaction.mapping.map(before?.from ?? 0))
        },
      },
      props: { decorations: (state) => highlight(state) },
    }),
  ],
})

export function readFindState(state: EditorState): FindState {
  return key.getState(state) ?? NONE
}

/** @param from the first match after this position becomes the current one */
function search(doc: Node, query: FindQuery | undefined, from: number): FindState {
  if (!query?.text) return { ...NONE, query }
  const matches: Match[] = []
  doc.descendants((node, position) => {
    if (!node.isTextblock) return matches.length < MAX_MATCHES
    const text = node.textBetween(0, node.content.size, undefined, LEAF)
    const start = position + 1
    for (const match of findMatches(text, query.text, query, MAX_MATCHES - matches.length))
      matches.push({ from: start + match.from, to: start + match.to })
    return false
  })
  const next = matches.findIndex((match) => match.from >= from)
  return { query, matches, current: next < 0 ? Math.min(0, matches.length - 1) : next }
}

function highlight(state: EditorState): DecorationSet {
  const { matches, current } = readFindState(state)
  return DecorationSet.create(
    state.doc,
    matches.map(({ from, to }, index) =>
      Decoration.inline(from, to, {
        class: index === current ? 'found-text found-text-current' : 'found-text',
      }),
    ),
  )
}

/** Shows the matches; undefined hides them. */
export function findText(view: EditorView, query: FindQuery | undefined): void {
  view.dispatch(view.state.tr.setMeta(key, { query } satisfies Change))
  if (query) reveal(view)
}

/** Makes another match the current one, cyclically. */
export function showMatch(view: EditorView, step: 1 | -1): void {
  const { matches, current } = readFindState(view.state)
  if (matches.length === 0) return
  const next = (current + step + matches.length) % matches.length
  view.dispatch(view.state.tr.setMeta(key, { current: next } satisfies Change))
  reveal(view)
}

/** ProseMirror scrolls only to the selection of a text that has the focus. */
function reveal(view: EditorView): void {
  view.dom.querySelector('.found-text-current')?.scrollIntoView({ block: 'center' })
}

/** Selects the current match and moves the focus there. */
export function enterMatch(view: EditorView): void {
  const { matches, current } = readFindState(view.state)
  const match = matches[current]
  if (match)
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, match.from, match.to)))
  view.focus()
}

/** Replaces the current match, as one step of Undo, and moves to the next one. */
export function replaceMatch(view: EditorView, replacement: string): void {
  const { query, matches, current } = readFindState(view.state)
  const match = matches[current]
  if (!match || !query) return
  view.dispatch(closeHistory(replace(view.state.tr, match, replacement)))
  // The replacement may contain the text.
  const next = search(view.state.doc, query, match.from + replacement.length)
  view.dispatch(view.state.tr.setMeta(key, { current: next.current } satisfies Change))
  reveal(view)
}

/**
 * Replaces all matches, as one step of Undo. Each is a change of its own, so that concurrent edits between two matches
 * stay where they are.
 *
 * @returns the number of replacements
 */
export function replaceAllMatches(view: EditorView, replacement: string): number {
  const { query, matches } = readFindState(view.state)
  const { tr } = view.state
  // From the end, which keeps the positions of the others.
  for (const match of matches.toReversed()) replace(tr, match, replacement)
  view.dispatch(closeHistory(tr))
  findText(view, query)
  return matches.length
}

function replace(tr: Transaction, { from, to }: Match, replacement: string): Transaction {
  return replacement ? tr.insertText(replacement, from, to) : tr.delete(from, to)
}
