import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'

/** Versions of a draft can be published for this long after a newer update. */
const RETENTION_MS = 60 * 60_000

/**
 * Deletes updates older than an hour before the newest snapshot of their document. Later states can still be read.
 *
 * @returns the number of updates
 */
export async function deleteOldUpdates(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_MS)
  const { rowCount } = await db.execute(sql`
    delete from draft_updates using (
      select draft_id, max(seq) as seq from draft_updates where snapshot is not null and at < ${before} group by draft_id
    ) as snapshots
    where draft_updates.draft_id = snapshots.draft_id and draft_updates.seq < snapshots.seq`)
  return rowCount ?? 0
}
