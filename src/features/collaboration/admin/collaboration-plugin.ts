import type { Node, Schema } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { type Mapping, type Step, type StepMap, Transform } from '@tiptap/pm/transform'
import { canApply, mergeStep, mergeSteps, rebaseSteps } from '../rules/rebase-steps.ts'
import { MAX_BATCH_STEPS } from '../rules/step-limits.ts'
import { addOwnTexts, mapOwnTexts, type OwnText, withVersion } from './own-texts.ts'

/** A change as the server has ordered it. */
export type Batch = {
  /** The version of the document after the change. */
  version: number
  /** The version that its author had when making the first step. */
  seen: number
  /** Whether this client has sent it. */
  isOwn: boolean
  by: string | null
  steps: readonly Step[]
}

/** A step that the server has not confirmed. */
type PendingStep = {
  step: Step
  inverted: Step
  /** The version in which it was made. */
  seen: number
  /** The pending step that this one undoes. */
  undoes?: PendingStep
}

export type CollaborationState = {
  /** The version of the newest batch in the document. */
  version: number
  pending: readonly PendingStep[]
  /** The batch that is being sent: its steps are the first `count` of `pending`. */
  sent: SentBatch | null
  ownTexts: readonly OwnText[]
  /** The maps of the newest batches. */
  recent: readonly { version: number; maps: readonly StepMap[] }[]
}

type SentBatch = {
  /** The steps as they were sent. */
  steps: readonly Step[]
  /** The maps of others' steps that the server may have ordered before these. */
  since: readonly StepMap[]
  count: number
}

const key = new PluginKey<CollaborationState>('collaboration')

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

function authorOfBatches(batches: readonly Batch[]): string | undefined {
  const [author, ...others] = new Set(batches.map(({ by }) => by))
  return others.length === 0 ? (author ?? undefined) : undefined
}

function addPending({ version, pending, sent }: CollaborationState, transaction: Transaction): PendingStep[] {
  const next = [...pending]
  const isUndo = transaction.getMeta('history$') !== undefined
  for (const [index, step] of transaction.steps.entries()) {
    const before = transaction.docs[index]
    if (!before) continue
    const undoes = isUndo ? findUndone(next, step) : undefined
    const isUnsent = undoes === next.at(-1) && next.length > (sent?.count ?? 0)
    if (undoes && isUnsent) next.pop()
    else next.push({ step, inverted: step.invert(before), seen: version, ...(undoes && { undoes }) })
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
  const steps = sent.map(({ step }) => step)
  const { ownTexts } = collaboration
  const next: CollaborationState = {
    ...collaboration,
    pending,
    sent: { steps, since: [], count: sent.length },
    // Texts of which parts wait stay unsent until the last batch.
    ownTexts: sent.length < pending.length ? ownTexts : withVersion(ownTexts, 'unsent', 'sent'),
  }
  return {
    transaction: state.tr.setMeta(key, next),
    steps,
    seen: Math.min(version, ...sent.map(({ seen }) => seen)),
  }
}

/** Merges the steps of consecutive keystrokes, except for those that an undo refers to. */
function mergePending(pending: readonly PendingStep[]): PendingStep[] {
  const undone = new Set(pending.map(({ undoes }) => undoes))
  const merged: PendingStep[] = []
  for (const next of pending) {
    const last = merged.at(-1)
    const isFree = [last, next].every((one) => one && !one.undoes && !undone.has(one))
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
  const sentCount = sent?.count ?? 0
  const { tr } = state
  tr.setMeta('addToHistory', false).setMeta('preventAutolink', true)
  if (isOwn && isSame(steps, pending.slice(0, sentCount))) {
    const next: CollaborationState = {
      version,
      pending: pending.slice(sentCount),
      sent: null,
      ownTexts: withVersion(ownTexts, 'sent', version),
      recent,
    }
    return { transaction: tr.setMeta(key, next), lost: '' }
  }
  const rebased = rebasePending(state, steps, isOwn)
  if (changeInPlace(tr, pending, steps, rebased.tr.doc)) tr.setMeta(authorKey, authorOfBatches(batches))
  else replay(tr, rebased)
  keepSelection(state, tr)
  const { left, lost } = mapOwnTexts(state, tr, ownTexts, batches)
  const next: CollaborationState = {
    version,
    pending: rebased.pending,
    sent: sent && !isOwn ? { ...sent, since: rebased.since, count: rebased.sentCount } : null,
    ownTexts: isOwn ? withVersion(left, 'sent', version) : left,
    recent,
  }
  return { transaction: tr.setMeta(key, next), lost }
}

type Rebased = {
  /** Starts at the document without the pending steps. */
  tr: Transform
  pending: PendingStep[]
  /** Pairs of inverted and redone steps. */
  mirrors: [number, number][]
  sentCount: number
  since: StepMap[]
}

/** Rebases the sent steps as the server will, from those that were sent, and then the others. */
function rebasePending(state: EditorState, steps: readonly Step[], isOwn: boolean): Rebased {
  const { pending, sent } = readCollaboration(state)
  const sentCount = sent?.count ?? 0
  const tr = new Transform(state.doc)
  for (const { inverted } of pending.toReversed()) tr.step(inverted)
  for (const step of steps) tr.step(step)
  const rebased: Rebased = {
    tr,
    pending: [],
    mirrors: [],
    sentCount: 0,
    since: [...(sent?.since ?? []), ...steps.map((step) => step.getMap())],
  }
  const successors = new Map<PendingStep, PendingStep>()
  function redo(step: Step, seen: number, origin: number | undefined) {
    const original = origin === undefined ? undefined : pending[origin]
    const undoes = original?.undoes && successors.get(original.undoes)
    const before = tr.doc
    tr.step(step)
    if (origin !== undefined) {
      const mirror: [number, number] = [pending.length - 1 - origin, tr.steps.length - 1]
      setMirror(tr.mapping, ...mirror)
      rebased.mirrors.push(mirror)
    }
    const next = { step, inverted: step.invert(before), seen, ...(undoes && { undoes }) }
    if (original) successors.set(original, next)
    rebased.pending.push(next)
  }
  if (sent && !isOwn) {
    // Steps that were dropped have no pending step.
    const isWhole = sent.steps.length === sentCount
    for (const [index, step] of rebaseSteps(tr.doc, sent.steps, rebased.since).steps.entries())
      if (step) redo(step, pending[Math.min(index, sentCount - 1)]?.seen ?? 0, isWhole ? index : undefined)
    rebased.sentCount = rebased.pending.length
  }
  for (const [index, { step, seen, undoes }] of pending.entries()) {
    // The undo of a dropped step is dropped too.
    if (index < sentCount || (undoes && isOpen(undoes) && !successors.has(undoes))) continue
    const mapped = step.map(tr.mapping.slice(pending.length - index))
    if (mapped && canApply(mapped, tr.doc)) redo(mapped, seen, index)
  }
  return rebased

  /** Whether the server has neither stored nor dropped it before. */
  function isOpen(step: PendingStep) {
    return pending.indexOf(step) >= (isOwn ? sentCount : 0)
  }
}

/** Applies others' steps without reverting the pending ones. @returns false if the result would differ */
function changeInPlace(
  tr: Transaction,
  pending: readonly PendingStep[],
  steps: readonly Step[],
  outcome: Node,
): boolean {
  const maps = pending.map(({ step }) => step.getMap())
  const changed = rebaseSteps(tr.doc, steps, maps, 'before')
  if (!changed.doc.eq(outcome)) return false
  for (const step of changed.steps) if (step) tr.step(step)
  return true
}

/** Reverts the pending steps and applies them again. The undo history then lacks them. */
function replay(tr: Transaction, { tr: rebased, mirrors }: Rebased): void {
  for (const step of rebased.steps) tr.step(step)
  for (const [inverted, redone] of mirrors) setMirror(tr.mapping, inverted, redone)
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

function isSame(stored: readonly Step[], pending: readonly PendingStep[]): boolean {
  const own = mergeSteps(pending.map(({ step }) => step))
  return stored.length === own.length && JSON.stringify(stored) === JSON.stringify(own)
}
