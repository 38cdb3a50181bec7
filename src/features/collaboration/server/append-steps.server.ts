import type { Node } from '@tiptap/pm/model'
import { DocAttrStep, Step } from '@tiptap/pm/transform'
import { eq } from 'drizzle-orm'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as z from 'zod'
import { limitStorage } from '#features/audit/server/limit-storage.server.ts'
import { ARTICLE_FIELDS, EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { draftFormSchema } from '#features/drafts/rules/article-form.ts'
import { canEditDraft } from '#features/drafts/rules/draft-access.ts'
import { readForm } from '#features/drafts/rules/draft-document.ts'
import { ATTRIBUTE_FIELDS, DRAFT_SCHEMA } from '#features/drafts/rules/draft-schema.ts'
import {
  cacheDocument,
  type DraftDocument,
  loadDocument,
  measureNodes,
  parseSteps,
  readNextBatches,
  type StoredBatch,
  storeBatch,
} from '#features/drafts/server/draft-document.server.ts'
import { createDraft, lockDraft, withEditors } from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import { runWithin, TimeLimitError } from '#platform/process/run-within.server.ts'
import { drafts } from '#schema/newsroom.ts'
import { clientId } from '../rules/client-id.ts'
import { invertSteps, orderSteps } from '../rules/rebase-steps.ts'
import { MAX_BATCH_STEPS, MAX_DEPTH, MAX_NODES, tooSlow } from '../rules/step-limits.ts'

export const appendRequest = z.object({
  client: clientId,
  /** Numbered from 1, so that a retry is stored once. */
  batch: z.int32().min(1),
  /** The version of the document that the steps apply to. */
  base: z.int32().min(0),
  /** The version in which the first step was made, before it was rebased. */
  seen: z.int32().min(0),
  steps: z
    .array(z.looseObject({ stepType: z.string() }))
    .min(1)
    .max(MAX_BATCH_STEPS),
  /** The client may create the draft. */
  isNew: z.boolean().optional(),
})

export type Append = z.infer<typeof appendRequest> & {
  /** The id of the draft. Clients choose the ids of new drafts. */
  id: string
}

export type AppendOutcome =
  /** `batches` are those after `base`, which end with the appended one. */
  | { kind: 'appended'; batches: StoredBatch[] }
  /** There are many batches after `base`: read them, and send what is left of the steps as a new batch. */
  | { kind: 'behind' }
  /** The steps after `base` are no longer stored: open the draft again. */
  | { kind: 'outdated' }
  | { kind: 'refused'; reasons: string[] }
  /** The draft is in the bin or was removed. */
  | { kind: 'gone' }

/** Applying steps blocks the process. A keystroke takes less than a millisecond. */
const MAX_APPLY_MS = 500
const MAX_MS_PER_MINUTE = { person: 5_000, draft: 20_000 }
/** Milliseconds charged for a stopped attempt: each person has two a minute. */
const STOPPED_MS = MAX_MS_PER_MINUTE.person / 2
const spentByPeople = new RateLimiterMemory({ points: MAX_MS_PER_MINUTE.person, duration: 60 })
const spentOnDrafts = new RateLimiterMemory({ points: MAX_MS_PER_MINUTE.draft, duration: 60 })

/**
 * Rebases a client's steps over those that it has not seen, and stores them as the next batch, in one transaction that
 * also creates the draft of a new article. Stores a retry once.
 *
 * @throws TooBusyError if the person has stored too much, or changes of the person or the draft take too long
 */
export async function appendSteps(db: Db, by: DraftActor, append: Append, now: Date): Promise<AppendOutcome> {
  await requireTime(by, append.id)
  try {
    const { outcome, document } = await db.transaction((tx) => appendIn(tx, by, append, now))
    if (document) cacheDocument(append.id, document)
    return outcome
  } catch (error) {
    if (error instanceof RefusedError) return { kind: 'refused', reasons: error.reasons }
    throw error
  }
}

type Appended = { outcome: AppendOutcome; document?: DraftDocument }

async function appendIn(tx: Db, by: DraftActor, append: Append, now: Date): Promise<Appended> {
  const { id, base, seen, client, batch, isNew } = append
  const found = await lockDraft(tx, id)
  const state = found ?? (isNew ? await createDraft(tx, by, { id, fields: EMPTY_ARTICLE }, now) : null)
  if (!state || state.draft.deletedAt) return { outcome: { kind: 'gone' } }
  const { draft } = state
  requireDraftAccess(canEditDraft(by, draft))
  const since = base < draft.version ? await readNextBatches(tx, id, base) : []
  if (base + since.length !== draft.version)
    return { outcome: { kind: since[0]?.version === base + 1 ? 'behind' : 'outdated' } }
  const document = await loadDocument(tx, draft)
  if (!document) throw new Error(`The steps of draft ${id} are incomplete`)
  // A retry has the same base, so its batch is among the later ones.
  const earlier = since.find((one) => isSameBatch(one, by, append))
  if (earlier) {
    return {
      outcome: { kind: 'appended', batches: since.filter(({ version }) => version <= earlier.version) },
    }
  }
  const start = since.length > 0 && mayMove(append) ? await loadDocument(tx, draft, base) : null
  const merged = await merge(by, append, { doc: document.doc, since, start: start?.doc })
  const bytes = JSON.stringify(append.steps).length
  const stored = await storeBatch(tx, draft, document.doc, {
    ...merged,
    seen: Math.min(seen, base),
    client,
    batch,
    by: by.id,
    at: now,
  })
  await limitStorage(by, bytes)
  await tx
    .update(drafts)
    .set({ updatedAt: now, updatedBy: by.id, editedBy: withEditors(by.id) })
    .where(eq(drafts.id, id))
  return {
    outcome: { kind: 'appended', batches: [...since, stored] },
    document: { doc: merged.doc, version: stored.version },
  }
}

/** Others can see the id of a client, so it identifies a batch only together with the account. */
function isSameBatch(stored: StoredBatch, by: DraftActor, { client, batch }: Append): boolean {
  return by.id !== null && stored.by === by.id && stored.client === client && stored.batch === batch
}

/** Whether a step may insert content that it or the one before deletes, which moves it. */
function mayMove({ steps }: Append): boolean {
  return steps.some(({ stepType, slice }, index) => {
    const previous = steps[index - 1]
    const isSwap = stepType === 'replaceAround' && JSON.stringify(slice)?.includes('"text"')
    return isSwap || (slice !== undefined && previous !== undefined && mayDelete(previous))
  })
}

function mayDelete({ stepType, slice }: Append['steps'][number]): boolean {
  return stepType === 'replaceAround' || (stepType === 'replace' && slice === undefined)
}

type Base = {
  doc: Node
  since: readonly StoredBatch[]
  /** The document before `since`. */
  start: Node | undefined
}

type Merged = { doc: Node; steps: Step[]; lost: string | null }

/** @throws RefusedError */
async function merge(by: DraftActor, { id, steps }: Append, base: Base): Promise<Merged> {
  const started = performance.now()
  try {
    const merged = runWithin(MAX_APPLY_MS, () => applySteps(steps, base))
    await countTime(by, id, performance.now() - started)
    return merged
  } catch (error) {
    const isStopped = error instanceof TimeLimitError
    await countTime(by, id, isStopped ? STOPPED_MS : performance.now() - started)
    throw isStopped ? new RefusedError([tooSlow()]) : error
  }
}

/** The schema refuses unknown nodes, and attributes that it does not allow. */
function applySteps(received: Append['steps'], { doc, since, start }: Base): Merged {
  const own = invertSteps(start, parseReceived(received))
  const maps = since.flatMap((batch) => parseSteps(batch).map((step) => step.getMap()))
  const ordered = orderSteps(doc, own, maps)
  // Only what others have changed can be in the way of a step.
  if (ordered.hasDropped && maps.length === 0) throw new RefusedError(['The changes are not valid.'])
  checkDocument(ordered.doc)
  return ordered
}

function parseReceived(received: Append['steps']): Step[] {
  try {
    const steps = received.map((step) => Step.fromJSON(DRAFT_SCHEMA, step))
    if (isStorable(received) && steps.every(hasKnownField)) return steps
  } catch {
    // Refused below.
  }
  throw new RefusedError(['The changes are not valid.'])
}

/** ProseMirror ignores attributes that the document does not have. */
function hasKnownField(step: Step): boolean {
  return !(step instanceof DocAttrStep) || ATTRIBUTE_FIELDS.some((field) => field === step.attr)
}

/** Escaped in JSON: NUL and unpaired surrogates, which PostgreSQL does not store. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

function isStorable(value: unknown): boolean {
  return !UNSTORABLE.test(JSON.stringify(value))
}

/** @throws RefusedError */
function checkDocument(doc: Node): void {
  if (depthOf(doc) > MAX_DEPTH) throw new RefusedError(['The text is nested too deeply.'])
  // The limits of fields do not apply to what is not in them, such as empty paragraphs at the end.
  const { nodes, attributes } = measureNodes(doc)
  if (nodes > MAX_NODES || attributes > ARTICLE_FIELDS.content.limit)
    throw new RefusedError(['The text is too large.'])
  try {
    doc.check()
  } catch {
    throw new RefusedError(['The changes are not valid.'])
  }
  const form = readForm(doc)
  if (!isStorable(form)) throw new RefusedError(['The changes are not valid.'])
  const parsed = draftFormSchema.safeParse(form)
  if (!parsed.success) throw new RefusedError(parsed.error.issues.map(({ message }) => message))
}

/** Takes linear time, and no stack space for each level. */
function depthOf(doc: Node): number {
  let depth = 0
  for (let level = [doc]; level.length > 0; depth += 1)
    level = level.flatMap(({ content }) => content.content)
  return depth
}

/** @throws TooBusyError if the time of the person or the draft is used up. The system has no limit. */
async function requireTime({ id: person }: DraftActor, draft: string): Promise<void> {
  if (person === null) return
  const spent = await Promise.all([spentByPeople.get(person), spentOnDrafts.get(draft)])
  if (spent.some((one) => one !== null && one.remainingPoints <= 0)) throw new TooBusyError(tooSlow())
}

async function countTime({ id: person }: DraftActor, draft: string, elapsedMs: number): Promise<void> {
  if (person === null) return
  const ms = Math.ceil(elapsedMs)
  await Promise.all([spentByPeople.penalty(person, ms), spentOnDrafts.penalty(draft, ms)])
}

/** Rolls the transaction back. */
class RefusedError extends Error {
  readonly reasons: string[]

  constructor(reasons: string[]) {
    super(reasons.join(' '))
    this.reasons = reasons
  }
}
