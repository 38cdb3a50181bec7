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
  uuid,
} from 'drizzle-orm/pg-core'
import { oneOf } from '#platform/database/sql-check.ts'
import { instant } from './instant.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** `all` is the whole site. */
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
/** The hours that lists of the most read articles cover. */
export const MOST_READ_HOURS = [1, 24] as const
const SPANS = ['running', 'day', 'month'] as const

/** Stored for 30 days. `visitor` is a hash with a daily salt. */
export const pageViews = pgTable(
  'page_views',
  {
    /** Chosen by the page, for later beacons. */
    id: uuid('id').primaryKey(),
    at: instant('at').notNull(),
    visitor: uuid('visitor').notNull(),
    path: text('path').notNull(),
    /** Empty for direct and internal visits. */
    referrer: text('referrer').notNull().default(''),
    source: text('source').notNull().default(''),
    campaign: text('campaign').notNull().default(''),
    device: text('device').notNull(),
    country: text('country').notNull().default(''),
    seconds: integer('seconds').notNull().default(0),
    /** Scroll depth in percent. */
    depth: smallint('depth').notNull().default(0),
    bookmarks: smallint('bookmarks').notNull().default(0),
    shares: smallint('shares').notNull().default(0),
    /** Seconds, depth, bookmarks and shares that `view_metrics` includes already. */
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

/** By day. Deleting a salt after its day makes the hashes anonymous. */
export const visitorSalts = pgTable('visitor_salts', {
  day: date('day').primaryKey(),
  salt: bytes('salt').notNull(),
})

/** Counts by day and month. Days that are not over have the span "running". */
export const viewMetrics = pgTable(
  'view_metrics',
  {
    kind: text('kind', { enum: METRIC_KINDS }).notNull(),
    span: text('span', { enum: SPANS }).notNull(),
    start: date('start').notNull(),
    name: text('name').notNull(),
    views: integer('views').notNull(),
    /** For a month, the sum of its days. */
    visitors: integer('visitors').notNull(),
    sessions: integer('sessions').notNull(),
    bounces: integer('bounces').notNull(),
    seconds: bigint('seconds', { mode: 'number' }).notNull(),
    /** Views with a known duration. */
    reads: integer('reads').notNull(),
    depth: bigint('depth', { mode: 'number' }).notNull(),
    bookmarks: integer('bookmarks').notNull(),
    shares: integer('shares').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.span, table.start, table.name] }),
    check('view_metrics_kind_check', oneOf(table.kind, METRIC_KINDS)),
    check('view_metrics_span_check', oneOf(table.span, SPANS)),
    check('view_metrics_month_check', sql`${table.span} <> 'month' or extract(day from ${table.start}) = 1`),
  ],
)

/**
 * The most read articles, ranked by a job. No foreign key: the job and a withdrawal would wait for each other. Lists
 * leave out articles that are no longer published.
 */
export const mostRead = pgTable(
  'most_read',
  {
    hours: smallint('hours').$type<(typeof MOST_READ_HOURS)[number]>().notNull(),
    /** From 1. */
    place: smallint('place').notNull(),
    articleId: uuid('article_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hours, table.place] }),
    check('most_read_hours_check', sql`${table.hours} in (1, 24)`),
  ],
)
