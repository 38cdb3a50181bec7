import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { articles } from './articles.ts'
import { instant } from './instant.ts'

/** People who are named in bylines (newsroom §1). */
export const authors = pgTable(
  'authors',
  {
    /** Chosen by the client, so that retries create one person. */
    id: uuid('id').primaryKey(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    /** Plain text with line breaks. */
    biography: text('biography').notNull().default(''),
    /** The permanent address of an image of the library. */
    imageUrl: text('image_url'),
    /** https addresses. */
    links: text('links').array().notNull().default(sql`'{}'`),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('authors_slug_check', sql`char_length(${table.slug}) between 1 and 200`),
    check('authors_name_check', sql`btrim(${table.name}) <> '' and char_length(${table.name}) <= 200`),
    check('authors_biography_check', sql`char_length(${table.biography}) <= 4000`),
    check('authors_links_check', sql`cardinality(${table.links}) <= 8`),
    unique('authors_slug_key').on(table.slug),
    unique('authors_user_key').on(table.userId),
    index('authors_name_idx').on(sql`lower(${table.name})`, table.id),
  ],
)

/** The former ids of merged people, which stored bylines may contain, and the person they were merged into. */
export const mergedAuthors = pgTable(
  'merged_authors',
  {
    id: uuid('id').primaryKey(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
  },
  (table) => [index('merged_authors_author_idx').on(table.authorId)],
)

/** Plain-text bylines, such as those of feeds, and the person they name. */
export const authorAliases = pgTable(
  'author_aliases',
  {
    name: text('name').primaryKey(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
  },
  (table) => [index('author_aliases_author_idx').on(table.authorId)],
)

/** The people chosen for published articles. A trigger derives it from `articles.byline`. */
export const articleAuthors = pgTable(
  'article_authors',
  {
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    /** Null once the person is deleted; the byline keeps the name. */
    authorId: uuid('author_id').references(() => authors.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** Such as "Photographs"; empty for writers. */
    role: text('role').notNull(),
    /** When the article was published, by which lists are ordered. */
    publishedAt: instant('published_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.position] }),
    index('article_authors_latest_idx').on(
      table.authorId,
      table.publishedAt.desc().nullsFirst(),
      table.articleId.desc().nullsFirst(),
    ),
  ],
)
