import type { Node, Slice } from '@tiptap/pm/model'
import {
  AttrStep,
  DocAttrStep,
  type Mappable,
  Mapping,
  ReplaceAroundStep,
  ReplaceStep,
  type Step,
  type StepMap,
} from '@tiptap/pm/transform'

/** A step of this client, with the context that rebasing it needs. */
export type OwnStep = {
  readonly step: Step
  /** The step that reverts this one. It contains what this one deletes. */
  readonly inverted?: Step
  /** The step that this one undoes. If that step is dropped, this one is dropped, too. */
  readonly undoes?: OwnStep
}

type RebaseOptions = {
  /** Whether own text goes before or after text that others have inserted at the same position. */
  order?: 'before' | 'after'
  /** The client's own steps that are dropped. */
  without?: readonly OwnStep[]
}

type Rebased = {
  doc: Node
  /** Null for each step that no longer applies. */
  steps: (Step | null)[]
}

/** Adds to each step the one that reverts it. From the first step that does not apply to `start` on, they are left out. */
export function invertSteps(start: Node | undefined, steps: readonly Step[]): OwnStep[] {
  let doc = start ?? null
  return steps.map((step) => {
    const before = doc
    doc = before && applyStep(step, before)
    return before && doc ? { step, inverted: step.invert(before) } : { step }
  })
}

/**
 * Applies steps, made one after another at an earlier version, to the document after the steps since then. Positions in
 * text that the own steps inserted survive: each inverted step is the mirror of its rebased form.
 *
 * Two steps that move text, of which one deletes it and the next one inserts it, move what others have left of it: text that
 * they have deleted or moved elsewhere is not inserted again.
 *
 * @param doc after `since`
 */
export function rebaseSteps(
  doc: Node,
  own: readonly OwnStep[],
  since: Mapping,
  { order = 'after', without = [] }: RebaseOptions = {},
): Rebased {
  return since.maps.length === 0 ? applyAll(doc, own) : rebase(doc, own, since, { order, without })
}

function applyAll(start: Node, own: readonly OwnStep[]): Rebased {
  let doc = start
  const steps = own.map(({ step }) => {
    const changed = applyStep(step, doc)
    doc = changed ?? doc
    return changed && step
  })
  return { doc, steps }
}

function rebase(
  start: Node,
  own: readonly OwnStep[],
  since: Mapping,
  { order, without }: Required<RebaseOptions>,
): Rebased {
  let doc = start
  const mapping = new Mapping()
  for (const { step } of own.toReversed()) mapping.appendMap(step.getMap().invert())
  mapping.appendMapping(since)
  const steps: (Step | null)[] = []
  const dropped = new Set<OwnStep>()
  /** The slice that the previous step deleted, if the next one inserts it again. */
  let moved: Slice | undefined
  for (const [index, one] of own.entries()) {
    const position = own.length - index
    const rest = mapping.slice(position)
    const previous = own[index - 1]
    const isPut = isMove(previous, one)
    let mapped = order === 'before' ? mapBefore(one.step, rest) : one.step.map(rest)
    if (without.includes(one) || (one.undoes && dropped.has(one.undoes))) mapped = null
    if (mapped && isPut) mapped = putMoved(mapped, previous, moved)
    if (mapped && isSwap(one) && isOutdatedSwap(mapped, doc)) mapped = null
    const changed = mapped && applyStep(mapped, doc)
    // The text stays where it is.
    if (isPut && moved && !changed)
      return rebase(start, own, since, { order, without: [...without, ...own.slice(index - 1, index + 1)] })
    moved = mapped && changed ? insertedSlice(mapped.invert(doc)) : undefined
    steps.push(changed && mapped)
    if (!mapped || !changed) {
      dropped.add(one)
      continue
    }
    doc = changed
    mapping.appendMap(mapped.getMap(), keepsPositions(one.step, mapped) ? position - 1 : undefined)
  }
  return { doc, steps }
}

/**
 * Whether positions in the content that a step inserts are valid in its rebased form. They are not if only a part of a moved
 * text is left.
 */
export function keepsPositions(step: Step, rebased: Step): boolean {
  return (insertedSlice(step)?.size ?? 0) <= (insertedSlice(rebased)?.size ?? 0)
}

/** Whether a step inserts what the one before has deleted, as dragging does. */
export function isMove(taken: OwnStep | undefined, { step: putting }: OwnStep): boolean {
  const inserted = movedKey(insertedSlice(putting))
  if (!taken?.inverted || inserted === '' || movedKey(insertedSlice(taken.step)) !== '') return false
  return inserted === movedKey(insertedSlice(taken.inverted))
}

/** Whether a step inserts text or figures. */
export function insertsContent(step: Step): boolean {
  return contentKey(insertedSlice(step)) !== ''
}

function insertedSlice(step: Step | undefined): Slice | undefined {
  return step instanceof ReplaceStep || step instanceof ReplaceAroundStep ? step.slice : undefined
}

/** Figures may be open where text is inserted, so they count only without text. */
function movedKey(slice?: Slice): string {
  return slice?.content.textBetween(0, slice.content.size) || contentKey(slice)
}

/** Describes the text and the figures of a slice. Its structure may differ where it is inserted. */
function contentKey(slice?: Slice): string {
  if (!slice) return ''
  const { content, openStart, openEnd } = slice
  let key = ''
  content.descendants(({ text, isLeaf, type, attrs, nodeSize }, position) => {
    // The slice has only a part of a figure that it is open in.
    const isOpen = position < openStart || content.size - position - nodeSize < openEnd
    if (text !== undefined) key += text
    else if (isLeaf || (type.isInGroup('figure') && !isOpen)) key += `\0${JSON.stringify(attrs)}\0`
  })
  return key
}

/**
 * Inserts moved content in its current form.
 *
 * @returns null if nothing is left of it, or if it may not fit
 */
function putMoved(step: Step, taken: OwnStep | undefined, moved: Slice | undefined): Step | null {
  if (!moved) return null
  if (contentKey(moved) === contentKey(insertedSlice(taken?.inverted))) return step
  if (!(step instanceof ReplaceStep) || !(taken?.inverted instanceof ReplaceStep)) return null
  const isSame = step.slice.eq(taken.inverted.slice)
  return isSame && contentKey(moved) !== '' ? new ReplaceStep(step.from, step.to, moved) : null
}

function mapBefore(step: Step, mapping: Mappable): Step | null {
  if (!(step instanceof ReplaceStep) || step.from !== step.to) return step.map(mapping)
  const { pos, deletedAcross } = mapping.mapResult(step.from, -1)
  return deletedAcross ? null : new ReplaceStep(pos, pos, step.slice)
}

/** @returns null if it does not apply */
function applyStep(step: Step, doc: Node): Node | null {
  try {
    return step.apply(doc).doc
  } catch (error) {
    // Mapped positions may be beyond the document.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Whether a step moves a block past a neighbour, which it deletes and writes again. */
function isSwap({ step, inverted }: OwnStep): boolean {
  if (!(step instanceof ReplaceAroundStep) || !(inverted instanceof ReplaceAroundStep)) return false
  const { content } = step.slice
  return content.textBetween(0, content.size, '', ' ') !== '' && content.eq(inverted.slice.content)
}

/** Whether others have changed or moved the neighbour since. To write it again would lose or double their words. */
function isOutdatedSwap(step: Step, doc: Node): boolean {
  if (!(step instanceof ReplaceAroundStep) || step.to > doc.content.size) return true
  const { from, to, gapFrom, gapTo, slice, insert } = step
  const before = doc.slice(from, gapFrom).content.eq(slice.content.cut(insert))
  const after = doc.slice(gapTo, to).content.eq(slice.content.cut(0, insert))
  return !before || !after || gapFrom === gapTo
}

/** Merges the steps of consecutive keystrokes, and those of consecutive values of a field or a setting of a block. */
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
  const isSameSetting =
    step instanceof AttrStep && next instanceof AttrStep && step.attr === next.attr && step.pos === next.pos
  return isSameField || isSameSetting ? next : step.merge(next)
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
export function orderSteps(doc: Node, own: readonly OwnStep[], since: readonly StepMap[]): Ordered {
  const rebased = rebaseSteps(doc, own, new Mapping(since))
  const steps = mergeSteps(rebased.steps.filter((step) => step !== null))
  return {
    doc: rebased.doc,
    steps,
    hasDropped: rebased.steps.includes(null),
    lost: lostText(own, rebased.steps),
  }
}

/** Returns the text that dropped steps insert; null without any. Text that they only move is not lost. */
function lostText(own: readonly OwnStep[], rebased: Rebased['steps']): string | null {
  const texts = own.map((one, index) =>
    rebased[index] !== null || isMove(own[index - 1], one) ? '' : insertedText(one.step),
  )
  return texts.join('') || null
}

function insertedText(step: Step): string {
  return step instanceof ReplaceStep ? step.slice.content.textBetween(0, step.slice.content.size, '\n') : ''
}
