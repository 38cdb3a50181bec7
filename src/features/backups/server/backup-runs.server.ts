import { and, between, desc, eq, isNotNull, lt, lte } from 'drizzle-orm'
import { notifyAdministrators, siteHost, siteUrl } from '#features/accounts/server/send-email.server.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import type { Db } from '#platform/database/db.server.ts'
import { backupRuns } from '#schema/backups.ts'
import { type BackupState, isBackupOverdue, overdueBackupEmail } from '../rules/overdue-backup.ts'

export const BACKUP_RUN_RETENTION_DAYS = 400
const MAX_ERROR_LENGTH = 500

/** Includes all processes and the command line. Ignores runs in the future, from before the clock was corrected, which would hide failures. */
export async function findBackupState(db: Db, now: Date): Promise<BackupState> {
  const isPast = lte(backupRuns.startedAt, now)
  const [[newest], [complete]] = await Promise.all([
    db.select().from(backupRuns).where(isPast).orderBy(desc(backupRuns.startedAt)).limit(1),
    db
      .select()
      .from(backupRuns)
      .where(and(isPast, isNotNull(backupRuns.file)))
      .orderBy(desc(backupRuns.startedAt))
      .limit(1),
  ])
  return { lastBackupAt: complete?.startedAt.toISOString() ?? null, error: newest?.error ?? null }
}

/** The age of the newest complete backup in seconds; NaN if there is none. */
export async function findBackupAge(db: Db, now: Date): Promise<number> {
  const { lastBackupAt } = await findBackupState(db, now)
  return lastBackupAt === null ? Number.NaN : (now.getTime() - Date.parse(lastBackupAt)) / 1_000
}

/**
 * Records a backup outside the nightly runs. Failures of such backups are not recorded, since they would count as
 * failures of nightly runs.
 */
export async function addCompleteBackup(
  db: Db,
  backup: { file: string; bytes: number; startedAt: Date },
): Promise<void> {
  await db.insert(backupRuns).values({ id: crypto.randomUUID(), finishedAt: new Date(), ...backup })
}

/**
 * Records the outcome of `make`. An aborted run is removed.
 *
 * @throws what `make` throws
 */
export async function recordRun<T extends { file: string; bytes: number }>(
  db: Db,
  make: () => Promise<T>,
  { startedAt, signal }: { startedAt: Date; signal: AbortSignal },
): Promise<T> {
  const id = crypto.randomUUID()
  const run = eq(backupRuns.id, id)
  await db
    .delete(backupRuns)
    .where(lt(backupRuns.startedAt, new Date(startedAt.getTime() - BACKUP_RUN_RETENTION_DAYS * DAY_MS)))
  await db.insert(backupRuns).values({ id, startedAt })
  try {
    const made = await make()
    await db.update(backupRuns).set({ file: made.file, bytes: made.bytes, finishedAt: new Date() }).where(run)
    return made
  } catch (error) {
    const message = (error as Error).message.slice(0, MAX_ERROR_LENGTH)
    if (signal.aborted) await db.delete(backupRuns).where(run)
    else await db.update(backupRuns).set({ error: message, finishedAt: new Date() }).where(run)
    throw error
  }
}

const REPEAT_MS = DAY_MS

/**
 * Emails each administrator, at most daily. Call in one process at a time, after a backup was tried.
 *
 * @returns the state, if emails were sent
 */
export async function notifyOfOverdueBackup(db: Db, now: Date): Promise<BackupState | undefined> {
  const state = await findBackupState(db, now)
  if (!isBackupOverdue(state, now) || !(await claimNotification(db, now))) return undefined
  await notifyAdministrators(
    db,
    overdueBackupEmail(state, { host: siteHost(), dashboardUrl: siteUrl('/admin') }),
    'The notice of a missing backup',
  )
  return state
}

/** Called before sending, so that no email is sent twice. */
async function claimNotification(db: Db, now: Date): Promise<boolean> {
  const repeated = await db
    .select({ id: backupRuns.id })
    .from(backupRuns)
    .where(between(backupRuns.notifiedAt, new Date(now.getTime() - REPEAT_MS + 1), now))
    .limit(1)
  const [newest] = await db
    .select({ id: backupRuns.id })
    .from(backupRuns)
    .where(lte(backupRuns.startedAt, now))
    .orderBy(desc(backupRuns.startedAt))
    .limit(1)
  if (repeated.length > 0 || !newest) return false
  await db.update(backupRuns).set({ notifiedAt: now }).where(eq(backupRuns.id, newest.id))
  return true
}
