import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { INBOX_KINDS } from '#kernel/newsroom-states.ts'
import { oneOf } from '#platform/database/sql-check.ts'
import { users } from './accounts.ts'
import { instant } from './instant.ts'
import { drafts } from './newsroom.ts'

const draftId = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => drafts.id, { onDelete: 'cascade' })

/** The ends of a passage in the document of this version. */
export type NoteAnchor = { version: number; from: number; to: number }

/** On an article or a passage of it, with replies. Readers never see them. */
export const notes = pgTable(
  'notes',
  {
    /** Chosen by the client, so that retries add one note. */
    id: uuid('id').primaryKey(),
    articleId: draftId('article_id'),
    parentId: uuid('parent_id').references((): AnyPgColumn => notes.id, { onDelete: 'cascade' }),
    /** Null for the whole article, and for replies. */
    anchor: jsonb('anchor').$type<NoteAnchor>(),
    quote: text('quote'),
    text: text('text').notNull(),
    by: uuid('by').references(() => users.id, { onDelete: 'set null' }),
    at: instant('at').notNull().defaultNow(),
    editedAt: instant('edited_at'),
    /** Can prevent publication while open (rules/publish-check.ts). */
    isBlocking: boolean('is_blocking').notNull().default(false),
    resolvedAt: instant('resolved_at'),
    resolvedBy: uuid('resolved_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    check('notes_text_check', sql`btrim(${table.text}) <> '' and char_length(${table.text}) <= 5000`),
    check('notes_quote_check', sql`char_length(${table.quote}) <= 1000`),
    check(
      'notes_reply_check',
      sql`${table.parentId} is null or (${table.anchor} is null and ${table.quote} is null and not ${table.isBlocking} and ${table.resolvedAt} is null)`,
    ),
    index('notes_article_idx').on(table.articleId, table.at),
    index('notes_parent_idx').on(table.parentId).where(sql`${table.parentId} is not null`),
  ],
)

/** One row per person, kind, article and note, unread again when the event recurs. */
export const inboxItems = pgTable(
  'inbox_items',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: INBOX_KINDS }).notNull(),
    articleId: draftId('article_id'),
    /** The note that mentions the person or replies to them; null for other kinds. */
    noteId: uuid('note_id').references(() => notes.id, { onDelete: 'cascade' }),
    by: uuid('by').references(() => users.id, { onDelete: 'set null' }),
    at: instant('at').notNull().defaultNow(),
    readAt: instant('read_at'),
  },
  (table) => [
    check('inbox_items_kind_check', oneOf(table.kind, INBOX_KINDS)),
    unique('inbox_items_key')
      .on(table.recipientId, table.articleId, table.kind, table.noteId)
      .nullsNotDistinct(),
    index('inbox_items_recipient_idx').on(
      table.recipientId,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('inbox_items_unread_idx').on(table.recipientId).where(sql`${table.readAt} is null`),
    index('inbox_items_at_idx').on(table.at),
    index('inbox_items_article_idx').on(table.articleId),
    index('inbox_items_note_idx').on(table.noteId).where(sql`${table.noteId} is not null`),
  ],
)
