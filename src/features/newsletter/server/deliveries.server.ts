import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import type { GuardedPool } from '#platform/database/guarded-pool.server.ts'
import { newsletterCampaigns } from '#schema/newsletter.ts'
import { siteSettings } from '#schema/site.ts'
import { articleWithdrawn } from '../rules/messages.ts'

export type Claim = {
  id: number
  attempts: number
  subscriberId: string
  email: string
  isActive: boolean
}

export type CampaignContent = { campaignId: string; subject: string; html: string; text: string }

/** `queued` schedules a retry after `delaySeconds`. */
export type Settlement =
  | { state: 'sent' }
  | { state: 'failed' | 'uncertain' | 'dropped'; reason: string }
  | { state: 'queued'; reason: string; delaySeconds: number; isAttempt: boolean }

/**
 * Marks emails that a stopped sender had claimed.
 *
 * @returns the number of campaigns
 */
export async function markUncertain(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with lost as (
      update newsletter_deliveries
      set state = 'uncertain', settled_at = now(), reason = 'The server stopped while this email was being sent'
      where state = 'claimed' returning campaign_id
    )
    update newsletter_campaigns set progressed_at = now() where id in (select campaign_id from lost)`)
  return rowCount ?? 0
}

/** Finds the campaign that has been due longest. Marks finished ones as done. */
export async function findNextCampaign(db: Db): Promise<CampaignContent | undefined> {
  await db.execute(sql`
    update newsletter_campaigns as c set state = 'done', finished_at = now(), failure = null
    where state = 'sending' and not exists (
      select from newsletter_deliveries where campaign_id = c.id and state = 'queued'
    ) and not exists (
      select from newsletter_deliveries where campaign_id = c.id and state = 'claimed'
    )`)
  const { rows } = await db.execute<CampaignContent>(sql`
    select id as "campaignId", subject, html, text from newsletter_campaigns as c, lateral (
      select next_at from newsletter_deliveries
      where campaign_id = c.id and state = 'queued' and next_at <= now() order by next_at limit 1
    ) as d
    where state = 'sending'
    order by d.next_at, created_at limit 1`)
  return rows[0]
}

/** Claims the next delivery, unless the campaign was paused or cancelled. */
export async function claimNext(pool: GuardedPool, campaignId: string): Promise<Claim | undefined> {
  const { rows } = await pool.query<Claim>({
    ...prepared(pool, 'claim_next_email'),
    text: `with ${nextClaimed('$1')}`,
    values: [campaignId],
  })
  return rows[0]
}

/** Marks a delivery as sent and claims the next one, in one commit. Does nothing if the claim was lost. */
export async function settleAndClaimNext(
  pool: GuardedPool,
  campaignId: string,
  { id, attempts }: Pick<Claim, 'id' | 'attempts'>,
): Promise<Claim | undefined> {
  const { rows } = await pool.query<Claim>({
    ...prepared(pool, 'settle_and_claim_next_email'),
    text: `with settled as (
        update newsletter_deliveries set state = 'sent', settled_at = now(), reason = null
        where id = $2 and attempts = $3 and state in ('claimed', 'uncertain') returning id
      ), ${nextClaimed('$1', 'and exists (select from settled)')}`,
    values: [campaignId, id, attempts],
  })
  return rows[0]
}

/** Prepares a statement, since planning takes longer than execution, unless a pooler shares sessions. */
const prepared = (pool: GuardedPool, name: string) => (pool.keepsSessions ? { name } : {})

const nextClaimed = (campaign: string, condition = '') => `next as (
      select id from newsletter_deliveries
      where campaign_id = ${campaign} and state = 'queued' and next_at <= now()
        and exists (select from newsletter_campaigns where id = ${campaign} and state = 'sending') ${condition}
      order by next_at, id limit 1 for update skip locked
    ), claimed as (
      update newsletter_deliveries as d set state = 'claimed', attempts = attempts + 1
      from next where d.id = next.id
      returning d.id, d.attempts, d.subscriber_id
    )
    select c.id::float8 as id, c.attempts, s.id as "subscriberId", s.email, s.is_active as "isActive"
    from claimed as c join newsletter_subscribers as s on s.id = c.subscriber_id`

/** Stores the outcome of a delivery, unless another process has claimed it since. */
export async function settle(
  db: Db,
  { id, attempts }: Pick<Claim, 'id' | 'attempts'>,
  settlement: Settlement,
): Promise<void> {
  const isThisClaim = sql`id = ${id} and attempts = ${attempts} and state in ('claimed', 'uncertain')`
  if (settlement.state !== 'queued') {
    const reason = settlement.state === 'sent' ? null : settlement.reason
    await db.execute(sql`
      update newsletter_deliveries set state = ${settlement.state}, settled_at = now(), reason = ${reason}
      where ${isThisClaim}`)
    return
  }
  const { reason, delaySeconds, isAttempt } = settlement
  // The lock waits for a concurrent cancellation.
  await db.execute(sql`
    with campaign as (
      select state = 'cancelled' as is_over from newsletter_campaigns
      where id = (select campaign_id from newsletter_deliveries where id = ${id}) for share
    )
    update newsletter_deliveries set
      state = case when is_over then 'dropped' else 'queued' end, reason = ${reason},
      settled_at = case when is_over then now() end,
      next_at = now() + make_interval(secs => ${delaySeconds}), attempts = attempts - ${isAttempt ? 0 : 1}
    from campaign where ${isThisClaim}`)
}

/** Deactivates a subscriber whose address the mail server rejected permanently. */
export async function deactivateSubscriber(db: Db, subscriberId: string, reason: string): Promise<void> {
  await db.execute(sql`
    update newsletter_subscribers set is_active = false, inactive_reason = ${reason}
    where id = ${subscriberId} and is_active`)
}

/** @param failure reason for a delay, or null */
export async function recordProgress(db: Db, campaignId: string, failure: string | null): Promise<void> {
  await db.execute(sql`
    update newsletter_campaigns set progressed_at = now(), failure = ${failure} where id = ${campaignId}`)
}

export async function pauseCampaign(db: Db, campaignId: string, failure: string): Promise<void> {
  await db.execute(sql`
    update newsletter_campaigns set state = 'paused', progressed_at = now(), failure = ${failure}
    where id = ${campaignId} and state = 'sending'`)
}

/**
 * Returns when the sender has to wake. A scheduled campaign that is overdue is tried again after a second, since the clock of this
 * process may be behind that of the database, and after ten seconds once it could not be started for that long.
 *
 * @returns undefined when no email is queued and no campaign is scheduled
 */
export async function millisecondsUntilDue(db: Db): Promise<number | undefined> {
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    select extract(epoch from min(next_at) - clock_timestamp())::float8 * 1000 as ms from (
      select d.next_at from newsletter_campaigns as c, lateral (
        select next_at from newsletter_deliveries where campaign_id = c.id and state = 'queued' order by next_at limit 1
      ) as d
      where c.state = 'sending'
      union all
      select case
        when planned_at > clock_timestamp() then planned_at
        when planned_at > clock_timestamp() - interval '10 seconds' then clock_timestamp() + interval '1 second'
        else clock_timestamp() + interval '10 seconds'
      end
      from newsletter_campaigns where state = 'scheduled'
    ) as due`)
  // Timers may fire a millisecond early, when a campaign is not due yet.
  return rows[0]?.ms == null ? undefined : Math.max(Math.ceil(rows[0].ms) + 1, 0)
}

/** Pauses the campaigns whose article was withdrawn after they started. */
export async function pauseWithdrawn(db: Db): Promise<void> {
  await db.execute(sql`
    update newsletter_campaigns as c set state = 'paused', progressed_at = now(), failure = ${articleWithdrawn()}
    where state = 'sending' and template = 'article'
      and not exists (select from articles where id = c.article_id)
      and exists (select from newsletter_deliveries where campaign_id = c.id and state = 'queued')`)
}

const RESTORED_REASON =
  'The site was restored from a backup. Emails that were sent after the backup would be sent again: check before you resume.'

const RESTORED_SCHEDULE_REASON =
  'The site was restored from a backup after the planned time, so that it may have been sent. Check before you send a copy.'

/** A restored site must not repeat emails sent since the backup. */
export async function pauseRestoredCampaigns(db: Db, now: Date): Promise<void> {
  await db
    .update(newsletterCampaigns)
    .set({ state: 'paused', failure: RESTORED_REASON })
    .where(eq(newsletterCampaigns.state, 'sending'))
  await db
    .update(newsletterCampaigns)
    .set({ state: 'cancelled', failure: RESTORED_SCHEDULE_REASON, finishedAt: now })
    .where(and(eq(newsletterCampaigns.state, 'scheduled'), lte(newsletterCampaigns.plannedAt, now)))
  // Digests that were due before this time are not sent.
  const settingValue = now.toISOString()
  await db
    .insert(siteSettings)
    .values({ settingName: 'newsletter_digest_since', settingValue })
    .onConflictDoUpdate({ target: siteSettings.settingName, set: { settingValue } })
}
