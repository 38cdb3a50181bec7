import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import * as Y from 'yjs'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { articleDraftSchema } from '#features/drafts/rules/article-form.ts'
import type { Db } from '#platform/database/db.server.ts'
import { runWithin, TimeLimitError } from '#platform/process/run-within.server.ts'
import type { drafts } from '#schema/newsroom.ts'
import {
  createDraftDocument,
  readForm,
  type SeedDifferences,
  seedDifferences,
  showSameTexts,
  withStoredTexts,
} from '../rules/draft-document.ts'

type DraftRow = typeof drafts.$inferSelect
type DocumentRow = Pick<DraftRow, 'id' | 'documentId' | 'documentSeq'>

/** `seq` is the newest update. */
export type LoadedDocument = {
  draftId: string
  doc: Y.Doc
  seq: number
  snapshotBytes: number
  /** Updates since the snapshot, and how long they took to apply. */
  tail: { count: number; bytes: number; milliseconds: number }
}

/** In memory, a document takes several times the bytes of its updates. */
const CACHE_BYTES = 32 * 1024 * 1024

/** Texts of a megabyte with a tag for each word take longer, and count as different. */
const MAX_COMPARISON_MS = 500

export const EMPTY_TAIL = { count: 0, bytes: 0, milliseconds: 0 } as const

/**
 * By draft, since clients choose document ids. A document being changed is not in the cache, so that nobody sees
 * uncommitted changes.
 */
const cache = new LRUCache<string, LoadedDocument>({
  maxSize: CACHE_BYTES,
  sizeCalculation: ({ snapshotBytes, tail }) => snapshotBytes + tail.bytes + 1,
})

/**
 * Call it in the transaction that locked the draft; then call `returnDocument`, unless there are uncommitted changes.
 */
export async function checkOutDocument(tx: Db, draft: DocumentRow): Promise<LoadedDocument> {
  const { documentId, documentSeq } = draft
  if (!documentId) throw new Error('The draft has no document')
  const cached = cache.get(draft.id)
  cache.delete(draft.id)
  if (cached?.doc.guid === documentId && cached.seq <= documentSeq) {
    const missed = await readUpdateRows(tx, draft.id, cached.seq, documentSeq)
    // Otherwise another process has stored a snapshot and deleted updates.
    if (cached.seq + missed.length === documentSeq) {
      for (const update of missed) addUpdate(cached, update)
      return cached
    }
  }
  const loaded = await loadDocument(tx, draft, documentSeq)
  if (!loaded) throw new Error(`The updates of draft ${draft.id} are incomplete`)
  return loaded
}

export function returnDocument(document: LoadedDocument): void {
  cache.set(document.draftId, document)
}

/** Returns the form after an update, from the document that people see; null if the update is too old. */
export async function readFormAt(tx: Db, draft: DraftRow, seq: number): Promise<ArticleForm | null> {
  if (seq < 1 || seq > draft.documentSeq) return null
  const loaded = await loadDocument(tx, draft, seq)
  return loaded && toStoredForm(draft, readForm(loaded.doc))
}

export function toStoredForm(
  draft: Pick<DraftRow, 'id' | 'documentId' | 'seedDifferences'>,
  form: ArticleForm,
): ArticleForm {
  return withStoredTexts(articleDraftSchema.parse(form), verifiedDifferences(draft))
}

/** By draft and document. */
const areVerified = new LRUCache<string, boolean>({ max: 1_000 })

/** Earlier versions stored what clients sent, unverified. */
export function verifiedDifferences({
  id,
  documentId,
  seedDifferences,
}: Pick<DraftRow, 'id' | 'documentId' | 'seedDifferences'>): SeedDifferences {
  if (!seedDifferences || Object.keys(seedDifferences).length === 0) return {}
  const key = `${id} ${documentId}`
  const isVerified = areVerified.get(key) ?? areSameTexts(seedDifferences)
  areVerified.set(key, isVerified)
  return isVerified ? seedDifferences : {}
}

/** Compares a new document with the stored form; empty if editors would see a difference. */
export function differencesOfSeed(seeded: ArticleForm, stored: ArticleForm): SeedDifferences {
  const differences = seedDifferences(seeded, stored)
  return areSameTexts(differences) ? differences : {}
}

function areSameTexts(differences: SeedDifferences): boolean {
  try {
    return runWithin(MAX_COMPARISON_MS, () => showSameTexts(differences))
  } catch (error) {
    if (error instanceof TimeLimitError) return false
    throw error
  }
}

/** Merges a snapshot and later updates. Null if they are too old. */
export async function readMergedUpdate(tx: Db, draftId: string, seq: number): Promise<Uint8Array | null> {
  const rows = await readStateRows(tx, draftId, seq)
  return rows && Y.mergeUpdates(rows)
}

/** Reads updates after `after`, until `seq`. */
export async function readUpdateRows(tx: Db, draftId: string, after: number, seq: number): Promise<Buffer[]> {
  if (after === seq) return []
  const { rows } = await tx.execute<{ update: Buffer }>(sql`
    select update from draft_updates where draft_id = ${draftId} and seq > ${after} and seq <= ${seq} order by seq`)
  return rows.map(({ update }) => update)
}

async function loadDocument(
  tx: Db,
  { id, documentId }: DocumentRow,
  seq: number,
): Promise<LoadedDocument | null> {
  const rows = await readStateRows(tx, id, seq)
  if (!documentId || !rows) return null
  const [snapshot = Buffer.alloc(0), ...updates] = rows
  const doc = createDraftDocument(documentId)
  Y.applyUpdate(doc, snapshot)
  const document = {
    draftId: id,
    doc,
    seq: seq - updates.length,
    snapshotBytes: snapshot.length,
    tail: { ...EMPTY_TAIL },
  }
  for (const update of updates) addUpdate(document, update)
  return document
}

export function countUpdate({ tail }: LoadedDocument, update: Uint8Array, milliseconds: number): void {
  tail.count += 1
  tail.bytes += update.length
  tail.milliseconds += milliseconds
}

function addUpdate(document: LoadedDocument, update: Uint8Array): void {
  const started = performance.now()
  Y.applyUpdate(document.doc, update)
  document.seq += 1
  countUpdate(document, update, performance.now() - started)
}

async function readStateRows(tx: Db, draftId: string, seq: number): Promise<Buffer[] | null> {
  const { rows } = await tx.execute<{ seq: string; update: Buffer }>(sql`
    select seq, coalesce(case when seq = base then snapshot end, update) as update
    from draft_updates, (
      select max(seq) as base from draft_updates where draft_id = ${draftId} and seq <= ${seq} and snapshot is not null
    ) as newest
    where draft_id = ${draftId} and seq >= base and seq <= ${seq} order by seq`)
  const isComplete = rows.length > 0 && Number(rows[0]?.seq) + rows.length - 1 === seq
  return isComplete ? rows.map(({ update }) => update) : null
}
