import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { instant } from './instant.ts'

export type Changes = Record<string, { from: unknown; to: unknown }>

/** Emails and subjects are copies, since entries outlive accounts and records. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    actorEmail: text('actor_email').notNull(),
    /** `noun.verb`, such as `article.update`. */
    action: text('action').notNull(),
    subjectId: text('subject_id'),
    subject: text('subject').notNull().default(''),
    changes: jsonb('changes').$type<Changes>().notNull().default({}),
    address: text('address'),
    /** Repeated security events are counted in one entry per key. */
    aggregateKey: text('aggregate_key').unique('audit_log_aggregate_key'),
    count: integer('count').notNull().default(1),
  },
  (table) => [
    check('audit_log_action_check', sql`${table.action} ~ '^[a-z]+(-[a-z]+)*\\.[a-z]+(-[a-z]+)*$'`),
    index('audit_log_at_idx').on(table.at),
    index('audit_log_actor_idx').on(table.actorId, table.id.desc().nullsFirst()),
    index('audit_log_action_idx').on(table.action, table.id.desc().nullsFirst()),
    index('audit_log_subject_idx').on(table.subjectId).where(sql`${table.subjectId} is not null`),
  ],
)
