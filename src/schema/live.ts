import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { LIVE_POST_STATES } from '#kernel/newsroom-states.ts'
import { oneOf } from '#platform/database/sql-check.ts'
import { users } from './accounts.ts'
import { instant } from './instant.ts'
import { drafts } from './newsroom.ts'

/** The posts of live articles (newsroom §1). `body` is raw: sanitise when read. */
export const livePosts = pgTable(
  'live_posts',
  {
    /** Chosen by the client, so that retries publish one post. */
    id: uuid('id').primaryKey(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => drafts.id, { onDelete: 'cascade' }),
    /** The order of publication, numbered from 1 in each article; null until the post is published. */
    seq: integer('seq'),
    state: text('state', { enum: LIVE_POST_STATES }).notNull(),
    headline: text('headline').notNull().default(''),
    body: text('body').notNull(),
    byline: text('byline').notNull().default(''),
    isKey: boolean('is_key').notNull().default(false),
    /** At most one post of each article. */
    isPinned: boolean('is_pinned').notNull().default(false),
    /** Incremented by each change. */
    version: integer('version').notNull().default(1),
    by: uuid('by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    publishedAt: instant('published_at'),
    editedAt: instant('edited_at'),
    correctedAt: instant('corrected_at'),
    /** The note of the newest correction, which readers see. */
    correction: text('correction').notNull().default(''),
    withdrawnAt: instant('withdrawn_at'),
    /** The headline and the words of the text. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(headline || E'\\n' || replace(regexp_replace(regexp_replace(body, '</(p|li|h[1-6]|blockquote|td|th|figcaption)>', ' ', 'g'), '<[^>]*>', '', 'g'), '&amp;', '&'))`,
      ),
  },
  (table) => [
    check('live_posts_state_check', oneOf(table.state, LIVE_POST_STATES)),
    check(
      'live_posts_published_check',
      sql`(${table.state} = 'published') = (${table.seq} is not null and ${table.publishedAt} is not null)`,
    ),
    check(
      'live_posts_size_check',
      sql`char_length(${table.body}) <= 100000 and char_length(${table.headline}) <= 1000
        and char_length(${table.byline}) <= 1000 and char_length(${table.correction}) <= 10000`,
    ),
    uniqueIndex('live_posts_seq_key').on(table.articleId, table.seq),
    uniqueIndex('live_posts_pinned_key').on(table.articleId).where(sql`${table.isPinned}`),
    index('live_posts_key_events_idx').on(table.articleId, table.seq).where(sql`${table.isKey}`),
    index('live_posts_waiting_idx')
      .on(table.articleId, table.createdAt)
      .where(sql`${table.state} <> 'published'`),
    index('live_posts_latest_idx')
      .on(table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isShown(table)),
    index('live_posts_search_idx')
      .using('gin', sql`search_fold(${table.searchText}) gin_trgm_ops`)
      .where(isShown(table)),
    // For queries without three letters in a row.
    index('live_posts_bigrams_idx')
      .using('gin', sql`search_bigrams(search_fold(${table.searchText}))`)
      .where(isShown(table)),
    index('live_posts_uploads_idx').using('gin', uploadsOf(table.body)).where(hasUploads(table.body)),
  ],
)

/** Whether readers see the post. */
export function isShown({ state, withdrawnAt }: Record<'state' | 'withdrawnAt', SQLWrapper>): SQL {
  return sql`(${state} = 'published' and ${withdrawnAt} is null)`
}

/** The names of the uploads in a post, as `live_posts_uploads_idx` contains them. */
export function uploadsOf(body: SQLWrapper): SQL {
  return sql`upload_names('', '', ${body})`
}

/** The condition of `live_posts_uploads_idx`. */
export function hasUploads(body: SQLWrapper): SQL {
  return sql`strpos(${body}, '/storage/article-images/') > 0`
}
