import type { Fragment, Node } from '@tiptap/pm/model'
import { Transform } from '@tiptap/pm/transform'
import { diffArrays } from 'diff'
import { ATTRIBUTE_FIELDS } from './draft-schema.ts'

/** Comparing more changed blocks with one another takes too long; they are replaced as one. */
const MAX_CHANGED_BLOCKS = 2_000

/** Makes the smallest steps from a document to another one, so that what others write elsewhere stays. */
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
    replaceRange(transform, start, from, to)
    return
  }
  const changes = changedBlocks(from, to)
  for (const { from: old, to: next } of changes.toReversed()) {
    const position = start + offsetOf(from, old[0])
    const pairs = old[1] - old[0] === next[1] - next[0] ? old[1] - old[0] : 0
    const isAlike = (_: unknown, index: number) =>
      areAlike(from.child(old[0] + index), to.child(next[0] + index))
    if (pairs > 0 && Array.from({ length: pairs }).every(isAlike)) {
      for (let index = pairs - 1; index >= 0; index -= 1) {
        const at = start + offsetOf(from, old[0] + index)
        const [one, other] = [from.child(old[0] + index), to.child(next[0] + index)]
        replaceBlocks(transform, at + 1, one, other)
        // A paragraph that becomes a heading keeps its text, in which others may be writing.
        if (!one.sameMarkup(other)) transform.setNodeMarkup(at, other.type, other.attrs)
      }
      continue
    }
    const blocks: Fragment = to.content.cut(offsetOf(to, next[0]), offsetOf(to, next[1]))
    transform.replaceWith(position, start + offsetOf(from, old[1]), blocks)
  }
}

type Range = [start: number, end: number]

/** Returns the indexes of the children that differ, in order. */
export function changedBlocks(from: Node, to: Node): { from: Range; to: Range }[] {
  const keys = ({ content }: Node) => content.content.map((block) => JSON.stringify(block))
  const hunks =
    from.childCount + to.childCount <= MAX_CHANGED_BLOCKS
      ? diffArrays(keys(from), keys(to))
      : [
          { value: keys(from), removed: true, added: false },
          { value: keys(to), removed: false, added: true },
        ]
  const changes: { from: Range; to: Range }[] = []
  let [before, after] = [0, 0]
  let isOpen = false
  for (const { value, added, removed } of hunks) {
    const last = changes.at(-1)
    if (!added && !removed) {
      before += value.length
      after += value.length
      isOpen = false
      continue
    }
    const change = isOpen && last ? last : { from: [before, before], to: [after, after] }
    if (!isOpen) changes.push(change as (typeof changes)[number])
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

/** Replaces what is between the common start and end of two inline contents. */
function replaceRange(transform: Transform, start: number, from: Node, to: Node): void {
  const first = from.content.findDiffStart(to.content)
  const last = from.content.findDiffEnd(to.content)
  if (first === null || !last) return
  // "aa" to "aaa": the common end overlaps the common start.
  const overlap = Math.max(0, first - Math.min(last.a, last.b))
  transform.replaceWith(start + first, start + last.a + overlap, to.content.cut(first, last.b + overlap))
}
