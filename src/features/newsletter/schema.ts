import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/accounts/schema.ts'

/** Newsletter subscribers (spec §3). An address is one subscriber whatever its letter case. */
export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    fullName: text('full_name'),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    isActive: boolean('is_active').notNull().default(true),
    subscribedAt: timestamp('subscribed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check('newsletter_subscribers_email_check', sql`${table.email} like '%_@_%'`),
    check('newsletter_subscribers_name_check', sql`btrim(${table.fullName}) <> ''`),
    index('newsletter_subscribers_user_idx').on(table.userId).where(sql`${table.userId} is not null`),
    uniqueIndex('newsletter_subscribers_email_key').on(sql`lower(${table.email})`),
    index('newsletter_subscribers_latest_idx').on(
      table.subscribedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
)
