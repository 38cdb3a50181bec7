import { type Editor, Extension, type JSONContent } from '@tiptap/core'
import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state'
import { ReplaceAroundStep } from '@tiptap/pm/transform'

/** A block and its position. */
export type PlacedBlock = { node: Node; position: number }

/** Returns the block of the text at the top level that has the selection; undefined in the headline and the standfirst. */
export function blockAt({ selection }: EditorState): PlacedBlock | undefined {
  const { $from } = selection
  if ($from.node(1)?.type.name !== 'body') return undefined
  if ($from.depth > 1) return { node: $from.node(2), position: $from.before(2) }
  return selection instanceof NodeSelection ? { node: selection.node, position: selection.from } : undefined
}

/** Returns the innermost figure at the selection, such as an image of a gallery. */
export function figureAt({ selection }: EditorState): PlacedBlock | undefined {
  const { $from } = selection
  if (selection instanceof NodeSelection && isFigure(selection.node))
    return { node: selection.node, position: selection.from }
  for (let depth = $from.depth; depth > 1; depth -= 1)
    if (isFigure($from.node(depth))) return { node: $from.node(depth), position: $from.before(depth) }
  return undefined
}

export function isFigure({ type }: Node): boolean {
  return type.isInGroup('figure')
}

/** Inserts blocks in place of an empty paragraph, otherwise after the block at the selection. */
export function insertBlocks({ state, view }: Editor, given: readonly JSONContent[]): boolean {
  const current = blockAt(state)
  const blocks = given.map((block) => state.schema.nodeFromJSON(block))
  const [first] = blocks
  if (!current || !first) return false
  const { tr } = state
  const after = current.position + current.node.nodeSize
  const start = isEmptyParagraph(current.node) ? current.position : after
  tr.replaceWith(start, after, blocks)
  const end = blocks.reduce((position, { nodeSize }) => position + nodeSize, start)
  // One can go on writing.
  if (end === tr.doc.content.size - 1) tr.insert(end, paragraphOf(state))
  const caret = TextSelection.near(tr.doc.resolve(first.isAtom ? end : endOfFirstText(first, start)), 1)
  view.dispatch(tr.setSelection(caret).scrollIntoView())
  return true
}

/** After a caption that comes from the library, so that one adds to it. */
function endOfFirstText(block: Node, start: number): number {
  let [node, position] = [block, start + 1]
  for (; node.firstChild && !node.inlineContent; position += 1) node = node.firstChild
  return position + (node.inlineContent ? node.content.size : 0)
}

/**
 * Moves the block at the selection past its neighbour. The step replaces the neighbour and keeps the block, with the edits
 * of others in it. It is dropped if others change the neighbour at the same time (see `rebaseSteps`).
 */
export function moveBlock({ state, view }: Editor, direction: -1 | 1): boolean {
  const current = figureAt(state) ?? blockAt(state)
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
  const current = figureAt(state)
  if (current) view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, current.position)))
  return current !== undefined
}

/** Removes the figure at the selection. Leaves an empty paragraph in its place, unless it is one of several in another. */
export function removeBlock({ state, view }: Editor): boolean {
  const current = figureAt(state)
  if (!current) return false
  const { node, position } = current
  const { parent } = state.doc.resolve(position)
  const isOneOfSeveral = isFigure(parent) && parent.childCount > 1
  const top = isFigure(parent) && !isOneOfSeveral ? (blockAt(state) ?? current) : current
  const { tr } = state
  if (isOneOfSeveral) tr.delete(position, position + node.nodeSize)
  else tr.replaceWith(top.position, top.position + top.node.nodeSize, paragraphOf(state))
  tr.setSelection(TextSelection.near(tr.doc.resolve(isOneOfSeveral ? position : top.position + 1)))
  view.dispatch(tr.scrollIntoView())
  return true
}

function paragraphOf({ schema }: EditorState): Node {
  return schema.node('paragraph')
}

function isEmptyParagraph({ type, content }: Node): boolean {
  return type.name === 'paragraph' && content.size === 0
}

/** Enter leaves a caption, and a block from an empty last paragraph. */
export function leaveBlock({ state, view }: Editor): boolean {
  const current = blockAt(state)
  const { $from, empty } = state.selection
  if (!current || !empty || !isFigure(current.node)) return false
  const isLast = $from.index(2) === current.node.childCount - 1
  const isCaption = $from.parent.type.name === 'caption' || isFigure($from.parent)
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
export function removeEmptyBlock(editor: Editor): boolean {
  const { state } = editor
  const current = figureAt(state)
  if (!current || !state.selection.empty) return false
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
