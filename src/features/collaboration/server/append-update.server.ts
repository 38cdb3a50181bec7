import { eq, sql } from 'drizzle-orm'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { limitStorage } from '#features/audit/server/limit-storage.server.ts'
import { type ArticleForm, EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { isDifferent } from '#features/drafts/rules/article-form.ts'
import { canEditDraft } from '#features/drafts/rules/draft-access.ts'
import { readFields } from '#features/drafts/server/article-fields.server.ts'
import {
  createDraft,
  type DraftState,
  lockDraft,
  withEditors,
} from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import { drafts, draftUpdates } from '#schema/newsroom.ts'
import { createDraftDocument, withStoredTexts } from '../rules/draft-document.ts'
import { MAX_UPDATE_BYTES, TOO_MANY_CHANGES, TOO_SLOW } from '../rules/update-limits.ts'
import {
  checkOutDocument,
  differencesOfSeed,
  EMPTY_TAIL,
  type LoadedDocument,
  returnDocument,
  toStoredForm,
} from './draft-document.server.ts'
import { mergeUpdate } from './merge-update.server.ts'

export type Append = {
  /** Id of the draft. Clients choose the ids of new drafts. */
  id: string
  /** Chosen by the client that creates the document. */
  document: string
  update: Uint8Array
  /** Hash of the stored form from which the client creates the document; null for a new draft. */
  seedOf?: string | null
}

export type AppendOutcome =
  /** Nothing was written if the document had the update. `seq` is the newest update, possibly of another person. */
  | { kind: 'appended'; seq: number; formHash: string }
  /** Send the updates that this state vector lacks. */
  | { kind: 'incomplete'; stateVector: Uint8Array }
  /** The draft has another document, or has changed since `seedOf`: open it again. */
  | { kind: 'replaced' }
  | { kind: 'refused'; reasons: string[] }
  /** The draft is in the bin or was removed. */
  | { kind: 'gone' }

/** Merging blocks the process. An editor's updates take a few milliseconds. */
const MAX_MS_PER_MINUTE = { person: 5_000, draft: 20_000 }
/** The time that a stopped merge counts for, so that a person can try two in a minute. */
const STOPPED_MERGE_MS = MAX_MS_PER_MINUTE.person / 2
const mergeMsOfPeople = new RateLimiterMemory({ points: MAX_MS_PER_MINUTE.person, duration: 60 })
const mergeMsOfDrafts = new RateLimiterMemory({ points: MAX_MS_PER_MINUTE.draft, duration: 60 })

/** Each update replaces the fields of the draft, whose earlier version takes space until the database reclaims it. */
const REPLACED_SHARE = 0.1

/**
 * Adds an update in one transaction, which also creates the draft of a new article. Stores a retry once.
 *
 * @throws TooBusyError if the person has stored too much, or changes of the person or the draft take too long
 */
export async function appendUpdate(
  db: Db,
  by: DraftActor,
  append: Append,
  now: Date,
): Promise<AppendOutcome> {
  if (append.update.length > MAX_UPDATE_BYTES) return { kind: 'refused', reasons: [TOO_MANY_CHANGES] }
  await requireMergeTime(by, append.id)
  let changed: LoadedDocument | undefined
  let reusable: LoadedDocument | undefined
  try {
    const outcome = await db.transaction(async (tx): Promise<AppendOutcome> => {
      const opened = await openDocument(tx, by, append, now)
      if ('kind' in opened) return opened
      const { state, document, isSeed } = opened
      const { draft } = state
      const { doc } = document
      const started = performance.now()
      const merged = mergeUpdate(document, append.update)
      const isStopped = merged.kind === 'refused' && merged.isSlow === true
      await countMergeTime(by, append.id, isStopped ? STOPPED_MERGE_MS : performance.now() - started)
      if (merged.kind === 'refused') {
        if (!merged.isChanged) reusable = document
        throw new RefusedError(merged.reasons)
      }
      if (merged.kind !== 'merged') {
        reusable = document
        if (merged.kind === 'incomplete') return merged
        return { kind: 'appended', seq: draft.documentSeq, formHash: draft.formHash }
      }
      const { update, snapshot, form } = merged
      const seq = draft.documentSeq + 1
      await tx.insert(draftUpdates).values({
        draftId: draft.id,
        seq,
        update: Buffer.from(update),
        snapshot: snapshot && Buffer.from(snapshot),
        by: by.id,
        at: now,
      })
      const before = readFields(draft.fields)
      const differences = isSeed ? differencesOfSeed(form, before) : draft.seedDifferences
      const fields = isSeed ? withStoredTexts(form, differences ?? {}) : toStoredForm(draft, form)
      // A seed that shows the stored text is not an edit.
      const isEdit = !isSeed || append.seedOf === null || isDifferent(before, fields)
      const fieldBytes = isEdit ? countStoredBytes(before, fields) : 0
      await limitStorage(by, update.length + (snapshot?.length ?? 0) + fieldBytes)
      const [stored] = await tx
        .update(drafts)
        .set({
          documentId: doc.guid,
          documentSeq: seq,
          seedDifferences: differences,
          ...(isEdit && { fields, updatedAt: now, updatedBy: by.id, editedBy: withEditors(by.id) }),
        })
        .where(eq(drafts.id, draft.id))
        .returning({ formHash: drafts.formHash })
      await tx.execute(
        sql`select pg_notify('masthead_live', ${JSON.stringify({ draft: draft.id, document: doc.guid, seq })})`,
      )
      document.seq = seq
      changed = document
      return { kind: 'appended', seq, formHash: stored?.formHash ?? '' }
    })
    if (changed) returnDocument(changed)
    return outcome
  } catch (error) {
    if (error instanceof RefusedError) return { kind: 'refused', reasons: error.reasons }
    throw error
  } finally {
    if (reusable) returnDocument(reusable)
  }
}

/**
 * Does not limit the system.
 *
 * @throws TooBusyError
 */
async function requireMergeTime({ id: person }: DraftActor, draft: string): Promise<void> {
  if (person === null) return
  const spent = await Promise.all([mergeMsOfPeople.get(person), mergeMsOfDrafts.get(draft)])
  if (spent.some((one) => one !== null && one.remainingPoints <= 0)) throw new TooBusyError(TOO_SLOW)
}

async function countMergeTime({ id: person }: DraftActor, draft: string, elapsedMs: number): Promise<void> {
  if (person === null) return
  const ms = Math.ceil(elapsedMs)
  await Promise.all([mergeMsOfPeople.penalty(person, ms), mergeMsOfDrafts.penalty(draft, ms)])
}

/** Counts what is added to the fields, and a share of what is replaced. */
function countStoredBytes(before: ArticleForm, after: ArticleForm): number {
  const [old, stored] = [before, after].map((form) => Buffer.byteLength(JSON.stringify(form))) as [
    number,
    number,
  ]
  return Math.max(0, stored - old) + Math.ceil(REPLACED_SHARE * Math.min(old, stored))
}

type Opened = { state: DraftState; document: LoadedDocument; isSeed: boolean }

/** Locks or creates the draft. The document is empty before its first update. */
async function openDocument(
  tx: Db,
  by: DraftActor,
  { id, document: documentId, seedOf }: Append,
  now: Date,
): Promise<Opened | Extract<AppendOutcome, { kind: 'gone' | 'replaced' }>> {
  const stored = await lockDraft(tx, id)
  const isNew = !stored && seedOf === null
  const state = isNew ? await createDraft(tx, by, { id, fields: EMPTY_ARTICLE }, now) : stored
  if (!state || state.draft.deletedAt) return { kind: 'gone' }
  const { draft } = state
  requireDraftAccess(canEditDraft(by, draft))
  if (draft.documentId === documentId)
    return { state, document: await checkOutDocument(tx, draft), isSeed: false }
  const isSeed = draft.documentId === null && (isNew || seedOf === draft.formHash)
  if (!isSeed) return { kind: 'replaced' }
  const document = {
    draftId: id,
    doc: createDraftDocument(documentId),
    seq: 0,
    snapshotBytes: 0,
    tail: { ...EMPTY_TAIL },
  }
  return { state, document, isSeed }
}

/** Rolls the transaction back. */
class RefusedError extends Error {
  readonly reasons: string[]

  constructor(reasons: string[]) {
    super(reasons.join(' '))
    this.reasons = reasons
  }
}
