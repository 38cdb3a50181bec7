import { history } from '@tiptap/pm/history'
import type { Node, Schema } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Mapping, type Step, type StepMap, Transform } from '@tiptap/pm/transform'
import type { RestoredFor } from '../rules/client-id.ts'
import {
  insertsContent,
  isMove,
  keepsPositions,
  mergeStep,
  mergeSteps,
  type OwnStep,
  rebaseSteps,
} from '../rules/rebase-steps.ts'
import { MAX_BATCH_STEPS } from '../rules/step-limits.ts'
import { addOwnTexts, mapOwnTexts, type OwnText, withVersion } from './own-texts.ts'
import { insertedRanges, mapRange } from './text-ranges.ts'

/** A change as the server has ordered it. */
export type Batch = {
  /** The version of the document after the change. */
  version: number
  /** The version that its author had when making the first step. */
  seen: number
  /** Whether this client has sent it. */
  isOwn: boolean
  /** The server has restored a revision, for this client or for another one. */
  restoredFor?: RestoredFor | undefined
  by: string | null
  steps: readonly Step[]
}

/** A step that the server has not confirmed. */
type PendingStep = OwnStep & {
  inverted: Step
  /** The version in which it was made. */
  seen: number
  undoes?: PendingStep
}

export type CollaborationState = {
  /** The version of the newest batch in the document. */
  version: number
  pending: readonly PendingStep[]
  /** The batch that is being sent: those of its steps that still apply are the first of `pending`. */
  sent: SentBatch | null
  ownTexts: readonly OwnText[]
  /**
   * The version before others inserted text that pending deletions remove; null if there is none. The person has not seen
   * that text, even if the deletions are dropped later.
   */
  hidden: number | null
  /** The maps of the newest batches. */
  recent: readonly { version: number; maps: readonly StepMap[] }[]
}

type SentBatch = {
  /** The steps as they were sent. */
  steps: readonly OwnStep[]
  /** The maps of others' steps that the server may have ordered before these. */
  since: readonly StepMap[]
  /** The indexes of the steps that still apply. */
  left: readonly number[]
}

const key = new PluginKey<CollaborationState>('collaboration')

/** The meta of prosemirror-history, whose key is not exported. Undo, redo and this file set it. */
const HISTORY = 'history$'

const authorKey = 'collaboration-author'

const MAX_RECENT = 200

type InitialState = (schema: Schema) => Partial<CollaborationState>

/** Records steps until the server has confirmed them. */
export function createCollaborationPlugin(initial: InitialState = () => ({})) {
  return new Plugin<CollaborationState>({
    key,
    state: {
      init: (_, { schema }) => ({
        version: 0,
        pending: [],
        sent: null,
        ownTexts: [],
        hidden: null,
        recent: [],
        ...initial(schema),
      }),
      apply(transaction, state) {
        const next: CollaborationState | undefined = transaction.getMeta(key)
        if (next) return next
        if (!transaction.docChanged) return state
        return {
          ...state,
          pending: addPending(state, transaction),
          ownTexts: addOwnTexts(state.ownTexts, transaction),
        }
      },
    },
  })
}

export function readCollaboration(state: EditorState): CollaborationState {
  const collaboration = key.getState(state)
  if (!collaboration) throw new Error('The editor has no collaboration plugin')
  return collaboration
}

/** Whether a transaction comes from the server: others' changes, or a confirmation. */
export function isReceived(transaction: Transaction): boolean {
  return transaction.getMeta(key) !== undefined
}

/** Returns the id of the only author of a received transaction; undefined if it is local or has several authors. */
export function authorOf(transaction: Transaction): string | undefined {
  return transaction.getMeta(authorKey)
}

function addPending(
  { version, hidden, pending, sent }: CollaborationState,
  transaction: Transaction,
): PendingStep[] {
  const seen = hidden ?? version
  const next = [...pending]
  const isUndo = transaction.getMeta(HISTORY) !== undefined
  for (const [index, step] of transaction.steps.entries()) {
    const before = transaction.docs[index]
    if (!before) continue
    const undoes = isUndo ? findUndone(next, step) : undefined
    const isUnsent = undoes === next.at(-1) && next.length > (sent?.left.length ?? 0)
    if (undoes && isUnsent) next.pop()
    else next.push({ step, inverted: step.invert(before), seen, ...(undoes && { undoes }) })
  }
  return next
}

/** The newest step that is not undone, if this step is its inverse. */
function findUndone(pending: readonly PendingStep[], step: Step): PendingStep | undefined {
  let index = pending.length - 1
  for (let undoes = pending[index]?.undoes; undoes; undoes = pending[index]?.undoes)
    index = pending.indexOf(undoes) - 1
  const newest = pending[index]
  return newest && JSON.stringify(newest.inverted) === JSON.stringify(step) ? newest : undefined
}

/**
 * Marks the pending steps as sent, as many as a batch may have.
 *
 * @returns those of the batch, and the version in which the first one was made
 */
export function sendPending(state: EditorState): { transaction: Transaction; steps: Step[]; seen: number } {
  const collaboration = readCollaboration(state)
  const { version } = collaboration
  const pending = mergePending(collaboration.pending)
  const sent = pending.slice(0, MAX_BATCH_STEPS)
  const { ownTexts } = collaboration
  const next: CollaborationState = {
    ...collaboration,
    pending,
    sent: {
      steps: sent.map(({ step, inverted }) => ({ step, inverted })),
      since: [],
      left: [...sent.keys()],
    },
    // Texts of which parts wait stay unsent until the last batch.
    ownTexts: sent.length < pending.length ? ownTexts : withVersion(ownTexts, 'unsent', 'sent'),
  }
  return {
    transaction: state.tr.setMeta(key, next),
    steps: sent.map(({ step }) => step),
    seen: Math.min(version, ...sent.map(({ seen }) => seen)),
  }
}

/** Merges the steps of consecutive keystrokes, except for steps that an undo refers to or that move text. */
function mergePending(pending: readonly PendingStep[]): PendingStep[] {
  const moves = pending.flatMap((step, index) => {
    const previous = pending[index - 1]
    return previous && isMove(previous, step) ? [previous, step] : []
  })
  const kept = new Set([...pending.map(({ undoes }) => undoes), ...moves])
  const merged: PendingStep[] = []
  for (const next of pending) {
    const last = merged.at(-1)
    const isFree = [last, next].every((one) => one && !one.undoes && !kept.has(one))
    const step = last && isFree ? mergeStep(last.step, next.step) : null
    const inverted = last && mergeStep(next.inverted, last.inverted)
    if (step && inverted) merged[merged.length - 1] = { step, inverted, seen: last.seen }
    else merged.push(next)
  }
  return merged
}

/** The server has refused the batch: its steps are sent again with the next ones. */
export function unsendPending(state: EditorState): Transaction {
  const collaboration = readCollaboration(state)
  const ownTexts = withVersion(collaboration.ownTexts, 'sent', 'unsent')
  return state.tr.setMeta(key, { ...collaboration, sent: null, ownTexts })
}

/** Maps a position in a version of the document to this one. @returns null if the version is too old or too new */
export function toLocalPosition(
  state: EditorState,
  { version, position }: { version: number; position: number },
  association: -1 | 1,
): number | null {
  const { version: current, recent, pending } = readCollaboration(state)
  const later = recent.filter((batch) => batch.version > version)
  if (version > current || later.length !== current - version) return null
  const maps = [...later.flatMap(({ maps }) => maps), ...pending.map(({ step }) => step.getMap())]
  const mapped = maps.reduce((at, map) => map.map(at, association), position)
  return mapped <= state.doc.content.size ? mapped : null
}

type Received = {
  transaction: Transaction
  /** Text of this person that others have removed before they saw it, or while the person was writing it. */
  lost: string
}

/**
 * Adds batches that follow the version of the document: others' batches, or the one that this client has sent. Its own
 * pending steps are rebased over them.
 */
export function receiveBatches(state: EditorState, batches: readonly Batch[]): Received {
  const collaboration = readCollaboration(state)
  const { pending, sent, ownTexts } = collaboration
  const version = batches.at(-1)?.version ?? collaboration.version
  const steps = batches.flatMap((batch) => batch.steps)
  const isOwn = batches.some((batch) => batch.isOwn)
  const maps = batches.map(({ version, steps }) => ({ version, maps: steps.map((step) => step.getMap()) }))
  const recent = [...collaboration.recent, ...maps].slice(-MAX_RECENT)
  const sentCount = sent?.left.length ?? 0
  const tr = state.tr.setMeta('addToHistory', false).setMeta('preventAutolink', true)
  const ordered = isOwn && mergeSteps(pending.slice(0, sentCount).map(({ step }) => step))
  if (ordered && JSON.stringify(steps) === JSON.stringify(ordered)) {
    const next: CollaborationState = {
      version,
      pending: pending.slice(sentCount),
      sent: null,
      ownTexts: withVersion(ownTexts, 'sent', version),
      hidden: pending.length > sentCount ? collaboration.hidden : null,
      recent,
    }
    return { transaction: tr.setMeta(key, next), lost: '' }
  }
  const rebased = rebasePending(state, steps, isOwn)
  const change = changeInPlace(tr, pending, steps, rebased.tr.doc)
  const [author, ...otherAuthors] = new Set(batches.map(({ by }) => by))
  const isReinserted = !change && pending.some(({ inverted }) => insertsContent(inverted))
  if (isReinserted || batches.some(({ restoredFor }) => restoredFor)) clearHistory(state, tr)
  if (!change) replay(tr, rebased.tr)
  else if (author && otherAuthors.length === 0) tr.setMeta(authorKey, author)
  const hidden = collaboration.hidden ?? (change?.isWhole ? null : collaboration.version)
  keepSelection(state, tr)
  const { left, lost } = mapOwnTexts(state, tr, ownTexts, batches)
  const restored = restoredTexts(batches, rebased.pending, tr.time)
  const next: CollaborationState = {
    version,
    pending: rebased.pending,
    sent: sent && !isOwn ? { ...sent, since: rebased.since, left: rebased.left } : null,
    ownTexts: [...(isOwn ? withVersion(left, 'sent', version) : left), ...restored],
    hidden: rebased.pending.length > 0 ? hidden : null,
    recent,
  }
  return { transaction: tr.setMeta(key, next), lost }
}

/** Returns the texts that the server has restored for this client. Only the batch is received then. */
function restoredTexts(batches: readonly Batch[], pending: readonly OwnStep[], at: number): OwnText[] {
  const mapping = new Mapping(pending.map(({ step }) => step.getMap()))
  return batches.flatMap(({ restoredFor, steps, version }) =>
    restoredFor === 'self'
      ? insertedRanges({ steps, mapping: new Mapping(steps.map((step) => step.getMap())) })
          .flatMap((range) => mapRange(range, mapping) ?? [])
          .map((range) => ({ ...range, at, version }))
      : [],
  )
}

/** Empties the undo history: undoing a deletion would insert again what a restore or a replay has brought back. */
function clearHistory(state: EditorState, tr: Transaction): void {
  tr.setMeta(HISTORY, { historyState: history().spec.state?.init({}, state) })
}

type Rebased = {
  /** Starts at the document without the pending steps. */
  tr: Transform
  pending: PendingStep[]
  /** The indexes of the sent steps that still apply. */
  left: number[]
  since: StepMap[]
}

/** Rebases the sent steps as the server will, from those that were sent, and then the others. */
function rebasePending(state: EditorState, steps: readonly Step[], isOwn: boolean): Rebased {
  const { pending, sent } = readCollaboration(state)
  const sentCount = sent?.left.length ?? 0
  const tr = new Transform(state.doc)
  for (const { inverted } of pending.toReversed()) tr.step(inverted)
  for (const step of steps) tr.step(step)
  const rebased: Rebased = {
    tr,
    pending: [],
    left: [],
    since: [...(sent?.since ?? []), ...steps.map((step) => step.getMap())],
  }
  const successors = new Map<OwnStep, PendingStep>()
  function redo(step: Step, seen: number, origin: number | undefined) {
    const original = origin === undefined ? undefined : pending[origin]
    const undoes = original?.undoes && successors.get(original.undoes)
    const before = tr.doc
    tr.step(step)
    if (origin !== undefined && original && keepsPositions(original.step, step))
      setMirror(tr.mapping, pending.length - 1 - origin, tr.steps.length - 1)
    const next = { step, inverted: step.invert(before), seen, ...(undoes && { undoes }) }
    if (original) successors.set(original, next)
    rebased.pending.push(next)
  }
  if (sent && !isOwn) {
    for (const [index, step] of rebaseSteps(tr.doc, sent.steps, new Mapping(rebased.since)).steps.entries()) {
      if (!step) continue
      // A step that was dropped before has no pending step.
      const origin = sent.left.indexOf(index)
      redo(step, pending[Math.min(index, sentCount - 1)]?.seen ?? 0, origin >= 0 ? origin : undefined)
      rebased.left.push(index)
    }
  }
  const unsent = pending.slice(sentCount)
  // The undo of a sent step that was dropped is dropped too.
  const isUndone = ({ undoes }: PendingStep) =>
    undoes &&
    !isOwn &&
    pending.indexOf(undoes) < sentCount &&
    pending.includes(undoes) &&
    !successors.has(undoes)
  const left = rebaseSteps(tr.doc, unsent, mappingAfter(tr.mapping, unsent.length), {
    without: unsent.filter(isUndone),
  })
  for (const [index, step] of left.steps.entries())
    if (step) redo(step, unsent[index]?.seen ?? 0, sentCount + index)
  return rebased
}

/** Returns the part of a mapping from an index on, with its mirrors. `Mapping.appendMapping` would add all of a `slice`. */
function mappingAfter(mapping: Mapping, start: number): Mapping {
  const rest = new Mapping()
  for (const [index, map] of mapping.maps.slice(start).entries()) {
    const mirror = mapping.getMirror(start + index)
    rest.appendMap(
      map,
      mirror !== undefined && mirror >= start && mirror - start < index ? mirror - start : undefined,
    )
  }
  return rest
}

/**
 * Applies others' steps without reverting the pending ones.
 *
 * @returns undefined if the result would differ. `isWhole` is false if pending deletions remove some of the changes
 */
function changeInPlace(
  tr: Transaction,
  pending: readonly PendingStep[],
  steps: readonly Step[],
  outcome: Node,
): { isWhole: boolean } | undefined {
  const others = steps.map((step) => ({ step }))
  const own = new Mapping(pending.map(({ step }) => step.getMap()))
  const changed = rebaseSteps(tr.doc, others, own, { order: 'before' })
  if (!changed.doc.eq(outcome)) return undefined
  for (const step of changed.steps) if (step) tr.step(step)
  return { isWhole: changed.steps.every((step) => step !== null) }
}

/** Reverts the pending steps and applies them again. The undo history then lacks them. */
function replay(tr: Transaction, { steps, mapping }: Transform): void {
  for (const [redone, step] of steps.entries()) {
    tr.step(step)
    const inverted = mapping.getMirror(redone)
    if (inverted !== undefined && inverted < redone) setMirror(tr.mapping, inverted, redone)
  }
}

/** Calls a method that prosemirror-collab uses and the types of prosemirror-transform omit. */
function setMirror(mapping: Mapping, inverted: number, redone: number): void {
  ;(mapping as Mapping & { setMirror(one: number, other: number): void }).setMirror(inverted, redone)
}

/** Keeps the caret before text that others insert at its position. */
function keepSelection({ selection }: EditorState, tr: Transaction): void {
  if (!(selection instanceof TextSelection)) return
  const [anchor, head] = [selection.anchor, selection.head].map((position) =>
    tr.doc.resolve(tr.mapping.map(position, -1)),
  )
  if (anchor && head) tr.setSelection(TextSelection.between(anchor, head, -1))
}
