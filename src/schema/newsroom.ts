import { type SQLWrapper, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  CORRECTION_KINDS,
  DRAFT_STATUSES,
  LIVE_STATES,
  PUBLICATION_KINDS,
  PUBLICATION_STATES,
  REVIEW_KINDS,
  REVISION_KINDS,
  UPDATE_KINDS,
} from '#kernel/newsroom-states.ts'
import { oneOf } from '#platform/database/sql-check.ts'
import { users } from './accounts.ts'
import { feeds } from './feeds.ts'
import { instant } from './instant.ts'
import { storedSteps } from './stored-steps.ts'

const person = (name: string) => uuid(name).references(() => users.id, { onDelete: 'set null' })
const draftId = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => drafts.id, { onDelete: 'cascade' })

/** The order of decisions, independent of clocks. */
const seq = () => bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity()

/** The article form; its digest shows unpublished changes. */
const storedFields = () => ({
  fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
  formHash: text('form_hash').notNull().generatedAlwaysAs(sql`form_hash(fields)`),
})

/** The working copy of an article, published or not (newsroom §1). A feed article has a draft once an editor has saved it. */
export const drafts = pgTable(
  'drafts',
  {
    /** Also the id of its article. */
    id: uuid('id').primaryKey(),
    ...storedFields(),
    title: text('title').notNull().generatedAlwaysAs(sql`fields ->> 'title'`),
    author: text('author').notNull().generatedAlwaysAs(sql`fields ->> 'author'`),
    category: text('category').notNull().generatedAlwaysAs(sql`fields ->> 'category'`),
    lastRevision: integer('last_revision').notNull().default(0),
    ownerId: person('owner_id'),
    /** Null for articles of feeds and commands. */
    createdBy: person('created_by'),
    assigneeId: person('assignee_id'),
    dueAt: instant('due_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    updatedBy: person('updated_by'),
    /** Version of the document: the number of its batches in `draft_steps`. */
    version: integer('version').notNull().default(0),
    /** Since the newest revision. */
    editedBy: uuid('edited_by').array().notNull().default([]),
    /** Moved to the bin, from which it can be restored for 30 days. */
    deletedAt: instant('deleted_at'),
    deletedBy: person('deleted_by'),
    /** The state of its live coverage; null without. Like the assignee, saved at once, and copied to the article. */
    liveState: text('live_state', { enum: LIVE_STATES }),
    /** Derived by triggers from revisions, reviews and publications, as are the next two, for lists (rules/draft-status.ts). */
    status: text('status', { enum: DRAFT_STATUSES }).notNull().default('draft'),
    isPublished: boolean('is_published').notNull().default(false),
    /** Publication of a published article, otherwise last edit. */
    listedAt: instant('listed_at').notNull().defaultNow(),
  },
  (table) => [
    check('drafts_status_check', oneOf(table.status, DRAFT_STATUSES)),
    check('drafts_live_state_check', oneOf(table.liveState, LIVE_STATES)),
    check('drafts_author_check', sql`char_length(${table.author}) <= 200`),
    index('drafts_status_idx')
      .on(table.status, table.listedAt.desc().nullsFirst(), table.id.desc().nullsFirst(), table.category)
      .where(sql`${table.deletedAt} is null`),
    index('drafts_owner_idx')
      .on(table.ownerId, table.updatedAt.desc().nullsFirst())
      .where(sql`${table.status} <> 'published' and ${table.deletedAt} is null`),
    index('drafts_assignee_idx').on(table.assigneeId).where(sql`${table.assigneeId} is not null`),
    index('drafts_due_idx').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('drafts_bin_idx')
      .on(table.deletedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.deletedAt} is not null`),
    // Where an image of the library is used.
    index('drafts_uploads_idx')
      .using(
        'gin',
        sql`upload_names(${table.fields} ->> 'imageUrl', ${table.fields} ->> 'summary', ${table.fields} ->> 'content')`,
      )
      .where(sql`strpos(${table.fields}::text, '/storage/article-images/') > 0`),
    index('drafts_social_image_idx')
      .on(sql`(${table.fields} ->> 'socialImage')`)
      .where(sql`${table.fields} ->> 'socialImage' is not null`),
    index('drafts_live_idx')
      .on(table.liveState, table.updatedAt.desc().nullsFirst())
      .where(sql`${table.liveState} is not null`),
    index('drafts_unrevised_idx').on(table.updatedAt).where(sql`cardinality(${table.editedBy}) > 0`),
  ],
)

/** The history of a document: batches of ProseMirror steps in their order, numbered from 1 without gaps. */
export const draftSteps = pgTable(
  'draft_steps',
  {
    draftId: draftId('draft_id'),
    /** The version of the document after the batch. */
    version: integer('version').notNull(),
    /** The steps as applied, without those whose passage no longer existed. */
    steps: storedSteps('steps').notNull(),
    /** The words of steps whose passage no longer existed. */
    lost: text('lost'),
    /** The version that its author had when making the first step. */
    seen: integer('seen').notNull(),
    /** Chosen by the client, for each document it opens. */
    client: text('client').notNull(),
    /** Numbered from 1 by the client of an account, so that a retry is stored once. */
    batch: integer('batch').notNull(),
    by: person('by'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.draftId, table.version] }),
    // A row is stored for each key, in the order of time.
    index('draft_steps_at_idx').using('brin', table.at),
  ],
)

/** Documents at some versions, from which the others are derived. The first one is made from `fields`. */
export const draftSnapshots = pgTable(
  'draft_snapshots',
  {
    draftId: draftId('draft_id'),
    version: integer('version').notNull(),
    document: jsonb('document').$type<object>().notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.draftId, table.version] })],
)

/** Append-only; numbered from 1 in each draft. */
export const revisions = pgTable(
  'revisions',
  {
    articleId: draftId('article_id'),
    number: integer('number').notNull(),
    kind: text('kind', { enum: REVISION_KINDS }).notNull(),
    ...storedFields(),
    by: person('by'),
    at: instant('at').notNull().defaultNow(),
    note: text('note').notNull().default(''),
    editedBy: uuid('edited_by').array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.number] }),
    check('revisions_kind_check', oneOf(table.kind, REVISION_KINDS)),
    check('revisions_number_check', sql`${table.number} > 0`),
  ],
)

/** Append-only. The newest review of an article is in effect, for its revision only. */
export const reviews = pgTable(
  'reviews',
  {
    id: uuid('id').primaryKey(),
    seq: seq(),
    articleId: draftId('article_id'),
    revision: integer('revision').notNull(),
    kind: text('kind', { enum: REVIEW_KINDS }).notNull(),
    by: person('by'),
    at: instant('at').notNull().defaultNow(),
    note: text('note').notNull().default(''),
    /** Submitted or approved with the text, to be published with it. */
    correctionKind: text('correction_kind', { enum: CORRECTION_KINDS }),
    correctionText: text('correction_text').notNull().default(''),
  },
  (table) => [
    check('reviews_correction_kind_check', oneOf(table.correctionKind, CORRECTION_KINDS)),
    check('reviews_kind_check', oneOf(table.kind, REVIEW_KINDS)),
    foreignKey({
      name: 'reviews_revision_fk',
      columns: [table.articleId, table.revision],
      foreignColumns: [revisions.articleId, revisions.number],
    }).onDelete('cascade'),
    index('reviews_article_idx').on(table.articleId, table.seq),
  ],
)

/** Feed items that wait for a decision: publish or delete the draft (decision 35). */
export const heldItems = pgTable(
  'held_items',
  {
    articleId: uuid('article_id')
      .primaryKey()
      .references(() => drafts.id, { onDelete: 'cascade' }),
    feedId: uuid('feed_id').references(() => feeds.id, { onDelete: 'set null' }),
    /** Identity keys, which have no article in `article_identities` until the item is published. */
    keys: text('keys').array().notNull(),
    /** Hash of the newest item, as `articles.item_hash`. */
    itemHash: text('item_hash').notNull(),
    /** With the text of the newest item; null if unused, since somebody had edited the draft. */
    revision: integer('revision'),
    /** From the newest item, suggested as topics. */
    topics: text('topics').array().notNull().default([]),
  },
  (table) => [
    index('held_items_feed_idx').on(table.feedId),
    index('held_items_keys_idx').using('gin', table.keys),
  ],
)

/** The newest text of a feed for an article, or a held item, whose text editors have changed, or which the publisher has deleted. */
export const feedVersions = pgTable(
  'feed_versions',
  {
    articleId: uuid('article_id')
      .primaryKey()
      .references(() => drafts.id, { onDelete: 'cascade' }),
    feedId: uuid('feed_id')
      .notNull()
      .references(() => feeds.id, { onDelete: 'cascade' }),
    /** Hash of the newest item, as `articles.item_hash`. */
    itemHash: text('item_hash').notNull(),
    /** The article form; only the text is the feed's. */
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    /** The text, or the deletion, awaits a decision. */
    isOffered: boolean('is_offered').notNull(),
    at: instant('at').notNull(),
    /** The publisher has deleted the item. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [index('feed_versions_feed_idx').on(table.feedId)],
)

/** Includes open publications that are not late yet: an index condition cannot contain the current time. */
export const isLateAndUnnotified = (
  table: Record<'state' | 'plannedAt' | 'finishedAt' | 'lateNotifiedAt', SQLWrapper>,
) =>
  sql`${table.lateNotifiedAt} is null and ${table.state} <> 'cancelled' and (${table.finishedAt} is null or ${table.finishedAt} - ${table.plannedAt} > interval '1 minute')`

/** Decisions to publish or withdraw. */
export const publications = pgTable(
  'publications',
  {
    id: uuid('id').primaryKey(),
    seq: seq(),
    articleId: draftId('article_id'),
    kind: text('kind', { enum: PUBLICATION_KINDS }).notNull(),
    /** Null for a withdrawal. */
    revision: integer('revision'),
    updateKind: text('update_kind', { enum: UPDATE_KINDS }),
    state: text('state', { enum: PUBLICATION_STATES }).notNull(),
    plannedAt: instant('planned_at').notNull(),
    finishedAt: instant('finished_at'),
    by: person('by'),
    approvedBy: person('approved_by'),
    /** Failed attempts of a scheduled publication. */
    attempts: integer('attempts').notNull().default(0),
    /** After `planned_at` if an attempt has failed. */
    nextAttemptAt: instant('next_attempt_at'),
    failure: text('failure'),
    /** Administrators are notified once that it is late. */
    lateNotifiedAt: instant('late_notified_at'),
    /** Public: the reason of a withdrawal, or the text of a correction. */
    reason: text('reason').notNull().default(''),
    correctionKind: text('correction_kind', { enum: CORRECTION_KINDS }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('publications_kind_check', oneOf(table.kind, PUBLICATION_KINDS)),
    check('publications_state_check', oneOf(table.state, PUBLICATION_STATES)),
    check('publications_update_kind_check', oneOf(table.updateKind, UPDATE_KINDS)),
    check('publications_correction_kind_check', oneOf(table.correctionKind, CORRECTION_KINDS)),
    check('publications_revision_check', sql`(${table.kind} = 'withdraw') = (${table.revision} is null)`),
    foreignKey({
      name: 'publications_revision_fk',
      columns: [table.articleId, table.revision],
      foreignColumns: [revisions.articleId, revisions.number],
    }),
    uniqueIndex('publications_scheduled_key')
      .on(table.articleId, table.kind)
      .where(sql`${table.state} = 'scheduled'`),
    index('publications_due_idx').on(table.nextAttemptAt).where(sql`${table.state} = 'scheduled'`),
    index('publications_open_idx').on(table.plannedAt).where(sql`${table.state} in ('scheduled', 'failed')`),
    index('publications_unnotified_idx')
      .on(table.plannedAt)
      .where(sql`${isLateAndUnnotified(table)}`),
    index('publications_article_idx').on(table.articleId, table.seq),
  ],
)

/** Show a draft to people without an account until they expire. Revoked ones are deleted. */
export const previewLinks = pgTable(
  'preview_links',
  {
    id: uuid('id').primaryKey(),
    articleId: draftId('article_id'),
    /** SHA-256 of the token in the URL. */
    tokenHash: text('token_hash').notNull().unique('preview_links_token_key'),
    createdBy: person('created_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('preview_links_article_idx').on(table.articleId)],
)

/** Public notes on published articles. */
export const corrections = pgTable(
  'corrections',
  {
    id: uuid('id').primaryKey(),
    articleId: draftId('article_id'),
    kind: text('kind', { enum: CORRECTION_KINDS }).notNull(),
    text: text('text').notNull(),
    at: instant('at').notNull().defaultNow(),
    by: person('by'),
  },
  (table) => [
    check('corrections_kind_check', oneOf(table.kind, CORRECTION_KINDS)),
    check('corrections_text_check', sql`btrim(${table.text}) <> ''`),
    index('corrections_article_idx').on(table.articleId, table.at.desc().nullsFirst()),
    index('corrections_latest_idx').on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
)
