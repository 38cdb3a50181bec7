import { desc, eq, sql } from 'drizzle-orm'
import type { Account } from '#features/accounts/server/current-account.server.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import { type CampaignState, DELIVERY_STATES, type LetterTemplate } from '#kernel/campaign-states.ts'
import type { Db } from '#platform/database/db.server.ts'
import { newsletterCampaigns } from '#schema/newsletter.ts'
import { campaignActions, type DeliveryCounts } from '../rules/campaign.ts'

/** As many of the latest as a screen shows. */
const LATEST = 20
/** As many letters as are listed of those that want a decision, or were refused. */
const LISTED = 50

/** A campaign as screens show it; times are ISO 8601. */
export type Campaign = {
  id: string
  template: LetterTemplate
  subject: string
  state: CampaignState
  trouble: string | null
  createdAt: string
  finishedAt: string | null
  counts: DeliveryCounts
}

/** A letter that is uncertain or has failed, with why. */
export type TroubledDelivery = { id: number; email: string; state: 'uncertain' | 'failed'; reason: string }

/** What is to be sent, ready made but for the link to unsubscribe. */
export type ReadyLetter = { template: LetterTemplate; subject: string; html: string; text: string }

/**
 * Begins a campaign: a letter for each subscriber who is active at this moment stands in the ledger, or none is begun.
 *
 * @param by who began it; null for a scheduled one
 * @param period the day or week that a scheduled one is for: when there is a campaign for that, nothing is begun
 */
export async function beginCampaign(
  db: Db,
  letter: ReadyLetter,
  { by, period = null }: { by: Account | null; period?: string | null },
): Promise<{ kind: 'begun'; id: string; recipients: number } | { kind: 'nobody' | 'begun-before' }> {
  return db.transaction(async (tx) => {
    const [campaign] = await tx
      .insert(newsletterCampaigns)
      .values({ ...letter, period })
      .onConflictDoNothing({ target: newsletterCampaigns.period })
      .returning({ id: newsletterCampaigns.id })
    if (!campaign) return { kind: 'begun-before' }
    const { rowCount } = await tx.execute(sql`
      insert into newsletter_deliveries (campaign_id, subscriber_id)
      select ${campaign.id}, id from newsletter_subscribers where is_active order by subscribed_at, id`)
    const recipients = rowCount ?? 0
    if (recipients === 0) {
      await tx.delete(newsletterCampaigns).where(eq(newsletterCampaigns.id, campaign.id))
      return { kind: 'nobody' }
    }
    if (by) {
      await recordAudit(tx, {
        by,
        action: 'campaign.send',
        subjectId: campaign.id,
        subject: letter.subject,
        changes: { recipients: { from: null, to: recipients } },
      })
    }
    return { kind: 'begun', id: campaign.id, recipients }
  })
}

/** Whether the campaign of a period was begun. */
export async function hasCampaignFor(db: Db, period: string): Promise<boolean> {
  return (await db.$count(newsletterCampaigns, eq(newsletterCampaigns.period, period))) > 0
}

/** What has been counted of campaigns that are over, by their id; of the largest that takes a good part of a second. */
const counted = new Map<string, { progressedAt: number; counts: DeliveryCounts }>()

/** The latest campaigns, newest first, with how far each has come. */
export async function listCampaigns(db: Db): Promise<Campaign[]> {
  const { id, template, subject, state, trouble, createdAt, progressedAt, finishedAt } = newsletterCampaigns
  const rows = await db
    .select({ id, template, subject, state, trouble, createdAt, progressedAt, finishedAt })
    .from(newsletterCampaigns)
    .orderBy(desc(createdAt))
    .limit(LATEST)
  const known = new Map(
    rows.flatMap((row) => {
      const before = counted.get(row.id)
      return before?.progressedAt === +row.progressedAt ? [[row.id, before.counts]] : []
    }),
  )
  const ids = rows.map((row) => row.id).filter((one) => !known.has(one))
  const counts = ids.length > 0 ? await countDeliveries(db, ids) : new Map<string, DeliveryCounts>()
  const campaigns = rows.map(({ progressedAt: _, ...row }) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    counts: known.get(row.id) ?? counts.get(row.id) ?? noDeliveries(),
  }))
  remember(campaigns, rows)
  return campaigns
}

/** Whatever changes a campaign that is over changes `progressed_at` as well. */
function remember(campaigns: Campaign[], rows: { progressedAt: Date }[]): void {
  counted.clear()
  for (const [index, { id, state, counts }] of campaigns.entries()) {
    const isOver = state === 'done' || state === 'cancelled'
    if (isOver && counts.queued + counts.claimed === 0)
      counted.set(id, { progressedAt: Number(rows[index]?.progressedAt), counts })
  }
}

function noDeliveries(): DeliveryCounts {
  return Object.fromEntries(DELIVERY_STATES.map((state) => [state, 0])) as DeliveryCounts
}

async function countDeliveries(db: Db, ids: string[]): Promise<Map<string, DeliveryCounts>> {
  const { rows } = await db.execute<{ id: string; state: keyof DeliveryCounts; count: number }>(sql`
    select campaign_id as id, state, count(*)::int as count from newsletter_deliveries
    where campaign_id = any(${sql.param(ids)}::uuid[]) group by 1, 2`)
  const counts = new Map<string, DeliveryCounts>()
  for (const { id, state, count } of rows)
    counts.set(id, { ...(counts.get(id) ?? noDeliveries()), [state]: count })
  return counts
}

/** A campaign's letters that are uncertain, then those that have failed: the first of each. */
export async function listTroubled(db: Db, campaignId: string): Promise<TroubledDelivery[]> {
  const { rows } = await db.execute<TroubledDelivery>(sql`
    select d.id::float8 as id, s.email, d.state, coalesce(d.reason, '') as reason
    from newsletter_deliveries as d join newsletter_subscribers as s on s.id = d.subscriber_id
    where d.campaign_id = ${campaignId} and d.state in ('uncertain', 'failed')
    order by d.state desc, d.id limit ${LISTED}`)
  return rows
}

const BECOMES = { pause: 'paused', resume: 'sending', cancel: 'cancelled' } as const

/** Pauses, resumes or cancels a campaign; `stale` when it is no longer in a state where that can be done. */
export async function changeCampaign(
  db: Db,
  { by, id, action }: { by: Account; id: string; action: keyof typeof BECOMES },
): Promise<{ kind: 'done' | 'stale' }> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ state: newsletterCampaigns.state, subject: newsletterCampaigns.subject })
      .from(newsletterCampaigns)
      .where(eq(newsletterCampaigns.id, id))
      .for('update')
    if (!row || !campaignActions(row.state).includes(action)) return { kind: 'stale' }
    const state = BECOMES[action]
    await tx
      .update(newsletterCampaigns)
      .set({ state, trouble: null, ...(action === 'cancel' ? { finishedAt: sql`now()` } : {}) })
      .where(eq(newsletterCampaigns.id, id))
    if (action === 'cancel')
      await tx.execute(sql`
        update newsletter_deliveries set state = 'dropped', settled_at = now(), reason = 'The campaign was cancelled'
        where campaign_id = ${id} and state = 'queued'`)
    await recordAudit(tx, {
      by,
      action: `campaign.${action}`,
      subjectId: id,
      subject: row.subject,
      changes: { state: { from: row.state, to: state } },
    })
    return { kind: 'done' }
  })
}

/** Decides what becomes of uncertain letters: sent (again, perhaps) or dropped. @returns how many there were */
export async function settleUncertain(
  db: Db,
  { by, id, action }: { by: Account; id: string; action: 'send' | 'drop' },
): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ subject: string; count: number }>(sql`
      with settled as (
        update newsletter_deliveries set
          state = ${action === 'send' ? 'queued' : 'dropped'}, next_at = now(),
          settled_at = ${action === 'send' ? null : sql`now()`}, reason = 'Decided by hand'
        where campaign_id = ${id} and state = 'uncertain' returning id
      ), campaign as (
        update newsletter_campaigns set progressed_at = now(),
          state = case when ${action === 'send'} and state in ('done', 'cancelled') then 'sending' else state end
        where id = ${id} returning subject
      )
      select subject, (select count(*)::int from settled) as count from campaign`)
    const [settled] = rows
    if (!settled?.count) return 0
    await recordAudit(tx, {
      by,
      action: `uncertain-letters.${action}`,
      subjectId: id,
      subject: settled.subject,
      changes: { letters: { from: settled.count, to: 0 } },
    })
    return settled.count
  })
}
