import type { Node } from '@tiptap/pm/model'
import {
  DocAttrStep,
  type Mappable,
  Mapping,
  ReplaceAroundStep,
  ReplaceStep,
  type Step,
  type StepMap,
} from '@tiptap/pm/transform'

type Rebased = {
  doc: Node
  /** Null for each step that no longer applies. */
  steps: (Step | null)[]
}

/**
 * Applies steps, made one after another at an earlier version, to the document after the steps since then. Positions in
 * text that the own steps inserted survive: each inverted step is the mirror of its rebased form.
 *
 * @param doc after `since`
 * @param order of text that both insert at one place: own text is `after` the other, or `before` it
 */
export function rebaseSteps(
  doc: Node,
  own: readonly Step[],
  since: readonly StepMap[],
  order: 'before' | 'after' = 'after',
): Rebased {
  const mapping = new Mapping()
  for (const step of own.toReversed()) mapping.appendMap(step.getMap().invert())
  for (const map of since) mapping.appendMap(map)
  const steps = own.map((step, index) => {
    const position = own.length - index
    const rest = mapping.slice(position)
    const mapped = order === 'before' ? mapBefore(step, rest) : step.map(rest)
    const changed = mapped && applyStep(mapped, doc)
    if (!changed) return null
    doc = changed
    mapping.appendMap(mapped.getMap(), position - 1)
    return mapped
  })
  return { doc, steps }
}

function mapBefore(step: Step, mapping: Mappable): Step | null {
  if (!(step instanceof ReplaceStep) || step.from !== step.to) return step.map(mapping)
  const { pos, deletedAcross } = mapping.mapResult(step.from, -1)
  return deletedAcross ? null : new ReplaceStep(pos, pos, step.slice)
}

/** @returns null if it does not apply */
function applyStep(step: Step, doc: Node): Node | null {
  if (step instanceof ReplaceAroundStep && isOutdatedMove(step, doc)) return null
  try {
    return step.apply(doc).doc
  } catch (error) {
    // Mapped positions may be beyond the document.
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * Whether a block would be moved past a neighbour that others have changed or moved since. The step writes the neighbour
 * again, which would lose or double their words.
 */
function isOutdatedMove({ from, to, gapFrom, gapTo, slice, insert }: ReplaceAroundStep, doc: Node): boolean {
  const { content } = slice
  if (content.textBetween(0, content.size, '', ' ') === '' || to > doc.content.size) return false
  const before = doc.slice(from, gapFrom).content.eq(content.cut(insert))
  const after = doc.slice(gapTo, to).content.eq(content.cut(0, insert))
  return !before || !after || gapFrom === gapTo
}

export function canApply(step: Step, doc: Node): boolean {
  return applyStep(step, doc) !== null
}

/** Merges the steps of consecutive keystrokes, and those of consecutive values of a field. */
export function mergeSteps(steps: readonly Step[]): Step[] {
  const merged: Step[] = []
  for (const step of steps) {
    const last = merged.at(-1)
    const together = last && mergeStep(last, step)
    if (together) merged[merged.length - 1] = together
    else merged.push(step)
  }
  return merged
}

/** @returns null if the two are not one step */
export function mergeStep(step: Step, next: Step): Step | null {
  const isSameField = step instanceof DocAttrStep && next instanceof DocAttrStep && step.attr === next.attr
  return isSameField ? next : step.merge(next)
}

type Ordered = {
  doc: Node
  steps: Step[]
  /** Whether some steps no longer apply. `lost` has their words. */
  hasDropped: boolean
  lost: string | null
}

/**
 * Rebases and merges the steps that a client has sent, as the server stores them.
 *
 * @param since the maps of the batches that the client did not have
 */
export function orderSteps(doc: Node, own: readonly Step[], since: readonly StepMap[]): Ordered {
  const rebased = rebaseSteps(doc, own, since)
  const lost = own.filter((_, index) => rebased.steps[index] === null).map(insertedText)
  const steps = mergeSteps(rebased.steps.filter((step) => step !== null))
  return { doc: rebased.doc, steps, hasDropped: lost.length > 0, lost: lost.join('') || null }
}

/** The text that a step inserts. */
function insertedText(step: Step): string {
  return step instanceof ReplaceStep ? step.slice.content.textBetween(0, step.slice.content.size, '\n') : ''
}
