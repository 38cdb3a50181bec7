import { and, eq } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import { canPublishDraft } from '#features/drafts/rules/draft-access.ts'
import { type DraftState, lockDraft } from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { publications } from '#schema/newsroom.ts'
import { refuseWithdrawalTime } from '../rules/schedule-times.ts'
import { removeArticle } from './removed-articles.server.ts'
import { cancelSchedules, finishPublication } from './schedules.server.ts'

type Outcome =
  | { kind: 'scheduled' }
  | { kind: 'cancelled' }
  | { kind: 'refused'; reasons: string[] }
  | { kind: 'gone' }

export type WithdrawalPlan = {
  id: string
  /** Chosen by the client, so that a retry schedules once. */
  publicationId: string
  plannedAt: Date
  /** Public; may be blank. */
  reason: string
}

/** Schedules the withdrawal of an article that is published, or scheduled for an earlier time. Replaces an earlier one. */
export async function scheduleWithdrawal(
  db: Db,
  by: DraftActor,
  { id, publicationId, plannedAt, reason }: WithdrawalPlan,
  now: Date,
): Promise<Outcome> {
  requireDraftAccess(canPublishDraft(by))
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    const isEarlier = and(eq(publications.id, publicationId), eq(publications.articleId, id))
    if ((await tx.$count(publications, isEarlier)) > 0) return { kind: 'scheduled' }
    const { article, scheduled } = state
    const schedules = { isPublished: article !== null, publishesAt: scheduled?.plannedAt ?? null }
    const refusal = refuseWithdrawalTime(schedules, plannedAt, now)
    if (refusal) return { kind: 'refused', reasons: [refusal] }
    await cancelSchedules(tx, id, now, 'withdraw')
    await tx.insert(publications).values({
      id: publicationId,
      articleId: id,
      kind: 'withdraw',
      state: 'scheduled',
      plannedAt,
      nextAttemptAt: plannedAt,
      createdAt: now,
      by: by.id,
      reason,
    })
    await recordPlan(tx, by, state, plannedAt, reason)
    return { kind: 'scheduled' }
  })
}

export async function cancelWithdrawal(db: Db, by: DraftActor, id: string, now: Date): Promise<Outcome> {
  requireDraftAccess(canPublishDraft(by))
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    if (await cancelSchedules(tx, id, now, 'withdraw')) await recordPlan(tx, by, state, null)
    return { kind: 'cancelled' }
  })
}

async function recordPlan(
  tx: Db,
  by: Actor,
  { draft, ending }: DraftState,
  plannedAt: Date | null,
  reason = '',
): Promise<void> {
  const changes = diffFields(
    { plannedAt: ending?.plannedAt.toISOString() ?? null, reason: ending?.reason ?? '' },
    { plannedAt: plannedAt?.toISOString() ?? null, reason },
  )
  const action = plannedAt ? 'article.schedule-withdrawal' : 'article.unschedule-withdrawal'
  await recordAudit(tx, { by, action, subjectId: draft.id, subject: draft.title || 'Untitled', changes })
}

/**
 * Withdraws an article at its planned time, and cancels a publication that is still scheduled. An article that is not
 * published stays so.
 *
 * @param tx has locked the draft
 */
export async function withdrawAsPlanned(tx: Db, state: DraftState, by: Actor, now: Date): Promise<void> {
  const { draft, article, ending } = state
  if (!ending) throw new Error(`No withdrawal of ${draft.id} is scheduled`)
  await cancelSchedules(tx, draft.id, now, 'publish')
  if (!article) {
    await cancelSchedules(tx, draft.id, now, 'withdraw')
    return
  }
  await removeArticle(tx, draft.id)
  await finishPublication(tx, ending.id, now)
  const changes = diffFields({ reason: '' }, { reason: ending.reason })
  await recordAudit(tx, {
    by,
    action: 'article.withdraw',
    subjectId: draft.id,
    subject: article.title,
    changes,
  })
}
