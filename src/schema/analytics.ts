import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { oneOf } from '#platform/database/sql-check.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** What figures are kept of: the whole site, or its parts by one of these. */
export const METRIC_KINDS = [
  'all',
  'path',
  'source',
  'referrer',
  'campaign',
  'device',
  'country',
  'depth',
] as const
const SPANS = ['running', 'day', 'month'] as const

/**
 * Each page that was shown to somebody, for thirty days. Nothing in it says who: `visitor` is a hash whose salt is destroyed
 * with its day (visitor_salts).
 */
export const pageViews = pgTable(
  'page_views',
  {
    /** The page's own, so that its leaving finds it. */
    id: uuid('id').primaryKey(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    visitor: uuid('visitor').notNull(),
    path: text('path').notNull(),
    /** The host that the reader came from; empty where there was none, and within the site. */
    referrer: text('referrer').notNull().default(''),
    source: text('source').notNull().default(''),
    campaign: text('campaign').notNull().default(''),
    device: text('device').notNull(),
    country: text('country').notNull().default(''),
    /** How long the page was in sight. */
    seconds: integer('seconds').notNull().default(0),
    /** How much of it was seen, in percent. */
    depth: smallint('depth').notNull().default(0),
    bookmarks: smallint('bookmarks').notNull().default(0),
    shares: smallint('shares').notNull().default(0),
    /** Its seconds, depth, bookmarks and shares as the running figures have them; null where they do not have it yet. */
    counted: integer('counted').array(),
    isCounted: boolean('is_counted')
      .notNull()
      .generatedAlwaysAs(sql`counted is not distinct from array[seconds, depth, bookmarks, shares]`),
  },
  (table) => [
    index('page_views_at_idx').on(table.at),
    index('page_views_visitor_idx').on(table.visitor),
    index('page_views_uncounted_idx').on(table.at).where(sql`not is_counted`),
  ],
)

/** What a day's visitors are hashed with (Europe/London). Once its day is over, nobody can tell any more whose hash is whose. */
export const visitorSalts = pgTable('visitor_salts', {
  day: date('day').primaryKey(),
  salt: bytes('salt').notNull(),
})

/**
 * What is kept of page views for good: sums of a day, and of a month, by what they are of. Those of a day that is not over, or
 * not rolled up yet, are "running".
 */
export const viewMetrics = pgTable(
  'view_figures',
  {
    kind: text('kind', { enum: METRIC_KINDS }).notNull(),
    span: text('span', { enum: SPANS }).notNull(),
    /** The day, or the first of the month. */
    start: date('start').notNull(),
    name: text('name').notNull(),
    views: integer('views').notNull(),
    /** A month's are those of its days together: nobody is known from one day to the next. */
    visitors: integer('visitors').notNull(),
    sessions: integer('sessions').notNull(),
    bounces: integer('bounces').notNull(),
    seconds: bigint('seconds', { mode: 'number' }).notNull(),
    /** Views of which is known how long they were in sight. */
    reads: integer('reads').notNull(),
    depth: bigint('depth', { mode: 'number' }).notNull(),
    bookmarks: integer('bookmarks').notNull(),
    shares: integer('shares').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.span, table.start, table.name] }),
    check('view_figures_kind_check', oneOf(table.kind, METRIC_KINDS)),
    check('view_figures_span_check', oneOf(table.span, SPANS)),
    check('view_figures_month_check', sql`${table.span} <> 'month' or extract(day from ${table.start}) = 1`),
  ],
)
