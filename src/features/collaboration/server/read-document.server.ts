import { sql } from 'drizzle-orm'
import { canReadDraft } from '#features/drafts/rules/draft-access.ts'
import {
  loadDocument,
  readNextBatches,
  type StoredBatch,
} from '#features/drafts/server/draft-document.server.ts'
import { lockDraft } from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'

export type ReadDocument =
  | { kind: 'document'; version: number; document: object }
  /** Batches after `since`, and the newest version: if that is later, read the next ones. */
  | { kind: 'steps'; batches: StoredBatch[]; version: number }
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
    const { version } = state.draft
    if (since !== undefined && since <= version) {
      const batches = await readNextBatches(tx, id, since)
      if (since === version || batches[0]?.version === since + 1) return { kind: 'steps', batches, version }
    }
    const loaded = await loadDocument(tx, state.draft)
    if (!loaded) throw new Error(`The steps of draft ${id} are incomplete`)
    return { kind: 'document', version: loaded.version, document: loaded.doc.toJSON() }
  })
}

/** A device that was offline for longer starts from the newest document. */
export const STEP_RETENTION_DAYS = 90

/**
 * Deletes old steps that the newest snapshot includes, and snapshots from which no kept version is loaded.
 *
 * @returns how many batches were deleted
 */
export async function deleteOldSteps(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - STEP_RETENTION_DAYS * DAY_MS)
  const { rowCount } = await db.execute(sql`
    delete from draft_steps using (
      select draft_id, max(version) as version from draft_snapshots group by draft_id
    ) as newest
    where draft_steps.draft_id = newest.draft_id and draft_steps.version <= newest.version and draft_steps.at < ${before}`)
  await db.execute(sql`
    delete from draft_snapshots using (
      select draft_id, max(version) as version from draft_snapshots where at < ${before} group by draft_id
    ) as newest_old
    where draft_snapshots.draft_id = newest_old.draft_id and draft_snapshots.version < newest_old.version`)
  return rowCount ?? 0
}
