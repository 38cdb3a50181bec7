import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { NEW_ARTICLES } from '#kernel/newsroom-states.ts'
import { oneOf } from '#platform/database/sql-check.ts'
import { categoryKey } from './categories.ts'
import { instant } from './instant.ts'

/** `etag` and `last_modified` are stored verbatim (RFC 9110 §13.1). */
export const feeds = pgTable(
  'feeds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    url: text('url').notNull().unique('feeds_url_key'),
    title: text('title').notNull().default(''),
    /** The source on articles, as an editor entered it; empty for the detected one. */
    publisher: text('publisher').notNull().default(''),
    /** Null until the website was requested. */
    detectedPublisher: text('detected_publisher'),
    /** Request the pages of items that have only a summary. */
    fullText: boolean('full_text').notNull().default(false),
    newArticles: text('new_articles', { enum: NEW_ARTICLES }).notNull().default('publish'),
    category: categoryKey(),
    enabled: boolean('enabled').notNull().default(true),
    etag: text('etag'),
    lastModified: text('last_modified'),
    nextCheckAt: instant('next_check_at').notNull().defaultNow(),
    lastCheckedAt: instant('last_checked_at'),
    lastSuccessAt: instant('last_success_at'),
    failureCount: integer('failure_count').notNull().default(0),
    lastError: text('last_error'),
    /** Such as "damaged, 12 items read: line 40: unclosed tag: rss"; null if the last document was well-formed. */
    damage: text('damage'),
    /** Target of permanent redirects, and how many successive fetches had it. */
    movedTo: text('moved_to'),
    movedCount: integer('moved_count').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('feeds_url_check', sql`${table.url} ~* '^https?://'`),
    check('feeds_new_articles_check', oneOf(table.newArticles, NEW_ARTICLES)),
    check('feeds_failure_count_check', sql`${table.failureCount} >= 0`),
    index('feeds_due_idx').on(table.nextCheckAt).where(sql`${table.enabled}`),
  ],
)

/** Runs that take longer than the response to their request. */
export const ingestRuns = pgTable(
  'ingest_runs',
  {
    id: uuid('id').primaryKey(),
    startedAt: instant('started_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
    /** Counts and errors; null if failed. */
    report: jsonb('report').$type<Record<string, unknown>>(),
  },
  (table) => [index('ingest_runs_age_idx').on(table.startedAt)],
)
