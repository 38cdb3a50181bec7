import { sql } from 'drizzle-orm'
import { check, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/** Phrases of the reader area that the newspaper has replaced (growth §1). */
export const phrases = pgTable(
  'phrases',
  {
    /** ISO 639. */
    language: text('language').notNull(),
    /** The key of the phrase in the catalogues. */
    english: text('english').notNull(),
    /** By plural category (CLDR); a phrase without a number has the form "other" only. */
    forms: jsonb('forms').$type<Partial<Record<Intl.LDMLPluralRule, string>>>().notNull(),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.language, table.english] }),
    check('phrases_language_check', sql`${table.language} ~ '^[a-z]{2}$'`),
    check('phrases_english_check', sql`char_length(${table.english}) between 1 and 1000`),
    check(
      'phrases_forms_check',
      sql`jsonb_typeof(${table.forms}) = 'object' and octet_length(${table.forms}::text) <= 16000`,
    ),
  ],
)
