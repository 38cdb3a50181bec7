import { eq, sql } from 'drizzle-orm'
import { canReadDraft } from '#features/drafts/rules/draft-access.ts'
import { hashForm, toForm } from '#features/drafts/server/article-fields.server.ts'
import { readState } from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { HOUR_MS } from '#kernel/durations.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import { drafts } from '#schema/newsroom.ts'
import type { SeedDifferences } from '../rules/draft-document.ts'
import { readMergedUpdate, readUpdateRows, verifiedDifferences } from './draft-document.server.ts'

/** More are merged into one. */
const MAX_UPDATES = 100

type UpdatesRequest = {
  /** Id of the draft. */
  id: string
  /** The document of the client, and its newest update. */
  since?: { document: string; seq: number }
}

export type DocumentUpdates =
  | {
      kind: 'updates'
      document: string
      /** Number of the newest update. */
      seq: number
      updates: Uint8Array[]
      seedDifferences: SeedDifferences
    }
  /** The client creates the document from the stored form. */
  | { kind: 'none' }
  | { kind: 'gone' }

/**
 * Reads the updates that a client lacks: all if the draft has another document.
 *
 * @throws ForbiddenError
 */
export async function readUpdates(
  db: Db,
  by: DraftActor,
  { id, since }: UpdatesRequest,
): Promise<DocumentUpdates> {
  const draft = await findDocument(db, by, id, since?.document)
  if ('kind' in draft) return draft
  const { documentId: document, documentSeq: seq } = draft
  if (!document) return { kind: 'none' }
  const after = since?.document === document ? since.seq : 0
  const missing = seq - after
  const result = {
    kind: 'updates',
    document,
    seq,
    seedDifferences: verifiedDifferences(draft),
  } as const
  if (missing <= 0) return { ...result, updates: [] }
  if (after > 0 && missing <= MAX_UPDATES) {
    const updates = await readUpdateRows(db, id, after, seq)
    if (updates.length === missing) return { ...result, updates }
  }
  const merged = await readMergedUpdate(db, id, seq)
  if (!merged) throw new Error(`The updates of draft ${id} are incomplete`)
  return { ...result, updates: [merged] }
}

async function findDocument(db: Db, by: DraftActor, id: string, knownDocument: string | undefined) {
  if (!isUuid(id)) return { kind: 'gone' as const }
  if (knownDocument) {
    const { id: draftId, ownerId, assigneeId, deletedAt, documentId, documentSeq, seedDifferences } = drafts
    const [draft] = await db
      .select({ id: draftId, ownerId, assigneeId, deletedAt, documentId, documentSeq, seedDifferences })
      .from(drafts)
      .where(eq(drafts.id, id))
    if (!draft || draft.deletedAt) return { kind: 'gone' as const }
    requireDraftAccess(canReadDraft(by, draft))
    return draft
  }
  const state = await readState(db, id)
  if (!state) return { kind: 'none' as const }
  requireDraftAccess(canReadDraft(by, state.draft))
  if (state.draft.deletedAt) return { kind: 'gone' as const }
  // An unedited draft follows its article, which a feed may have changed.
  const { draft, article, published } = state
  const isOutdated =
    article !== null &&
    draft.formHash === published?.formHash &&
    (await hashForm(db, toForm(article))) !== published.formHash
  return isOutdated ? { kind: 'none' as const } : draft
}

/** A draft's versions can be published for this long after a newer update. */
export const UPDATE_RETENTION_HOURS = 1

/** Deletes those before the newest snapshot of their document. Later states can still be read. */
export async function deleteOldUpdates(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - UPDATE_RETENTION_HOURS * HOUR_MS)
  const { rowCount } = await db.execute(sql`
    delete from draft_updates using (
      select draft_id, max(seq) as seq from draft_updates where snapshot is not null and at < ${before} group by draft_id
    ) as snapshots
    where draft_updates.draft_id = snapshots.draft_id and draft_updates.seq < snapshots.seq`)
  return rowCount ?? 0
}
