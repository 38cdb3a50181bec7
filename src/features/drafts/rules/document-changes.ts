import { Fragment, type Node } from '@tiptap/pm/model'
import { Transform } from '@tiptap/pm/transform'
import { diffArrays } from 'diff'
import { ATTRIBUTE_FIELDS } from './draft-schema.ts'

/** Comparing more changed blocks with one another takes too long; they are replaced as one. */
const MAX_CHANGED_BLOCKS = 2_000
const MAX_CHANGED_WORDS = 500
const MAX_PAIRS = 10_000

/** Creates the smallest steps from one document to another, so that what others write elsewhere stays. */
export function changesTo(from: Node, to: Node): Transform {
  const transform = new Transform(from)
  for (const field of ATTRIBUTE_FIELDS)
    if (from.attrs[field] !== to.attrs[field]) transform.setDocAttribute(field, to.attrs[field])
  const starts: number[] = []
  from.forEach((_, offset) => {
    starts.push(offset + 1)
  })
  for (const [index, start] of [...starts.entries()].toReversed())
    replaceBlocks(transform, start, from.child(index), to.child(index))
  return transform
}

/** Replaces the changed blocks of a node, from the last to the first, which keeps the positions of the others. */
function replaceBlocks(transform: Transform, start: number, from: Node, to: Node): void {
  if (from.eq(to)) return
  if (from.inlineContent || to.inlineContent) {
    replaceInline(transform, start, from, to)
    return
  }
  for (const change of changedBlocks(from, to).toReversed()) {
    let { from: old, to: next } = change
    for (const [index, nextIndex] of pairBlocks(from, to, change).toReversed()) {
      replaceRange(transform, start, from, to, { from: [index + 1, old[1]], to: [nextIndex + 1, next[1]] })
      const at = start + offsetOf(from, index)
      const [one, other] = [from.child(index), to.child(nextIndex)]
      replaceBlocks(transform, at + 1, one, other)
      // A paragraph that becomes a heading keeps its text, in which others may be writing.
      if (!one.sameMarkup(other)) transform.setNodeMarkup(at, other.type, other.attrs)
      old = [old[0], index]
      next = [next[0], nextIndex]
    }
    replaceRange(transform, start, from, to, { from: old, to: next })
  }
}

function replaceRange(
  transform: Transform,
  start: number,
  from: Node,
  to: Node,
  { from: old, to: next }: Change,
): void {
  const blocks = Fragment.from(to.children.slice(...next))
  const [first, last] = [start + offsetOf(from, old[0]), start + offsetOf(from, old[1])]
  if (blocks.size > 0 || first < last) transform.replaceWith(first, last, blocks)
}

/**
 * Pairs the blocks of a change with what they have become: by their order if each is like its successor, otherwise those
 * that share most of their words.
 *
 * @returns pairs of indexes, in order
 */
function pairBlocks(from: Node, to: Node, { from: old, to: next }: Change): [number, number][] {
  const [oldCount, nextCount] = [old[1] - old[0], next[1] - next[0]]
  const inOrder = Array.from({ length: oldCount }, (_, index): [number, number] => [
    old[0] + index,
    next[0] + index,
  ])
  const areSuccessors = ([index, nextIndex]: [number, number]) =>
    areAlike(from.child(index), to.child(nextIndex))
  if (oldCount === nextCount && inOrder.every(areSuccessors)) return inOrder
  if (oldCount * nextCount > MAX_PAIRS) return []
  const words = (node: Node, [first, end]: Range) =>
    node.children.slice(first, end).map((block) => new Set(block.textContent.split(/\s+/)))
  const [oldWords, nextWords] = [words(from, old), words(to, next)]
  const isPair = (index: number, nextIndex: number) =>
    areAlike(from.child(old[0] + index), to.child(next[0] + nextIndex)) &&
    similarity(oldWords[index], nextWords[nextIndex]) >= 0.5
  const pairs: [number, number][] = []
  let after = 0
  for (let index = 0; index < oldCount; index += 1)
    for (let nextIndex = after; nextIndex < nextCount; nextIndex += 1) {
      if (!isPair(index, nextIndex)) continue
      pairs.push([old[0] + index, next[0] + nextIndex])
      after = nextIndex + 1
      break
    }
  return pairs
}

/** The share of common words, from 0 to 1. */
function similarity(one: ReadonlySet<string> = new Set(), other: ReadonlySet<string> = new Set()): number {
  return one.intersection(other).size / Math.max(one.size, other.size, 1)
}

type Range = [start: number, end: number]

type Change = { from: Range; to: Range }

/** Returns the indexes of the children that differ, in order. */
export function changedBlocks(from: Node, to: Node): Change[] {
  const keys = ({ content }: Node) => content.content.map((block) => JSON.stringify(block))
  const isShort = from.childCount + to.childCount <= MAX_CHANGED_BLOCKS
  return changedItems(keys(from), keys(to), isShort ? Number.POSITIVE_INFINITY : 0)
}

/**
 * Returns what was edited in another form of a body, which lacks some of it, such as spaces at the end of a paragraph in HTML:
 * blocks that were not edited stay as they are.
 *
 * @param shown the body as the other form has it, with a block for each
 */
export function keepUnedited(body: Node, shown: Node, edited: Node): Node {
  if (shown.childCount !== body.childCount) return edited
  const blocks: Node[] = []
  let kept = 0
  for (const { from, to } of changedBlocks(shown, edited)) {
    blocks.push(...body.children.slice(kept, from[0]), ...edited.children.slice(...to))
    kept = from[1]
  }
  return edited.copy(Fragment.from([...blocks, ...body.children.slice(kept)]))
}

/** @param maxEditLength with more items added and removed, everything counts as one change */
function changedItems(from: readonly string[], to: readonly string[], maxEditLength: number): Change[] {
  const changes: Change[] = []
  let [before, after] = [0, 0]
  let isOpen = false
  const hunks = diffArrays([...from], [...to], { maxEditLength })
  if (!hunks) return [{ from: [0, from.length], to: [0, to.length] }]
  for (const { value, added, removed } of hunks) {
    const last = changes.at(-1)
    if (!added && !removed) {
      before += value.length
      after += value.length
      isOpen = false
      continue
    }
    const change: Change = isOpen && last ? last : { from: [before, before], to: [after, after] }
    if (!isOpen) changes.push(change)
    isOpen = true
    if (removed) change.from[1] = before += value.length
    else change.to[1] = after += value.length
  }
  return changes
}

function areAlike(one: Node, other: Node): boolean {
  return !one.isLeaf && (one.sameMarkup(other) || (one.isTextblock && other.isTextblock))
}

function offsetOf(parent: Node, index: number): number {
  let offset = 0
  for (let child = 0; child < index; child += 1) offset += parent.child(child).nodeSize
  return offset
}

/** Replaces the changed words of an inline content, from the last to the first, and of each only the changed characters. */
function replaceInline(transform: Transform, start: number, from: Node, to: Node): void {
  const [words, nextWords] = [wordsOf(from), wordsOf(to)]
  const keys = (list: readonly Word[]) => list.map(({ key }) => key)
  const ends = (list: readonly Word[], index: number) => list[index - 1]?.end ?? 0
  for (const change of changedItems(keys(words), keys(nextWords), MAX_CHANGED_WORDS).toReversed()) {
    const [offset, nextOffset] = [ends(words, change.from[0]), ends(nextWords, change.to[0])]
    const old = from.content.cut(offset, ends(words, change.from[1]))
    const next = to.content.cut(nextOffset, ends(nextWords, change.to[1]))
    const first = old.findDiffStart(next)
    const last = old.findDiffEnd(next)
    if (first === null || !last) continue
    // "aa" to "aaa": the common end overlaps the common start.
    const overlap = Math.max(0, first - Math.min(last.a, last.b))
    const at = start + offset
    transform.replaceWith(at + first, at + last.a + overlap, next.cut(first, last.b + overlap))
  }
}

/** A word, what is between two words, or a node without text, and where it ends. */
type Word = { key: string; end: number }

function wordsOf(block: Node): Word[] {
  const words: Word[] = []
  block.forEach((node, offset) => {
    let end = offset
    for (const text of node.text?.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? [undefined]) {
      end += text?.length ?? node.nodeSize
      words.push({ key: JSON.stringify(text === undefined ? node : [text, node.marks]), end })
    }
  })
  return words
}
