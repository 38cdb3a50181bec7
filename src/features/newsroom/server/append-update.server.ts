import { eq, sql } from 'drizzle-orm'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { limitStorage } from '#features/accounts/server/limit-storage.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { drafts, draftUpdates } from '#schema/newsroom.ts'
import { EMPTY_ARTICLE, isDifferent } from '../rules/article-form.ts'
import { canEditDraft } from '../rules/draft-access.ts'
import { createDraftDocument, withStoredTexts } from '../rules/draft-document.ts'
import { MAX_UPDATE_BYTES, TOO_MANY_CHANGES } from '../rules/update-limits.ts'
import { readFields } from './article-fields.server.ts'
import {
  checkOutDocument,
  differencesOfSeed,
  EMPTY_TAIL,
  type LoadedDocument,
  returnDocument,
  toStoredForm,
} from './draft-document.server.ts'
import { createDraft, type DraftState, lockDraft, withEditors } from './draft-state.server.ts'
import { mergeUpdate } from './merge-update.server.ts'
import { type DraftActor, requireDraftAccess } from './require-draft-access.server.ts'

export type Append = {
  /** Of the draft. Clients choose those of new drafts. */
  id: string
  /** Chosen by the client that creates the document. */
  document: string
  update: Uint8Array
  /** The stored version that seeds the document; null for a new draft. */
  seedOf?: string | null
}

export type AppendOutcome =
  /** Nothing was written if the document had the update. `seq` is the newest update, possibly of another person. */
  | { kind: 'appended'; seq: number; version: string }
  /** Send the updates that this state vector lacks. */
  | { kind: 'incomplete'; stateVector: Uint8Array }
  /** The draft has another document, or has changed since `seedOf`: open it again. */
  | { kind: 'replaced' }
  | { kind: 'refused'; reasons: string[] }
  /** The draft is in the bin or was removed. */
  | { kind: 'gone' }

/** Per person, since slow updates block the process. */
const slowUpdates = new RateLimiterMemory({ points: 2, duration: 60 })

/**
 * Adds an update in one transaction, which also creates the draft of a new article. Stores a retry once.
 *
 * @throws TooBusyError if the person has stored too much
 */
export async function appendUpdate(
  db: Db,
  by: DraftActor,
  append: Append,
  now: Date,
): Promise<AppendOutcome> {
  if (append.update.length > MAX_UPDATE_BYTES || (await isTooSlow(by)))
    return { kind: 'refused', reasons: [TOO_MANY_CHANGES] }
  let changed: LoadedDocument | undefined
  let reusable: LoadedDocument | undefined
  try {
    const outcome = await db.transaction(async (tx): Promise<AppendOutcome> => {
      const opened = await openDocument(tx, by, append, now)
      if ('kind' in opened) return opened
      const { state, document, isSeed } = opened
      const { draft } = state
      const { doc } = document
      const merged = mergeUpdate(document, append.update)
      if (merged.kind === 'refused') {
        if (!merged.isChanged) reusable = document
        if (merged.isSlow) await slowUpdates.penalty(by.id ?? '')
        throw new RefusedError(merged.reasons)
      }
      if (merged.kind !== 'merged') {
        reusable = document
        if (merged.kind === 'incomplete') return merged
        return { kind: 'appended', seq: draft.documentSeq, version: draft.contentHash }
      }
      const { update, snapshot, form } = merged
      await limitStorage(by, update.length + (snapshot?.length ?? 0))
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
      const [stored] = await tx
        .update(drafts)
        .set({
          documentId: doc.guid,
          documentSeq: seq,
          seedDifferences: differences,
          ...(isEdit && { fields, updatedAt: now, updatedBy: by.id, editedBy: withEditors(by.id) }),
        })
        .where(eq(drafts.id, draft.id))
        .returning({ version: drafts.contentHash })
      await tx.execute(
        sql`select pg_notify('masthead_live', ${JSON.stringify({ draft: draft.id, document: doc.guid, seq })})`,
      )
      document.seq = seq
      changed = document
      return { kind: 'appended', seq, version: stored?.version ?? '' }
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

async function isTooSlow({ id }: DraftActor): Promise<boolean> {
  const spent = await slowUpdates.get(id ?? '')
  return spent !== null && spent.remainingPoints <= 0
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
  const isSeed = draft.documentId === null && (isNew || seedOf === draft.contentHash)
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
