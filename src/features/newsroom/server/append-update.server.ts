import { eq, sql } from 'drizzle-orm'
import * as Y from 'yjs'
import type { Db } from '#platform/database/db.server.ts'
import { drafts, draftUpdates } from '#schema/newsroom.ts'
import { draftFormSchema, EMPTY_ARTICLE } from '../rules/article-form.ts'
import { checkUpdate, type UpdateProblem } from '../rules/check-update.ts'
import { canEditDraft } from '../rules/draft-access.ts'
import { contentOf, createDraftDocument, readForm, seedDifferences } from '../rules/draft-document.ts'
import { isDeeperThan } from '../rules/rich-text-html.ts'
import { MAX_DEPTH, MAX_DOCUMENT_BYTES, MAX_UPDATE_BYTES } from '../rules/update-limits.ts'
import { readFields } from './article-fields.server.ts'
import { keepDocument, type LoadedDocument, takeDocument, toStoredForm } from './draft-document.server.ts'
import { type DraftState, lockDraft } from './draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from './require-draft-access.server.ts'

/** A new snapshot after this many updates, or when the updates are half as large as the snapshot. */
const SNAPSHOT_UPDATES = 200
const MIN_SNAPSHOT_BYTES = 64 * 1024

export type Append = {
  /** Of the draft. A new draft has an id that the client has chosen. */
  id: string
  /** Id of the document. The client that creates the document has chosen it. */
  document: string
  update: Uint8Array
  /** The version of the stored form that the update represents. For the first update of a document; null for a new draft. */
  seedOf?: string | null
}

export type AppendOutcome =
  /** Nothing was written if the document had the update already. `seq` is the newest update, which may follow updates of others. */
  | { kind: 'appended'; seq: number; version: string }
  /** Send the updates that the document with this state vector does not have. */
  | { kind: 'incomplete'; stateVector: Uint8Array }
  /** The draft has another document, or its text has changed since `seedOf`: open it again. */
  | { kind: 'replaced' }
  | { kind: 'refused'; reasons: string[] }
  /** The article is in the bin or was removed. */
  | { kind: 'gone' }

const PROBLEMS: Record<Exclude<UpdateProblem, 'incomplete'>, string> = {
  malformed: 'The changes could not be read.',
  'other-document': 'The changes belong to another article.',
  'too-many-parts': 'There are too many changes at once.',
}

/**
 * Adds an update to the document of a draft, in one transaction, and creates the draft of a new article. Nothing changes for
 * readers. A retried update is stored once.
 */
export async function appendUpdate(
  db: Db,
  by: DraftActor,
  append: Append,
  now: Date,
): Promise<AppendOutcome> {
  if (append.update.length > MAX_UPDATE_BYTES) return refuse('There are too many changes at once.')
  let unchanged: LoadedDocument | undefined
  let changed: LoadedDocument | undefined
  try {
    const outcome = await db.transaction(async (tx): Promise<AppendOutcome> => {
      const opened = await openDocument(tx, by, append, now)
      if ('kind' in opened) return opened
      const { state, document, isSeed } = opened
      const { draft } = state
      const { doc } = document
      const problem = checkUpdate(doc, append.update)
      if (problem) {
        unchanged = document
        if (problem === 'incomplete') return { kind: problem, stateVector: Y.encodeStateVector(doc) }
        throw new RefusedError([PROBLEMS[problem]])
      }
      const update = applyUpdate(doc, append.update)
      if (!update) {
        unchanged = document
        return { kind: 'appended', seq: draft.documentSeq, version: draft.contentHash }
      }
      const form = readForm(doc)
      const parsed = draftFormSchema.safeParse(form)
      if (!parsed.success) throw new RefusedError(parsed.error.issues.map(({ message }) => message))
      if (isDeeperThan(contentOf(doc), MAX_DEPTH)) throw new RefusedError(['The text is nested too deeply.'])
      const seq = draft.documentSeq + 1
      const snapshot = takeSnapshot(document, update)
      await tx.insert(draftUpdates).values({
        draftId: draft.id,
        seq,
        update: Buffer.from(update),
        snapshot: snapshot && Buffer.from(snapshot),
        by: by.id,
        at: now,
      })
      // A seed represents the stored text and is not an edit.
      const isEdit = !isSeed || append.seedOf === null
      const [stored] = await tx
        .update(drafts)
        .set({
          documentId: doc.guid,
          documentSeq: seq,
          ...(isEdit
            ? {
                fields: toStoredForm(draft, form),
                updatedAt: now,
                updatedBy: by.id,
                editedBy: withEditor(by),
              }
            : { seedDifferences: seedDifferences(parsed.data, readFields(draft.fields)) }),
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
    if (changed) keepDocument(changed)
    return outcome
  } catch (error) {
    if (error instanceof RefusedError) return { kind: 'refused', reasons: error.reasons }
    throw error
  } finally {
    if (unchanged) keepDocument(unchanged)
  }
}

type Opened = { state: DraftState; document: LoadedDocument; isSeed: boolean }

/** Locks the draft, or creates it, and returns its document, which is empty if the update is its first one. */
async function openDocument(
  tx: Db,
  by: DraftActor,
  { id, document: documentId, seedOf }: Append,
  now: Date,
): Promise<Opened | Extract<AppendOutcome, { kind: 'gone' | 'replaced' }>> {
  let state = await lockDraft(tx, id)
  const isNew = !state && seedOf === null
  if (isNew) {
    const people = { ownerId: by.id, updatedBy: by.id }
    await tx
      .insert(drafts)
      .values({ id, fields: EMPTY_ARTICLE, ...people, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
    state = await lockDraft(tx, id)
  }
  if (!state || state.draft.deletedAt) return { kind: 'gone' }
  const { draft } = state
  requireDraftAccess(canEditDraft(by, draft))
  if (draft.documentId === documentId)
    return { state, document: await takeDocument(tx, draft), isSeed: false }
  const isSeed = draft.documentId === null && (isNew || seedOf === draft.contentHash)
  if (!isSeed) return { kind: 'replaced' }
  const document = {
    draftId: id,
    doc: createDraftDocument(documentId),
    seq: 0,
    snapshotBytes: 0,
    tail: { count: 0, bytes: 0 },
  }
  return { state, document, isSeed }
}

/** @returns what the update has changed; undefined if the document had it already */
function applyUpdate(doc: Y.Doc, update: Uint8Array): Uint8Array | undefined {
  let applied: Uint8Array | undefined
  doc.once('update', (changes: Uint8Array) => {
    applied = changes
  })
  try {
    Y.applyUpdate(doc, update)
  } catch (error) {
    throw new RefusedError([PROBLEMS.malformed], { cause: error })
  }
  if (doc.store.pendingStructs || doc.store.pendingDs) throw new RefusedError([PROBLEMS.malformed])
  return applied
}

/**
 * Counts an update, and returns the state of the document if there are enough updates for a new snapshot.
 *
 * @throws RefusedError if the document is too large
 */
function takeSnapshot(document: LoadedDocument, update: Uint8Array): Uint8Array | undefined {
  const { doc, tail, snapshotBytes } = document
  tail.count += 1
  tail.bytes += update.length
  const isDue =
    snapshotBytes === 0 ||
    tail.count >= SNAPSHOT_UPDATES ||
    tail.bytes >= Math.max(MIN_SNAPSHOT_BYTES, snapshotBytes / 2)
  if (!isDue) return undefined
  const snapshot = Y.encodeStateAsUpdate(doc)
  if (snapshot.length > MAX_DOCUMENT_BYTES)
    throw new RefusedError(['The text and its history are too large. Copy the text to a new article.'])
  document.snapshotBytes = snapshot.length
  document.tail = { count: 0, bytes: 0 }
  return snapshot
}

function withEditor({ id }: DraftActor) {
  return id === null
    ? drafts.editedBy
    : sql`case when ${id}::uuid = any(${drafts.editedBy}) then ${drafts.editedBy} else array_append(${drafts.editedBy}, ${id}::uuid) end`
}

function refuse(reason: string): AppendOutcome {
  return { kind: 'refused', reasons: [reason] }
}

/** Rolls the transaction back. */
class RefusedError extends Error {
  readonly reasons: string[]

  constructor(reasons: string[], options?: ErrorOptions) {
    super(reasons.join(' '), options)
    this.reasons = reasons
  }
}
