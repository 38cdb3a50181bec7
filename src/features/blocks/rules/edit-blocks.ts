import { type Editor, Extension } from '@tiptap/core'
import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { ReplaceAroundStep } from '@tiptap/pm/transform'
import type { Block } from './block.ts'

/** A block of the text at the top level, and its position. */
export type PlacedBlock = { node: Node; position: number }

/** Returns the block at the selection; undefined in the headline and the standfirst. */
export function blockAt({ selection }: EditorState): PlacedBlock | undefined {
  const { $from } = selection
  if ($from.node(1)?.type.name !== 'body') return undefined
  if ($from.depth > 1) return { node: $from.node(2), position: $from.before(2) }
  return selection instanceof NodeSelection ? { node: selection.node, position: selection.from } : undefined
}

/** Inserts a block in place of an empty paragraph, otherwise after the block at the selection. */
export function insertBlock({ state, view }: Editor, { initial }: Block): boolean {
  const current = blockAt(state)
  if (!current) return false
  const block = state.schema.nodeFromJSON(initial)
  const { tr } = state
  const isReplaced = isEmptyParagraph(current.node)
  const start = current.position + (isReplaced ? 0 : current.node.nodeSize)
  tr.replaceWith(start, current.position + current.node.nodeSize, block)
  const end = start + block.nodeSize
  // One can go on writing.
  if (end === tr.doc.content.size - 1) tr.insert(end, paragraphOf(state))
  const first = TextSelection.near(tr.doc.resolve(block.isAtom ? end : start + 1), 1)
  view.dispatch(tr.setSelection(first).scrollIntoView())
  return true
}

/**
 * Moves the block at the selection past its neighbour, which is written again: what others write in the block stays, what
 * they write in the neighbour meanwhile is offered back to them.
 */
export function moveBlock({ state, view }: Editor, direction: -1 | 1): boolean {
  const current = blockAt(state)
  if (!current) return false
  const { node, position } = current
  const end = position + node.nodeSize
  const resolved = state.doc.resolve(direction < 0 ? position : end)
  const neighbour = direction < 0 ? resolved.nodeBefore : resolved.nodeAfter
  if (!neighbour) return false
  const [from, to] =
    direction < 0 ? [position - neighbour.nodeSize, end] : [position, end + neighbour.nodeSize]
  const slice = new Slice(Fragment.from(neighbour), 0, 0)
  const insert = direction < 0 ? 0 : slice.size
  view.dispatch(state.tr.step(new ReplaceAroundStep(from, to, position, end, slice, insert)).scrollIntoView())
  return true
}

export function selectBlock({ state, view }: Editor): boolean {
  const current = blockAt(state)
  if (current) view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, current.position)))
  return current !== undefined
}

/** Puts an empty paragraph in the place of the block at the selection. */
export function removeBlock({ state, view }: Editor): boolean {
  const current = blockAt(state)
  if (!current) return false
  view.dispatch(replaceByParagraph(state, current).scrollIntoView())
  return true
}

function replaceByParagraph(state: EditorState, { node, position }: PlacedBlock): Transaction {
  const tr = state.tr.replaceWith(position, position + node.nodeSize, paragraphOf(state))
  return tr.setSelection(TextSelection.near(tr.doc.resolve(position + 1)))
}

function paragraphOf({ schema }: EditorState): Node {
  return schema.node('paragraph')
}

function isEmptyParagraph({ type, content }: Node): boolean {
  return type.name === 'paragraph' && content.size === 0
}

export function isFigure({ type }: Node): boolean {
  return type.isInGroup('figure')
}

/** Enter leaves a caption, and a block from an empty last paragraph. */
function leaveBlock({ state, view }: Editor): boolean {
  const current = blockAt(state)
  const { $from, empty } = state.selection
  if (!current || !empty || !isFigure(current.node)) return false
  const isLast = $from.index(2) === current.node.childCount - 1
  const isCaption = $from.parent.type.name === 'caption'
  const isLeft = isEmptyParagraph($from.parent) && $from.depth === 3 && isLast && current.node.childCount > 1
  if (!isCaption && !isLeft) return false
  const { tr } = state
  if (isLeft) tr.delete($from.before(), $from.after())
  const end = tr.mapping.map(current.position + current.node.nodeSize, -1)
  tr.insert(end, paragraphOf(state))
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(end + 1))).scrollIntoView())
  return true
}

/** Backspace at the start of a block without text removes it. */
function removeEmptyBlock(editor: Editor): boolean {
  const { state } = editor
  const current = blockAt(state)
  if (!current || !state.selection.empty || !isFigure(current.node)) return false
  const { $from } = state.selection
  const isStart =
    $from.parentOffset === 0 &&
    TextSelection.near(state.doc.resolve(current.position + 1), 1).from === $from.pos
  return isStart && current.node.textContent === '' && removeBlock(editor)
}

/** The keys of blocks. */
export const BlockKeys = Extension.create({
  name: 'blockKeys',
  priority: 1_500,
  addKeyboardShortcuts() {
    const { editor } = this
    return {
      'Alt-ArrowUp': () => moveBlock(editor, -1),
      'Alt-ArrowDown': () => moveBlock(editor, 1),
      Enter: () => leaveBlock(editor),
      Backspace: () => removeEmptyBlock(editor),
    }
  },
})
