import { desc, eq, gt } from 'drizzle-orm'
import { notifyAdministrators, siteHost, siteUrl } from '#features/accounts/server/send-email.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { backupRuns } from '#schema/backups.ts'
import { type BackupState, isBackupOverdue, overdueBackupEmail } from '../rules/overdue-backup.ts'
import { findBackupState } from './backup-runs.server.ts'

const REPEAT_MS = 86_400_000

/**
 * Emails each administrator, at most daily, if the last backup failed or is too old. Call in one process at a time,
 * after a backup was tried.
 *
 * @returns the state, if emails were sent
 */
export async function notifyOfOverdueBackup(db: Db, now: Date): Promise<BackupState | undefined> {
  const state = await findBackupState(db)
  if (!isBackupOverdue(state, now) || !(await claimNotification(db, now))) return undefined
  await notifyAdministrators(
    db,
    overdueBackupEmail(state, { host: siteHost(), dashboardUrl: siteUrl('/admin') }),
    'The notice of a missing backup',
  )
  return state
}

/** Claimed before sending, so that no email is sent twice. */
async function claimNotification(db: Db, now: Date): Promise<boolean> {
  const repeated = await db
    .select({ id: backupRuns.id })
    .from(backupRuns)
    .where(gt(backupRuns.notifiedAt, new Date(now.getTime() - REPEAT_MS)))
    .limit(1)
  const [newest] = await db
    .select({ id: backupRuns.id })
    .from(backupRuns)
    .orderBy(desc(backupRuns.startedAt))
    .limit(1)
  if (repeated.length > 0 || !newest) return false
  await db.update(backupRuns).set({ notifiedAt: now }).where(eq(backupRuns.id, newest.id))
  return true
}
