import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'
import { drafts } from './newsroom.ts'

/** Subjects of articles, across categories (newsroom §1). */
export const topics = pgTable(
  'topics',
  {
    /** Chosen by the client, so that retries create one topic. */
    id: uuid('id').primaryKey(),
    /** For URLs; a new name does not change it. */
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** The permanent address of an image of the library. */
    imageUrl: text('image_url'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('topics_slug_check', sql`char_length(${table.slug}) between 1 and 200`),
    check('topics_name_check', sql`btrim(${table.name}) <> '' and char_length(${table.name}) <= 80`),
    check('topics_description_check', sql`char_length(${table.description}) <= 500`),
    uniqueIndex('topics_slug_key').on(table.slug),
    uniqueIndex('topics_name_key').on(sql`lower(${table.name})`),
  ],
)

/** The topics of articles and drafts. Unlike the text, they are saved immediately. */
export const articleTopics = pgTable(
  'article_topics',
  {
    articleId: uuid('article_id')
      .notNull()
      .references(() => drafts.id, { onDelete: 'cascade' }),
    topicId: uuid('topic_id')
      .notNull()
      .references(() => topics.id, { onDelete: 'cascade' }),
    /** When the article was published, by which lists are ordered; null unless it is published. Set by triggers. */
    publishedAt: instant('published_at'),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.topicId] }),
    index('article_topics_topic_idx').on(table.topicId, table.articleId),
    index('article_topics_latest_idx')
      .on(table.topicId, table.publishedAt.desc().nullsFirst(), table.articleId.desc().nullsFirst())
      .where(sql`${table.publishedAt} is not null`),
  ],
)
