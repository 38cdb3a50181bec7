import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { ExportProgress, ExportState } from '#kernel/export-states.ts'
import type { Db } from '#platform/database/db.server.ts'
import { paperExports } from '#schema/exports.ts'

const MAX_LISTED = 5
const RETENTION_DAYS = 30
const STORE_INTERVAL_MS = 1_000
/** The process of a running export that has stored nothing for so long has ended. */
const LOST_AFTER_SECONDS = 60

/** `createdAt` is in ISO 8601. */
export type ExportRow = {
  id: string
  name: string
  state: ExportState
  progress: ExportProgress
  createdAt: string
}

/** Lists the latest exports, newest first. */
export async function listExports(db: Db): Promise<ExportRow[]> {
  const { id, name, progress, createdAt } = paperExports
  const isLost = sql`state = 'running' and updated_at < now() - make_interval(secs => ${LOST_AFTER_SECONDS})`
  const state = sql<ExportState>`case when ${isLost} then 'failed' else state end`
  const rows = await db
    .select({ id, name, state, progress, createdAt })
    .from(paperExports)
    .orderBy(desc(createdAt))
    .limit(MAX_LISTED)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Records an export that starts, also in the audit log. @returns its id */
export function addExport(
  db: Db,
  by: Actor,
  { name, subject, progress }: { name: string; subject: string; progress: ExportProgress },
): Promise<string> {
  return db.transaction(async (tx) => {
    await tx
      .delete(paperExports)
      .where(lt(paperExports.createdAt, sql`now() - make_interval(days => ${RETENTION_DAYS})`))
    const [added] = await tx
      .insert(paperExports)
      .values({ name, progress, createdBy: by.id })
      .returning({ id: paperExports.id })
    await recordAudit(tx, { by, action: 'paper.export', subject })
    return (added as { id: string }).id
  })
}

/** Ends an export, on whatever process it runs. @returns false if it does not run any more */
export function cancelExport(db: Db, id: string): Promise<boolean> {
  return changeRunning(db, id, { state: 'cancelled' })
}

async function changeRunning(
  db: Db,
  id: string,
  change: { state?: ExportState; progress?: ExportProgress },
): Promise<boolean> {
  const changed = await db
    .update(paperExports)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(paperExports.id, id), eq(paperExports.state, 'running')))
    .returning({ id: paperExports.id })
  return changed.length > 0
}

/**
 * Stores the progress of an export every second while `work` runs, and its result. `work` gets a signal that aborts when
 * the export is cancelled.
 */
export async function trackExport(
  db: Db,
  { id, progress }: { id: string; progress: ExportProgress },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const cancelling = new AbortController()
  let isEnded = false
  const store = async () => {
    // After a failure, the next attempt follows in a second.
    const isRunning = await changeRunning(db, id, { progress }).catch(() => true)
    // The client may still read the end of the file.
    if (isEnded) return
    if (isRunning) storing = setTimeout(store, STORE_INTERVAL_MS)
    else cancelling.abort(new Error('The export was cancelled'))
  }
  let storing = setTimeout(store, STORE_INTERVAL_MS)
  try {
    await work(cancelling.signal).finally(() => {
      isEnded = true
      clearTimeout(storing)
    })
    await changeRunning(db, id, { state: 'done', progress })
  } catch (error) {
    await changeRunning(db, id, { state: 'failed', progress }).catch(() => {})
    throw error
  }
}
