import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { DRAFT_STATUSES, ENTRY_SOURCES } from '#kernel/newsroom-states.ts'
import { users } from './accounts.ts'
import { instant } from './instant.ts'

/** Each ingest adds many rows, so the text indexes add them in groups. A search reads at most 1 MB of pending ones. */
const PENDING = { fastupdate: true, gin_pending_list_limit: 1_024 }
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** One row per draft, or article without a draft. Only triggers on both tables write to it (`refresh_article_list`). */
export const articleList = pgTable(
  'article_list',
  {
    id: uuid('id').primaryKey(),
    status: text('status', { enum: DRAFT_STATUSES }).notNull(),
    category: text('category').notNull(),
    author: text('author').notNull(),
    source: text('source', { enum: ENTRY_SOURCES }).notNull(),
    ownerId: uuid('owner_id'),
    assigneeId: uuid('assignee_id'),
    listedAt: instant('listed_at').notNull(),
    editedAt: instant('edited_at'),
    dueAt: instant('due_at'),
    deletedAt: instant('deleted_at'),
    /** Headline and byline of the draft and the published article, folded for searches. */
    head: text('head').notNull(),
    /** The words of headline, byline, standfirst and text. */
    words: tsvector('words').notNull(),
    /** Hash of the texts from which `head` and `words` are computed. */
    textHash: text('text_hash').notNull(),
  },
  (table) => {
    const { status, category, author, source, ownerId, assigneeId } = table
    const listed = sql`${table.deletedAt} is null`
    const newest = () => table.listedAt.desc().nullsFirst()
    const id = () => table.id.desc().nullsFirst()
    // All filters' columns, so that scans skip rows without reading the table.
    const filters = [category, status, source, author, ownerId, assigneeId] as const
    return [
      index('article_list_latest_idx')
        .on(newest(), id(), ...filters)
        .where(listed),
      index('article_list_own_idx')
        .on(newest(), id(), ...filters)
        .where(sql`${listed} and ${source} = 'own'`),
      index('article_list_edited_idx')
        .on(table.editedAt.desc().nullsFirst(), id(), ...filters)
        .where(sql`${listed} and ${table.editedAt} is not null`),
      index('article_list_due_idx')
        .on(table.dueAt, table.id, ...filters)
        .where(sql`${listed} and ${table.dueAt} is not null`),
      index('article_list_bin_idx')
        .on(table.deletedAt.desc().nullsFirst(), id(), ...filters)
        .where(sql`${table.deletedAt} is not null`),
      index('article_list_status_idx')
        .on(status, newest(), id(), category, source, author, ownerId, assigneeId)
        .where(listed),
      index('article_list_category_idx')
        .on(category, newest(), id(), status, source, author, ownerId, assigneeId)
        .where(listed),
      index('article_list_author_idx')
        .on(author, newest(), id(), category, status, source, ownerId, assigneeId)
        .where(listed),
      index('article_list_owner_idx').on(ownerId).where(sql`${ownerId} is not null`),
      index('article_list_assignee_idx').on(assigneeId).where(sql`${assigneeId} is not null`),
      index('article_list_words_idx').using('gin', table.words).with(PENDING),
      index('article_list_head_idx').using('gin', sql`${table.head} gin_trgm_ops`).with(PENDING),
      index('article_list_bigrams_idx').using('gin', sql`search_bigrams(${table.head})`).with(PENDING),
    ]
  },
)

/** Visible to the owner only unless shared. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Parameters of the list's URL. */
    filter: jsonb('filter').$type<Record<string, string>>().notNull(),
    isShared: boolean('is_shared').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('saved_views_name_check', sql`char_length(${table.name}) between 1 and 60`),
    uniqueIndex('saved_views_name_key').on(table.ownerId, sql`lower(${table.name})`),
    index('saved_views_shared_idx').on(table.name).where(sql`${table.isShared}`),
  ],
)

/** The writing preferences of each person. Without a row, the defaults apply. */
export const writingPreferences = pgTable(
  'writing_preferences',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The byline of new articles, which may be empty; null for the account's name. */
    byline: text('byline'),
    /** Before an article is published that readers do not see. */
    asksBeforePublishing: boolean('asks_before_publishing').notNull().default(true),
  },
  (table) => [check('writing_preferences_byline_check', sql`char_length(${table.byline}) <= 200`)],
)
