import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { oneOf } from '#platform/database/sql-check.ts'
import { users } from './accounts.ts'
import { instant } from './instant.ts'

const FRONT_PUBLICATION_STATES = ['scheduled', 'done', 'cancelled'] as const

const person = (name: string) => uuid(name).references(() => users.id, { onDelete: 'set null' })

/** The curated pages (newsroom §5). The fronts are documents: see `Front` in features/front/rules/front.ts. */
export const fronts = pgTable(
  'fronts',
  {
    /** "home" or the key of a category, in lower case. */
    page: text('page').primaryKey(),
    draft: jsonb('draft').$type<object>().notNull(),
    /** The version of the draft: the number of its changes. */
    version: integer('version').notNull().default(0),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    updatedBy: person('updated_by'),
    /** The front that readers see; null while they see an automatic one. */
    publishedId: uuid('published_id').references((): AnyPgColumn => frontPublications.id),
    /** When the next pin of the published front ends. */
    pinsEndAt: instant('pins_end_at'),
  },
  (table) => [index('fronts_pins_end_idx').on(table.pinsEndAt).where(sql`${table.pinsEndAt} is not null`)],
)

/** The latest changes of each draft, to undo them. */
export const frontChanges = pgTable(
  'front_changes',
  {
    page: text('page')
      .notNull()
      .references(() => fronts.page, { onDelete: 'cascade' }),
    /** The version of the draft after the change. */
    version: integer('version').notNull(),
    change: jsonb('change').$type<object>().notNull(),
    /** The draft before the change. */
    before: jsonb('before').$type<object>().notNull(),
    isUndone: boolean('is_undone').notNull().default(false),
    by: person('by'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.page, table.version] })],
)

/** Decisions to publish a front: the history of the pages. */
export const frontPublications = pgTable(
  'front_publications',
  {
    /** Chosen by the client, so that retries publish once. */
    id: uuid('id').primaryKey(),
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    page: text('page').notNull(),
    front: jsonb('front').$type<object>().notNull(),
    state: text('state', { enum: FRONT_PUBLICATION_STATES }).notNull(),
    plannedAt: instant('planned_at').notNull(),
    finishedAt: instant('finished_at'),
    /** The publication that it undoes. */
    undoes: uuid('undoes').references((): AnyPgColumn => frontPublications.id),
    by: person('by'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('front_publications_state_check', oneOf(table.state, FRONT_PUBLICATION_STATES)),
    index('front_publications_due_idx').on(table.plannedAt).where(sql`${table.state} = 'scheduled'`),
    index('front_publications_page_idx')
      .on(table.page, table.finishedAt.desc().nullsFirst(), table.seq.desc().nullsFirst())
      .where(sql`${table.state} = 'done'`),
  ],
)

/** At most one row: what the ticker shows before the breaking articles. */
export const breakingBar = pgTable(
  'breaking_bar',
  {
    id: boolean('id').primaryKey().default(true),
    text: text('text').notNull(),
    /** A path or an http(s) URL. */
    link: text('link'),
    endsAt: instant('ends_at').notNull(),
    by: person('by'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('breaking_bar_id_check', sql`${table.id}`),
    check('breaking_bar_text_check', sql`char_length(btrim(${table.text})) between 1 and 200`),
    check('breaking_bar_link_check', sql`char_length(${table.link}) <= 2000`),
  ],
)
