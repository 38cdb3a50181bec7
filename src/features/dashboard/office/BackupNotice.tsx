import { formatDayAndTime } from '#kernel/dates.ts'
import type { BackupSummary } from '../server/dashboard.server.ts'

export function BackupNotice({ backup: { lastBackupAt, error } }: { backup: BackupSummary }) {
  return (
    <aside aria-label="Backup" className="border border-s-4 border-danger bg-paper p-4 text-14">
      <p>
        <strong className="font-semibold">
          {lastBackupAt
            ? `The last backup was made on ${formatDayAndTime(lastBackupAt)}.`
            : 'There is no backup.'}
        </strong>{' '}
        <span className="text-muted">Check BACKUP_TO and the log of the server.</span>
      </p>
      {error && <p className="pt-1 wrap-anywhere text-muted">The last attempt failed: {error}</p>}
    </aside>
  )
}
