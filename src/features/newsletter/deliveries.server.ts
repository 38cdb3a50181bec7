import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'

/** A letter that is about to be handed over. */
export type Claim = {
  id: number
  attempts: number
  subscriberId: string
  email: string
  isActive: boolean
}

/** What a campaign's letters have in common. */
export type Letter = { campaignId: string; subject: string; html: string; text: string }

/** How a claimed letter is settled; `queued` puts it back, to be due after `delaySeconds`. */
export type Settlement =
  | { state: 'sent' }
  | { state: 'failed' | 'uncertain' | 'dropped'; reason: string }
  | { state: 'queued'; reason: string; delaySeconds: number; isAttempt: boolean }

/**
 * Whatever is claimed when a sender begins was in the hands of one that has ended: nobody knows whether it has gone.
 * @returns how many
 */
export async function markUncertain(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with lost as (
      update newsletter_deliveries
      set state = 'uncertain', settled_at = now(), reason = 'The server ended while this was being sent'
      where state = 'claimed' returning campaign_id
    )
    update newsletter_campaigns set progressed_at = now() where id in (select campaign_id from lost)`)
  return rowCount ?? 0
}

/** The oldest campaign that is being sent and has a letter due; those whose last letter is settled are done. */
export async function nextLetter(db: Db): Promise<Letter | undefined> {
  await db.execute(sql`
    update newsletter_campaigns as c set state = 'done', finished_at = now(), trouble = null
    where state = 'sending' and not exists (
      select from newsletter_deliveries where campaign_id = c.id and state = 'queued'
    ) and not exists (
      select from newsletter_deliveries where campaign_id = c.id and state = 'claimed'
    )`)
  const { rows } = await db.execute<Letter>(sql`
    select id as "campaignId", subject, html, text from newsletter_campaigns as c
    where state = 'sending' and exists (
      select from newsletter_deliveries where campaign_id = c.id and state = 'queued' and next_at <= now()
    )
    order by created_at limit 1`)
  return rows[0]
}

/** Claims the next letter of a campaign that is due, unless the campaign was paused or cancelled meanwhile. */
export async function claimNext(db: Db, campaignId: string): Promise<Claim | undefined> {
  const { rows } = await db.execute<Claim>(sql`
    with next as (
      select id from newsletter_deliveries
      where campaign_id = ${campaignId} and state = 'queued' and next_at <= now()
      order by next_at, id limit 1 for update skip locked
    ), claimed as (
      update newsletter_deliveries as d set state = 'claimed', attempts = attempts + 1
      from next
      where d.id = next.id
        and exists (select from newsletter_campaigns where id = ${campaignId} and state = 'sending')
      returning d.id, d.attempts, d.subscriber_id
    )
    select c.id::float8 as id, c.attempts, s.id as "subscriberId", s.email, s.is_active as "isActive"
    from claimed as c join newsletter_subscribers as s on s.id = c.subscriber_id`)
  return rows[0]
}

/** Settles a claimed letter, and no other: who was given up for dead and claims elsewhere has lost it. */
export async function settle(
  db: Db,
  { id, attempts }: Pick<Claim, 'id' | 'attempts'>,
  settlement: Settlement,
): Promise<void> {
  const set: SQL[] = [sql`state = ${settlement.state}`]
  if (settlement.state === 'queued') {
    const { reason, delaySeconds, isAttempt } = settlement
    set.push(sql`reason = ${reason}, next_at = now() + make_interval(secs => ${delaySeconds})`)
    if (!isAttempt) set.push(sql`attempts = attempts - 1`)
  } else {
    set.push(sql`settled_at = now(), reason = ${settlement.state === 'sent' ? null : settlement.reason}`)
  }
  await db.execute(sql`
    update newsletter_deliveries set ${sql.join(set, sql`, `)}
    where id = ${id} and attempts = ${attempts} and state in ('claimed', 'uncertain')`)
}

/** Takes a subscriber out whose address the mail server refuses for good. */
export async function deactivate(db: Db, subscriberId: string, reason: string): Promise<void> {
  await db.execute(sql`
    update newsletter_subscribers set is_active = false, inactive_reason = ${reason}
    where id = ${subscriberId} and is_active`)
}

/** Tells open screens that a campaign has come further; `trouble` is why it has not, and null when there is none. */
export async function noteProgress(db: Db, campaignId: string, trouble: string | null): Promise<void> {
  await db.execute(sql`
    update newsletter_campaigns set progressed_at = now(), trouble = ${trouble} where id = ${campaignId}`)
}

/** Stops a campaign until an administrator resumes it. */
export async function pauseForTrouble(db: Db, campaignId: string, trouble: string): Promise<void> {
  await db.execute(sql`
    update newsletter_campaigns set state = 'paused', progressed_at = now(), trouble = ${trouble}
    where id = ${campaignId} and state = 'sending'`)
}

/** In how many milliseconds the next letter is due; undefined where none waits. */
export async function nextDueIn(db: Db): Promise<number | undefined> {
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    select extract(epoch from min(d.next_at) - clock_timestamp())::float8 * 1000 as ms
    from newsletter_campaigns as c, lateral (
      select next_at from newsletter_deliveries where campaign_id = c.id and state = 'queued' order by next_at limit 1
    ) as d
    where c.state = 'sending'`)
  return rows[0]?.ms == null ? undefined : Math.max(rows[0].ms, 0)
}
