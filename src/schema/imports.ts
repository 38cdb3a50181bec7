import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { IMPORT_FORMATS, IMPORT_RESULTS, IMPORT_STATES, IMPORTED_KINDS } from '#kernel/import-states.ts'
import { oneOf } from '#platform/database/sql-check.ts'
import { users } from './accounts.ts'
import { instant } from './instant.ts'

/** Exports of other systems, read once each. */
export const imports = pgTable(
  'imports',
  {
    /** Chosen by the client, so that a retry adds one. */
    id: uuid('id').primaryKey(),
    /** The name of the file. */
    name: text('name').notNull(),
    /** The path of the file on the server. */
    path: text('path').notNull(),
    /** Null until the file has been recognised. */
    format: text('format', { enum: IMPORT_FORMATS }),
    /** Identifies the exported paper, so that a later export updates what an earlier one added. */
    source: text('source'),
    options: jsonb('options').$type<object>().notNull(),
    state: text('state', { enum: IMPORT_STATES }).notNull(),
    /** The result of the dry run; null before it ends. */
    report: jsonb('report').$type<object>(),
    /** The items that the dry run has counted. */
    total: integer('total').notNull().default(0),
    /** Why it stopped. */
    failure: text('failure'),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    check('imports_state_check', oneOf(table.state, IMPORT_STATES)),
    check('imports_format_check', oneOf(table.format, IMPORT_FORMATS)),
    index('imports_latest_idx').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('imports_active_idx').on(table.createdAt).where(sql`${table.state} in ('checking', 'running')`),
  ],
)

/** The ledger of imports, with the result of each item of a source. */
export const importItems = pgTable(
  'import_items',
  {
    source: text('source').notNull(),
    kind: text('kind', { enum: IMPORTED_KINDS }).notNull(),
    key: text('key').notNull(),
    /** The latest import that decided about it. */
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    result: text('result', { enum: IMPORT_RESULTS }).notNull(),
    /** SHA-256 of the item as it was last imported; for a file, of its bytes. */
    hash: text('hash').notNull(),
    /** The hash of what was stored, to detect later edits. */
    storedHash: text('stored_hash'),
    /** The id of the article, person, topic or file; null for a refused item. */
    ourId: uuid('our_id'),
    title: text('title').notNull().default(''),
    /** The differences from the source, or the reasons for a refusal. */
    notes: text('notes').array().notNull().default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.kind, table.key] }),
    check('import_items_kind_check', oneOf(table.kind, IMPORTED_KINDS)),
    check('import_items_result_check', oneOf(table.result, IMPORT_RESULTS)),
    // Index entries are limited in size.
    check('import_items_key_check', sql`char_length(${table.key}) between 1 and 200`),
    check('import_items_source_check', sql`char_length(${table.source}) between 1 and 300`),
    index('import_items_import_idx').on(table.importId, table.kind, table.result),
    index('import_items_noted_idx').on(table.importId).where(sql`${table.notes} <> '{}'`),
    index('import_items_files_idx').on(table.source, table.hash).where(sql`${table.kind} = 'file'`),
  ],
)
