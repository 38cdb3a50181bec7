import { sql } from 'drizzle-orm'
import { check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Site settings (spec §3): name and value, both text; booleans are 'true' or 'false'. */
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
      sql`${table.settingName} not in ('newsletter_enabled', 'maintenance_mode', 'prefer_www', 'adsense_enabled') or ${table.settingValue} in ('true', 'false')`,
    ),
  ],
)

/** What is done once in a database's life, such as loading the sample edition, and not again after its removal. */
export const firstStartSteps = pgTable('first_start_steps', {
  name: text('name').primaryKey(),
  doneAt: timestamp('done_at', { withTimezone: true }).notNull().defaultNow(),
})
