import { type PlainEmail, writePlainEmail } from '#kernel/text/plain-email.ts'
import { HOUR_MS } from '#kernel/time/durations.ts'
import { formatWithZone } from '#kernel/time/zoned-time.ts'

/** One day, and 12 hours more for a backup that takes long or is retried. */
const MAX_AGE_MS = 36 * HOUR_MS

/** Times are ISO 8601. */
export type BackupState = {
  /** The start of the newest complete backup: its content is of this time. */
  lastBackupAt: string | null
  /** Why the newest run failed, if it did. */
  error: string | null
}

export function isBackupOverdue({ lastBackupAt, error }: BackupState, now: Date): boolean {
  return error !== null || lastBackupAt === null || now.getTime() - Date.parse(lastBackupAt) > MAX_AGE_MS
}

export function overdueBackupEmail(
  { lastBackupAt, error }: BackupState,
  { host, dashboardUrl }: { host: string; dashboardUrl: string },
): PlainEmail {
  const last = lastBackupAt && formatWithZone(new Date(lastBackupAt))
  return writePlainEmail(last ? `No backup of ${host} since ${last}` : `There is no backup of ${host}`, [
    last ? `The last complete backup was made on ${last}.` : 'No backup has been completed.',
    ...(error === null ? [] : [`The last attempt failed: ${error}`]),
    'Backups are made each night. Check BACKUP_TO and the log of the server.',
    { link: dashboardUrl },
  ])
}
