import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/** Attempts. Those whose process was killed have no end. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: uuid('id').primaryKey(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
    /** Set once the backup is complete. */
    file: text('file'),
    bytes: bigint('bytes', { mode: 'number' }),
    /** Shown to administrators. */
    error: text('error'),
    /** When the email about this run was sent. */
    notifiedAt: instant('notified_at'),
  },
  (table) => [index('backup_runs_age_idx').on(table.startedAt)],
)
