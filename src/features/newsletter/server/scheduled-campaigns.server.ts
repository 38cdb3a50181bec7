import { and, eq, lte, sql } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import { newsletterCampaigns } from '#schema/newsletter.ts'
import { type CampaignDraft, sentArticleId } from '../rules/campaign.ts'
import { noRecipientsTitle, nothingToSend } from '../rules/messages.ts'
import { type CampaignEmail, queueDeliveries } from './campaigns.server.ts'
import { composeEmailContent } from './compose-email.server.tsx'

/** @param schedule.period idempotency key */
export async function scheduleCampaign(
  db: Db,
  { article, ...draft }: CampaignDraft,
  schedule: { by: Account; at: Date; now: Date; period: string },
): Promise<{ kind: 'scheduled' | 'already-started' | 'past' }> {
  const { by, at, now, period } = schedule
  if (at <= now) return { kind: 'past' }
  return db.transaction(async (tx) => {
    const [campaign] = await tx
      .insert(newsletterCampaigns)
      .values({
        ...draft,
        articleId: sentArticleId({ ...draft, article }),
        html: '',
        text: '',
        state: 'scheduled',
        plannedAt: at,
        period,
      })
      .onConflictDoNothing({ target: newsletterCampaigns.period })
      .returning({ id: newsletterCampaigns.id })
    if (!campaign) return { kind: 'already-started' }
    const changes = { plannedAt: { from: null, to: at.toISOString() } }
    await recordAudit(tx, {
      by,
      action: 'campaign.schedule',
      subjectId: campaign.id,
      subject: draft.subject,
      changes,
    })
    return { kind: 'scheduled' }
  })
}

/**
 * Starts the campaigns whose time has come, with the articles and the subscribers of this moment. One that cannot be
 * sent is cancelled.
 *
 * @param onError is called for a campaign that fails; the others are started
 */
export async function startScheduledCampaigns(
  db: Db,
  now: Date,
  onError: (message: string, error: unknown) => void,
): Promise<void> {
  const { id, state, plannedAt } = newsletterCampaigns
  const due = await db
    .select({ id, ...draftColumns })
    .from(newsletterCampaigns)
    .where(and(eq(state, 'scheduled'), lte(plannedAt, now)))
    .orderBy(plannedAt)
  for (const { id, ...row } of due) {
    try {
      const composed = await composeEmailContent(db, toDraft(row), now)
      if (composed.kind === 'ready') await start(db, id, composed.email)
      else await cancel(db, id, nothingToSend()[composed.kind])
    } catch (error) {
      onError('A scheduled campaign could not be started', error)
    }
  }
}

const draftColumns = {
  template: newsletterCampaigns.template,
  articleId: newsletterCampaigns.articleId,
  articleTitle: sql<
    string | null
  >`(select title from ${articles} where id = ${newsletterCampaigns.articleId})`,
  subject: newsletterCampaigns.subject,
  preview: newsletterCampaigns.preview,
  content: newsletterCampaigns.content,
}

type DraftRow = Pick<
  typeof newsletterCampaigns.$inferSelect,
  'template' | 'articleId' | 'subject' | 'preview' | 'content'
> & { articleTitle: string | null }

/** Without an article that is not published. */
function toDraft({ articleId, articleTitle, content, ...row }: DraftRow): CampaignDraft {
  const article = articleId !== null && articleTitle !== null ? { id: articleId, title: articleTitle } : null
  return { ...row, article, content: content ?? '' }
}

/** Does nothing if it was cancelled or started in the meantime. */
async function start(db: Db, id: string, { html, text }: CampaignEmail): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(newsletterCampaigns)
      .set({ state: 'sending', html, text, createdAt: sql`now()`, progressedAt: sql`now()` })
      .where(isScheduled(id))
    if (rowCount && (await queueDeliveries(tx, id)) === 0)
      await tx
        .update(newsletterCampaigns)
        .set({ state: 'cancelled', failure: noRecipientsTitle(), finishedAt: sql`now()` })
        .where(eq(newsletterCampaigns.id, id))
  })
}

async function cancel(db: Db, id: string, failure: string): Promise<void> {
  await db
    .update(newsletterCampaigns)
    .set({ state: 'cancelled', failure, finishedAt: sql`now()`, progressedAt: sql`now()` })
    .where(isScheduled(id))
}

const isScheduled = (id: string) =>
  and(eq(newsletterCampaigns.id, id), eq(newsletterCampaigns.state, 'scheduled'))

/** A campaign as it was sent, or a preview of a scheduled one; null if it is missing. `draft`: for copies. */
export async function findCampaignEmail(db: Db, id: string, now: Date) {
  const [campaign] = await db
    .select({ ...draftColumns, html: newsletterCampaigns.html, text: newsletterCampaigns.text })
    .from(newsletterCampaigns)
    .where(eq(newsletterCampaigns.id, id))
  if (!campaign) return null
  const { html, text, ...row } = campaign
  const draft = row.content === null ? null : toDraft(row)
  if (html !== '' || !draft) return { kind: 'ready' as const, email: { html, text }, draft }
  return { ...(await composeEmailContent(db, draft, now)), draft }
}
