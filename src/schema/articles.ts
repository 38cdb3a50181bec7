import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { CATEGORIES } from '#kernel/category.ts'
import { oneOf } from '#platform/database/sql-check.ts'
import { feeds } from './feeds.ts'

/** Whose an article's text is: an editor's, a feed's, or the sample edition's. An editor who rewrites it takes it over. */
export const ARTICLE_ORIGINS = ['editor', 'feed', 'sample'] as const

/**
 * Articles (spec §3). `summary` may hold limited HTML, `content` text or HTML; both are stored raw and sanitised when
 * read. The columns after `source_name` belong to the gathering of news.
 */
export const articles = pgTable(
  'articles',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    title: text('title').notNull(),
    summary: text('summary').notNull().default(''),
    content: text('content').notNull().default(''),
    author: text('author').notNull().default(''),
    category: text('category', { enum: CATEGORIES }).notNull().default('News'),
    imageUrl: text('image_url'),
    isBreaking: boolean('is_breaking').notNull().default(false),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }),
    sourceUrl: text('source_url'),
    sourceName: text('source_name'),
    origin: text('origin', { enum: ARTICLE_ORIGINS }).notNull().default('editor'),
    /** The feed that owns the text; only its items update the article. Null when the feed is gone or an editor has taken the text over. */
    feedId: uuid('feed_id').references(() => feeds.id, { onDelete: 'set null' }),
    /** SHA-256 of the item as last gathered, so that an edited item is told from an unchanged one. */
    itemHash: text('item_hash'),
    /**
     * What a search looks at, in small letters: title, summary without its tags, author and category, parted by line feeds,
     * which no query holds. Matching it costs a tenth of matching four columns whatever their letter case.
     */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(title || E'\\n' || regexp_replace(summary, '<[^>]*>', '', 'g') || E'\\n' || author || E'\\n' || category)`,
      ),
  },
  (table) => [
    check('articles_title_check', sql`btrim(${table.title}) <> ''`),
    // An index holds it, and an entry of an index has little room.
    check('articles_author_check', sql`char_length(${table.author}) <= 200`),
    check('articles_category_check', oneOf(table.category, CATEGORIES)),
    check('articles_origin_check', oneOf(table.origin, ARTICLE_ORIGINS)),
    // PostgreSQL knows infinity and years that JavaScript and cursors cannot hold.
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
    // What stands after the order lets a search with filters pass over an entry without reading its article.
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
    index('articles_sample_idx').on(table.id).where(sql`${table.origin} = 'sample'`),
    // Without fastupdate a search never has to read a list of entries that wait for a vacuum.
    index('articles_search_idx')
      .using('gin', table.searchText.op('gin_trgm_ops'))
      .with({ fastupdate: false }),
    // For the article manager's search: a word of every summary would name all articles in the one above.
    index('articles_titles_idx')
      .using('gin', sql`lower(${table.title} || E'\\n' || ${table.author}) gin_trgm_ops`)
      .with({ fastupdate: false }),
    // For what has no three letters in a row, such as "日本", "C++" and "TV": single characters and pairs.
    index('articles_pairs_idx')
      .using('gin', sql`search_pairs(${table.searchText})`)
      .with({ fastupdate: false }),
  ],
)

/**
 * Every key (canonical link, guid, text) by which a gathered item is known. A key whose article was deleted stays
 * with a null `article_id`: a tombstone, so that the feed cannot bring the story back.
 */
export const articleIdentities = pgTable(
  'article_identities',
  {
    key: text('key').primaryKey(),
    articleId: uuid('article_id').references(() => articles.id, { onDelete: 'set null' }),
    firstSeenAt: timestamp('first_seen_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('article_identities_article_idx').on(table.articleId)],
)

/** Articles that were just deleted, whole, so that Undo brings them back as they were. Kept for a day at least. */
export const deletedArticles = pgTable(
  'deleted_articles',
  {
    id: uuid('id').primaryKey(),
    /** The row of `articles`, with the names of its columns. */
    row: jsonb('row').$type<Record<string, unknown>>().notNull(),
    /** Its keys in `article_identities`, which are tombstones now. */
    keys: text('keys').array().notNull(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('deleted_articles_age_idx').on(table.deletedAt)],
)
