import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { LIVE_STATES } from '#kernel/newsroom-states.ts'
import { oneOf } from '#platform/database/sql-check.ts'
import { categoryKey } from './categories.ts'
import { feeds } from './feeds.ts'
import { instant } from './instant.ts'

/** The origin of an article: written by an editor, ingested from a feed, or part of the sample edition. An edit changes it to `editor`. */
export const ARTICLE_ORIGINS = ['editor', 'feed', 'sample'] as const

/** Spec §3. `summary` and `content` are raw: sanitise when read. Columns after `source_name` belong to the ingest. */
export const articles = pgTable(
  'articles',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    title: text('title').notNull(),
    summary: text('summary').notNull().default(''),
    content: text('content').notNull().default(''),
    author: text('author').notNull().default(''),
    /** The people chosen for the byline, as `writeByline` (features/people) returns them; null to show `author`. */
    byline: text('byline'),
    category: categoryKey(),
    imageUrl: text('image_url'),
    /** Alternative text; empty for a decorative image, null if there is none. */
    imageAlt: text('image_alt'),
    /** The advertiser who pays for the article. */
    sponsoredBy: text('sponsored_by'),
    /** Whether it is breaking news now. */
    isBreaking: boolean('is_breaking').notNull().default(false),
    /** The end that an editor chose; null for two hours after the publication. */
    breakingUntil: instant('breaking_until'),
    /** When it stops or stopped being breaking news; null if it never was. Set by a trigger (`set_breaking_end` in migrations/). */
    breakingEndsAt: instant('breaking_ends_at'),
    publishedAt: instant('published_at').notNull().defaultNow(),
    updatedAt: instant('updated_at'),
    /** BCP 47; null for the newspaper’s language, or if the feed does not state one. */
    language: text('language'),
    /** The slug that an editor chose, as typed; null for that of the headline. */
    slug: text('slug'),
    searchTitle: text('search_title'),
    searchDescription: text('search_description'),
    socialTitle: text('social_title'),
    /** The permanent address of an image of the library. */
    socialImage: text('social_image'),
    /** The https address of a text that was first published on another site. */
    canonicalUrl: text('canonical_url'),
    /** Hidden from search engines: true or null. */
    isUnlisted: boolean('is_unlisted'),
    sourceUrl: text('source_url'),
    sourceName: text('source_name'),
    origin: text('origin', { enum: ARTICLE_ORIGINS }).notNull().default('editor'),
    /** Null once an editor changes the text. */
    feedId: uuid('feed_id').references(() => feeds.id, { onDelete: 'set null' }),
    /** SHA-256 of the feed item. */
    itemHash: text('item_hash'),
    /** False without a date in the feed item, or with a future one: `published_at` is then a guess. */
    isDated: boolean('is_dated').notNull().default(true),
    /** Null without live coverage. */
    liveState: text('live_state', { enum: LIVE_STATES }),
    /** All searched texts: ten times as fast as four case-insensitive matches. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(title || E'\\n' || regexp_replace(summary, '<[^>]*>', '', 'g') || E'\\n' || author || E'\\n' || category)`,
      ),
  },
  (table) => [
    check('articles_title_check', sql`btrim(${table.title}) <> ''`),
    // Index entries are limited in size.
    check('articles_author_check', sql`char_length(${table.author}) <= 200`),
    check('articles_sponsored_by_check', sql`char_length(${table.sponsoredBy}) between 1 and 100`),
    check('articles_language_check', sql`${table.language} ~ '^[A-Za-z0-9-]{2,35}$'`),
    check('articles_byline_check', sql`jsonb_typeof(${table.byline}::jsonb) = 'array'`),
    check('articles_live_state_check', oneOf(table.liveState, LIVE_STATES)),
    check('articles_origin_check', oneOf(table.origin, ARTICLE_ORIGINS)),
    // JavaScript cannot represent all PostgreSQL times.
    check(
      'articles_dates_check',
      sql`${table.publishedAt} between '1000-01-01' and '9999-12-31' and ${table.updatedAt} between '1000-01-01' and '9999-12-31'`,
    ),
    index('articles_latest_idx').on(table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('articles_category_latest_idx').on(
      table.category,
      table.publishedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // With the last two columns, a filtered search skips entries without reading the table.
    index('articles_breaking_idx')
      .on(table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst(), table.category, table.author)
      .where(sql`${table.isBreaking}`),
    index('articles_author_latest_idx').on(
      table.author,
      table.publishedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
      table.category,
      table.isBreaking,
    ),
    index('articles_feed_idx').on(table.feedId),
    // Which uploads readers may see.
    index('articles_uploads_idx')
      .using('gin', sql`upload_names(${table.imageUrl}, ${table.summary}, ${table.content})`)
      .where(sql`${table.origin} = 'editor' or ${table.imageUrl} like '/storage/%'`),
    index('articles_social_image_idx').on(table.socialImage).where(sql`${table.socialImage} is not null`),
    index('articles_sample_idx').on(table.id).where(sql`${table.origin} = 'sample'`),
    // Includes the filters, so that a search reads only rows that meet all conditions.
    index('articles_search_idx')
      .using(
        'gin',
        sql`search_fold(${table.searchText}) gin_trgm_ops`,
        sql`search_keys(${table.author}, ${table.category}, ${table.publishedAt}, ${table.isBreaking})`,
      )
      .with({ fastupdate: true, gin_pending_list_limit: 4_096 }),
    // For queries without three letters in a row, such as "日本", "C++" and "TV".
    index('articles_bigrams_idx')
      .using('gin', sql`search_bigrams(search_fold(${table.searchText}))`)
      .with({ fastupdate: true, gin_pending_list_limit: 2_048 }),
  ],
)

/**
 * Changes of the number of articles of each month (UTC) and category; their sum is the number. Triggers insert a row for each
 * statement, since updating totals would make transactions wait for each other.
 */
export const articleCounts = pgTable('article_counts', {
  month: date('month').notNull(),
  category: text('category').notNull(),
  /** Negative after deletions. */
  articles: integer('articles').notNull(),
})

/** Keys of ingested items. They outlive articles, so that a feed does not add a deleted one again. */
export const articleIdentities = pgTable(
  'article_identities',
  {
    key: text('key').primaryKey(),
    articleId: uuid('article_id').references(() => articles.id, { onDelete: 'set null' }),
    firstSeenAt: instant('first_seen_at').notNull().defaultNow(),
    /** The key of the item that an address was stored with; see `KeyRecord`. */
    itemKey: text('item_key'),
    itemMark: text('item_mark'),
    isShared: boolean('is_shared').notNull().default(false),
  },
  (table) => [index('article_identities_article_idx').on(table.articleId)],
)

/** Rows of articles withdrawn or in the bin, to restore them. */
export const deletedArticles = pgTable(
  'deleted_articles',
  {
    id: uuid('id').primaryKey(),
    row: jsonb('row').$type<Record<string, unknown>>().notNull(),
    /** As in `article_identities`. */
    keys: text('keys').array().notNull(),
    deletedAt: instant('deleted_at').notNull().defaultNow(),
  },
  (table) => [index('deleted_articles_age_idx').on(table.deletedAt)],
)
