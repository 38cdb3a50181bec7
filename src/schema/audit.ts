import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

/** What a change made of some fields, by the field's name. */
export type Changes = Record<string, { from: unknown; to: unknown }>

/**
 * Who changed what in the back office, and when. Names stand as they were, so that an entry outlives the account and the
 * thing that it tells of.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    actorEmail: text('actor_email').notNull(),
    /** `noun.verb`, such as `article.update`. */
    action: text('action').notNull(),
    subjectId: text('subject_id'),
    /** What it is called on the screen. */
    subject: text('subject').notNull().default(''),
    changes: jsonb('changes').$type<Changes>().notNull().default({}),
  },
  (table) => [
    check('audit_log_action_check', sql`${table.action} ~ '^[a-z]+(-[a-z]+)*\\.[a-z]+(-[a-z]+)*$'`),
    // For the days: the log is read by id, the order in which its entries came.
    index('audit_log_at_idx').on(table.at),
    index('audit_log_actor_idx').on(table.actorId, table.id.desc().nullsFirst()),
    index('audit_log_action_idx').on(table.action, table.id.desc().nullsFirst()),
  ],
)
