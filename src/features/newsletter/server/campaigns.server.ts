import { desc, eq, sql } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { type CampaignState, DELIVERY_STATES, type EmailTemplateName } from '#kernel/campaign-states.ts'
import type { Db } from '#platform/database/db.server.ts'
import { newsletterCampaigns } from '#schema/newsletter.ts'
import { campaignActions, type DeliveryCounts } from '../rules/campaign.ts'

export const MAX_CAMPAIGNS = 20
const MAX_FAILED_DELIVERIES = 50
export const DELIVERY_RETENTION_DAYS = 90

/** Times are ISO 8601. */
export type Campaign = {
  id: string
  template: EmailTemplateName
  subject: string
  state: CampaignState
  failure: string | null
  /** Whether its text can be copied. */
  hasContent: boolean
  plannedAt: string | null
  createdAt: string
  finishedAt: string | null
  counts: DeliveryCounts
}

export type FailedDelivery = { id: number; email: string; state: 'uncertain' | 'failed'; reason: string }

/** An email with a placeholder for the unsubscribe link. `content`: as it was written. */
export type CampaignEmail = {
  template: EmailTemplateName
  articleId: string | null
  subject: string
  preview: string
  content: string
  html: string
  text: string
}

/**
 * @param options.by null for a scheduled campaign
 * @param options.period idempotency key, such as a scheduled digest's day
 */
export async function startCampaign(
  db: Db,
  email: CampaignEmail,
  { by, period = null }: { by: Account | null; period?: string | null },
): Promise<
  { kind: 'started'; id: string; recipients: number } | { kind: 'no-recipients' | 'already-started' }
> {
  return db.transaction(async (tx) => {
    const [campaign] = await tx
      .insert(newsletterCampaigns)
      .values({ ...email, period })
      .onConflictDoNothing({ target: newsletterCampaigns.period })
      .returning({ id: newsletterCampaigns.id })
    if (!campaign) return { kind: 'already-started' }
    const recipients = await queueDeliveries(tx, campaign.id)
    if (recipients === 0) {
      await tx.delete(newsletterCampaigns).where(eq(newsletterCampaigns.id, campaign.id))
      return { kind: 'no-recipients' }
    }
    if (by) {
      await recordAudit(tx, {
        by,
        action: 'campaign.send',
        subjectId: campaign.id,
        subject: email.subject,
        changes: { recipients: { from: null, to: recipients } },
      })
    }
    return { kind: 'started', id: campaign.id, recipients }
  })
}

/** To the subscribers who are active now. @returns their number */
export async function queueDeliveries(tx: Db, campaignId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into newsletter_deliveries (campaign_id, subscriber_id)
    select ${campaignId}, id from newsletter_subscribers where is_active order by subscribed_at, id`)
  return rowCount ?? 0
}

export async function hasCampaignForPeriod(db: Db, period: string): Promise<boolean> {
  return (await db.$count(newsletterCampaigns, eq(newsletterCampaigns.period, period))) > 0
}

/** Counting large campaigns is slow. */
const countCache = new Map<string, { progressedAt: number; counts: DeliveryCounts }>()

/** Scheduled ones in their order, then the newest first. */
export async function listCampaigns(db: Db): Promise<Campaign[]> {
  const { id, template, subject, content, state, failure, plannedAt, createdAt, progressedAt, finishedAt } =
    newsletterCampaigns
  const isScheduled = sql`${state} = 'scheduled'`
  const rows = await db
    .select({
      id,
      template,
      subject,
      hasContent: sql<boolean>`${content} is not null`,
      state,
      failure,
      plannedAt,
      createdAt,
      progressedAt,
      finishedAt,
    })
    .from(newsletterCampaigns)
    .orderBy(desc(isScheduled), sql`case when ${isScheduled} then ${plannedAt} end`, desc(createdAt))
    .limit(MAX_CAMPAIGNS)
  const cachedCounts = new Map(
    rows.flatMap((row) => {
      const cached = countCache.get(row.id)
      return cached?.progressedAt === +row.progressedAt ? [[row.id, cached.counts]] : []
    }),
  )
  const ids = rows.map((row) => row.id).filter((one) => !cachedCounts.has(one))
  const counts = ids.length > 0 ? await countDeliveries(db, ids) : new Map<string, DeliveryCounts>()
  const campaigns = rows.map(({ progressedAt: _, ...row }) => ({
    ...row,
    plannedAt: row.plannedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    counts: cachedCounts.get(row.id) ?? counts.get(row.id) ?? noDeliveries(),
  }))
  cacheCounts(campaigns, rows)
  return campaigns
}

/** Changes to finished campaigns update `progressed_at`. */
function cacheCounts(campaigns: Campaign[], rows: { progressedAt: Date }[]): void {
  countCache.clear()
  for (const [index, { id, state, counts }] of campaigns.entries()) {
    const isOver = state === 'done' || state === 'cancelled'
    if (isOver && counts.queued + counts.claimed === 0)
      countCache.set(id, { progressedAt: Number(rows[index]?.progressedAt), counts })
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

/** Deletes those of campaigns that ended long ago and are no longer listed. @returns their number */
export async function deleteOldDeliveries(db: Db, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from newsletter_deliveries where campaign_id in (
      select id from newsletter_campaigns
      where state in ('done', 'cancelled')
        and finished_at < ${now.toISOString()}::timestamptz - make_interval(days => ${DELIVERY_RETENTION_DAYS})
        and id not in (select id from newsletter_campaigns order by created_at desc limit ${MAX_CAMPAIGNS})
    )`)
  return rowCount ?? 0
}

/** Uncertain emails come first. */
export async function listFailedDeliveries(db: Db, campaignId: string): Promise<FailedDelivery[]> {
  const { rows } = await db.execute<FailedDelivery>(sql`
    select d.id::float8 as id, s.email, d.state, coalesce(d.reason, '') as reason
    from newsletter_deliveries as d join newsletter_subscribers as s on s.id = d.subscriber_id
    where d.campaign_id = ${campaignId} and d.state in ('uncertain', 'failed')
    order by d.state desc, d.id limit ${MAX_FAILED_DELIVERIES}`)
  return rows
}

const NEXT_STATE = { pause: 'paused', resume: 'sending', cancel: 'cancelled' } as const

/** @returns `stale` if the campaign's state does not allow the action */
export async function changeCampaign(
  db: Db,
  { by, id, action }: { by: Account; id: string; action: keyof typeof NEXT_STATE },
): Promise<{ kind: 'done' | 'stale' }> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ state: newsletterCampaigns.state, subject: newsletterCampaigns.subject })
      .from(newsletterCampaigns)
      .where(eq(newsletterCampaigns.id, id))
      .for('update')
    if (!row || !campaignActions(row.state).includes(action)) return { kind: 'stale' }
    const state = NEXT_STATE[action]
    await tx
      .update(newsletterCampaigns)
      .set({ state, failure: null, ...(action === 'cancel' ? { finishedAt: sql`now()` } : {}) })
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

/** @returns the number of emails */
export async function settleUncertain(
  db: Db,
  { by, id, action }: { by: Account; id: string; action: 'send' | 'drop' },
): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ subject: string; count: number }>(sql`
      with settled as (
        update newsletter_deliveries set
          state = ${action === 'send' ? 'queued' : 'dropped'}, next_at = now(),
          settled_at = ${action === 'send' ? null : sql`now()`}, reason = 'Settled in the admin area'
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
      action: `uncertain-emails.${action}`,
      subjectId: id,
      subject: settled.subject,
      changes: { emails: { from: settled.count, to: 0 } },
    })
    return settled.count
  })
}
