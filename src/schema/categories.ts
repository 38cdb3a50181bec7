import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { GENERAL_CATEGORY } from '#kernel/category.ts'
import { instant } from './instant.ts'

/**
 * The sections of the paper (spec §2). A category that was merged stays as a row, since revisions, steps, backups and readers' lists name
 * its key.
 */
export const categories = pgTable(
  'categories',
  {
    /** Articles, drafts, feeds and fronts refer to it. It never changes. */
    key: text('key').primaryKey(),
    name: text('name').notNull(),
    /** The address of its page. */
    slug: text('slug').notNull(),
    description: text('description').notNull().default(''),
    /** The colours of its badge on light and dark pages; null for the text colour. */
    colour: text('colour'),
    darkColour: text('dark_colour'),
    position: integer('position').notNull(),
    isInMenu: boolean('is_in_menu').notNull().default(true),
    isHidden: boolean('is_hidden').notNull().default(false),
    /** The category that has its articles now; never one that was merged itself. */
    mergedInto: text('merged_into').references((): AnyPgColumn => categories.key),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('categories_key_check', sql`btrim(${table.key}) <> '' and char_length(${table.key}) <= 60`),
    check('categories_name_check', sql`btrim(${table.name}) <> '' and char_length(${table.name}) <= 40`),
    check(
      'categories_slug_check',
      sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(${table.slug}) <= 60`,
    ),
    check('categories_description_check', sql`char_length(${table.description}) <= 300`),
    check(
      'categories_colour_check',
      sql`${table.colour} ~ '^#[0-9a-f]{6}$' and ${table.darkColour} ~ '^#[0-9a-f]{6}$' and (${table.colour} is null) = (${table.darkColour} is null)`,
    ),
    check(
      'categories_general_check',
      sql`${table.key} <> 'News' or (${table.mergedInto} is null and not ${table.isHidden})`,
    ),
    check('categories_merged_check', sql`${table.mergedInto} <> ${table.key}`),
    uniqueIndex('categories_key_key').on(sql`lower(${table.key})`),
    uniqueIndex('categories_name_key').on(sql`lower(${table.name})`).where(sql`${table.mergedInto} is null`),
    uniqueIndex('categories_slug_key').on(table.slug).where(sql`${table.mergedInto} is null`),
  ],
)

/** Returns a column with the key of a category. A trigger replaces the key of a merged one. */
export const categoryKey = () =>
  text('category')
    .notNull()
    .default(GENERAL_CATEGORY)
    .references(() => categories.key)
