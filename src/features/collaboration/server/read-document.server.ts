import { sql } from 'drizzle-orm'
import { canReadDraft } from '#features/drafts/rules/draft-access.ts'
import { loadDocument, readBatches, type StoredBatch } from '#features/drafts/server/draft-document.server.ts'
import { lockDraft } from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { DAY_MS } from '#kernel/durations.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import { MAX_READ_BATCHES } from '../rules/step-limits.ts'

export type ReadDocument =
  | { kind: 'document'; version: number; document: object }
  /** The batches after `since`, at most `MAX_READ_BATCHES`. */
  | { kind: 'steps'; batches: StoredBatch[] }
  | { kind: 'gone' }

/**
 * Reads the document of a draft, or what has changed since a version.
 *
 * @throws ForbiddenError
 */
export async function readDocument(
  db: Db,
  by: DraftActor,
  { id, since }: { id: string; since?: number },
): Promise<ReadDocument> {
  if (!isUuid(id)) return { kind: 'gone' }
  return db.transaction(async (tx) => {
    // A feed may have changed an unedited text.
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    requireDraftAccess(canReadDraft(by, state.draft))
    if (since !== undefined && since <= state.draft.version) {
      const batches = await readBatches(tx, id, since, undefined, MAX_READ_BATCHES)
      if (since === state.draft.version || batches[0]?.version === since + 1)
        return { kind: 'steps', batches }
    }
    const loaded = await loadDocument(tx, state.draft)
    if (!loaded) throw new Error(`The steps of draft ${id} are incomplete`)
    return { kind: 'document', version: loaded.version, document: loaded.doc.toJSON() }
  })
}

/** A device that was offline for longer starts from the newest document. */
export const STEP_RETENTION_DAYS = 90

/** Deletes old steps that the newest snapshot includes. @returns how many batches were deleted */
export async function deleteOldSteps(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - STEP_RETENTION_DAYS * DAY_MS)
  const { rowCount } = await db.execute(sql`
    delete from draft_steps using (
      select draft_id, max(version) as version from draft_snapshots group by draft_id
    ) as newest
    where draft_steps.draft_id = newest.draft_id and draft_steps.version <= newest.version and draft_steps.at < ${before}`)
  return rowCount ?? 0
}
