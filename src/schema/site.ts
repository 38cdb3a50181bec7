import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/** Booleans are 'true' or 'false' (spec §3). */
export const siteSettings = pgTable(
  'site_settings',
  {
    settingName: text('setting_name').primaryKey(),
    settingValue: text('setting_value').notNull().default(''),
  },
  (table) => [
    check('site_settings_name_check', sql`btrim(${table.settingName}) <> ''`),
    check(
      'site_settings_boolean_check',
      sql`${table.settingName} not in ('newsletter_enabled', 'maintenance_mode', 'prefer_www', 'adsense_enabled', 'two_factor_required', 'feeds_full_text', 'feed_images') or ${table.settingValue} in ('true', 'false')`,
    ),
  ],
)

/** Steps that run once per database. */
export const firstStartSteps = pgTable('first_start_steps', {
  name: text('name').primaryKey(),
  doneAt: instant('done_at').notNull().defaultNow(),
})
