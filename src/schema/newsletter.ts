import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { CAMPAIGN_STATES, DELIVERY_STATES, EMAIL_TEMPLATES } from '#kernel/campaign-states.ts'
import { oneOf } from '#platform/database/sql-check.ts'
import { users } from './accounts.ts'
import { instant } from './instant.ts'

/** Spec §3. Addresses are unique, ignoring case. */
export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    fullName: text('full_name'),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    isActive: boolean('is_active').notNull().default(true),
    /** Why somebody is inactive whom no administrator deactivated: such subscribers may come back. */
    inactiveReason: text('inactive_reason'),
    /** An inactive subscriber used the sign-up form again. */
    returnRequestedAt: instant('return_requested_at'),
    subscribedAt: instant('subscribed_at').notNull().defaultNow(),
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

/** Sent to the subscribers who are active at its start, each with a different unsubscribe link. */
export const newsletterCampaigns = pgTable(
  'newsletter_campaigns',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    template: text('template', { enum: EMAIL_TEMPLATES }).notNull(),
    subject: text('subject').notNull(),
    /** The article that the template "article" sends. It may have been withdrawn. */
    articleId: uuid('article_id'),
    /** Shown after the subject in inboxes; may be empty. */
    preview: text('preview').notNull().default(''),
    /** As it was written, for copies; emails before it was stored have none. */
    content: text('content'),
    /** Blank while it is scheduled. */
    html: text('html').notNull(),
    text: text('text').notNull(),
    state: text('state', { enum: CAMPAIGN_STATES }).notNull().default('sending'),
    /** When a scheduled campaign starts or started. */
    plannedAt: instant('planned_at'),
    /** Reason for a pause, delay or automatic cancellation. */
    failure: text('failure'),
    /** Idempotency key, such as the day of a digest. */
    period: text('period').unique(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Notifies open screens. */
    progressedAt: instant('progressed_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    check('newsletter_campaigns_subject_check', sql`btrim(${table.subject}) <> ''`),
    check('newsletter_campaigns_template_check', oneOf(table.template, EMAIL_TEMPLATES)),
    check(
      'newsletter_campaigns_article_check',
      sql`${table.template} <> 'article' or ${table.articleId} is not null`,
    ),
    check('newsletter_campaigns_state_check', oneOf(table.state, CAMPAIGN_STATES)),
    index('newsletter_campaigns_latest_idx').on(table.createdAt.desc().nullsFirst()),
    check(
      'newsletter_campaigns_schedule_check',
      sql`${table.state} <> 'scheduled' or (${table.plannedAt} is not null and ${table.content} is not null)`,
    ),
    index('newsletter_campaigns_scheduled_idx').on(table.plannedAt).where(sql`${table.state} = 'scheduled'`),
    index('newsletter_campaigns_sending_idx').on(table.createdAt).where(sql`${table.state} = 'sending'`),
  ],
)

export const newsletterDeliveries = pgTable(
  'newsletter_deliveries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => newsletterCampaigns.id, { onDelete: 'cascade' }),
    subscriberId: uuid('subscriber_id')
      .notNull()
      .references(() => newsletterSubscribers.id, { onDelete: 'cascade' }),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('queued'),
    /** Counts claims. Settling requires the current one, so that a process without it changes nothing. */
    attempts: integer('attempts').notNull().default(0),
    nextAt: instant('next_at').notNull().defaultNow(),
    settledAt: instant('settled_at'),
    reason: text('reason'),
  },
  (table) => [
    check('newsletter_deliveries_state_check', oneOf(table.state, DELIVERY_STATES)),
    uniqueIndex('newsletter_deliveries_key').on(table.campaignId, table.subscriberId),
    index('newsletter_deliveries_subscriber_idx').on(table.subscriberId),
    index('newsletter_deliveries_queued_idx')
      .on(table.campaignId, table.nextAt, table.id)
      .where(sql`${table.state} = 'queued'`),
    index('newsletter_deliveries_claimed_idx').on(table.campaignId).where(sql`${table.state} = 'claimed'`),
    index('newsletter_deliveries_state_idx').on(table.campaignId, table.state, table.id),
  ],
)
