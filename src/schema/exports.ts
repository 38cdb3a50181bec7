import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { EXPORT_STATES, type ExportProgress } from '#kernel/export-states.ts'
import { oneOf } from '#platform/database/sql-check.ts'
import { users } from './accounts.ts'
import { instant } from './instant.ts'

/** Exports of the last days, with their progress. */
export const paperExports = pgTable(
  'exports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The name of the file. */
    name: text('name').notNull(),
    state: text('state', { enum: EXPORT_STATES }).notNull().default('running'),
    progress: jsonb('progress').$type<ExportProgress>().notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When the progress was last stored, which a running export does every second. */
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check('exports_state_check', oneOf(table.state, EXPORT_STATES)),
    index('exports_latest_idx').on(table.createdAt.desc().nullsFirst()),
  ],
)
