import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { oneOf } from '#platform/database/sql-check.ts'
import { instant } from './instant.ts'

/** `rename`: the page of an author or a topic got another address. */
const REDIRECT_ORIGINS = ['editor', 'import', 'rename'] as const

/** Former addresses. They apply only where no page is found. */
export const redirects = pgTable(
  'redirects',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** As `redirectKey` returns it. */
    fromPath: text('from_path').notNull(),
    /** A path or an https URL, encoded; null if the page was removed permanently (410). */
    target: text('target'),
    status: smallint('status').notNull().default(301),
    origin: text('origin', { enum: REDIRECT_ORIGINS }).notNull(),
    hits: bigint('hits', { mode: 'number' }).notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    // Index entries are limited in size.
    check('redirects_from_check', sql`${table.fromPath} ~ '^/.' and char_length(${table.fromPath}) <= 600`),
    check(
      'redirects_target_check',
      sql`(${table.target} is null) = (${table.status} = 410) and ${table.target} ~ '^(/($|[^/])|https://)' and char_length(${table.target}) <= 2048`,
    ),
    check('redirects_status_check', sql`${table.status} in (301, 302, 410)`),
    check('redirects_origin_check', oneOf(table.origin, REDIRECT_ORIGINS)),
    uniqueIndex('redirects_from_key').on(table.fromPath),
    // To find the redirects to an address that gets a redirect itself.
    index('redirects_target_idx').using('hash', table.target),
    index('redirects_latest_idx').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
)
