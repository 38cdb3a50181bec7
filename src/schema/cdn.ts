import { sql } from 'drizzle-orm'
import { bigint, boolean, check, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/** Changes whose purges are not complete. Written by `announce_change`, in the transaction of the change. */
export const cdnPurges = pgTable('cdn_purges', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The payload of the notification. */
  change: jsonb('change').notNull(),
  createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  /** Null until a process has seen the change. */
  dueAt: instant('due_at'),
  /** How many times the purge has been sent. */
  sent: smallint('sent').notNull().default(0),
})

/** The CDN in front of the site. Without a row, changes are not recorded. */
export const cdnState = pgTable(
  'cdn_state',
  {
    id: boolean('id').primaryKey().default(true),
    /** The provider and its addresses. */
    target: text('target').notNull(),
    /** The builds of the pages that are served now and were served before. */
    build: text('build').notNull(),
    previousBuild: text('previous_build'),
    /** Set while purges fail. */
    failingSince: instant('failing_since'),
    retryAt: instant('retry_at'),
    error: text('error'),
  },
  (table) => [check('cdn_state_id_check', sql`${table.id}`)],
)
