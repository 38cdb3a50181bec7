import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/** Metadata of embeds in articles, by address, as providers returned it. Kept when the original is removed. */
export const embeds = pgTable(
  'embeds',
  {
    /** Canonical (rules/embed-providers.ts). */
    address: text('address').primaryKey(),
    provider: text('provider').notNull(),
    title: text('title').notNull(),
    author: text('author').notNull(),
    /** Quotes a post. */
    text: text('text').notNull(),
    /** A copy in `/storage/article-images/`. */
    imageUrl: text('image_url'),
    imageWidth: integer('image_width'),
    imageHeight: integer('image_height'),
    fetchedAt: instant('fetched_at').notNull(),
  },
  (table) => [
    check(
      'embeds_address_check',
      sql`${table.address} ~ '^https://' and char_length(${table.address}) <= 2048`,
    ),
    check(
      'embeds_length_check',
      sql`char_length(${table.title}) <= 300 and char_length(${table.author}) <= 200 and char_length(${table.text}) <= 2000`,
    ),
    check(
      'embeds_image_check',
      sql`num_nulls(${table.imageUrl}, ${table.imageWidth}, ${table.imageHeight}) in (0, 3) and ${table.imageUrl} ~ '^/storage/article-images/'`,
    ),
  ],
)
