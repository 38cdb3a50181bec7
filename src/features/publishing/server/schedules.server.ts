import { and, eq, sql } from 'drizzle-orm'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { canPublishDraft } from '#features/drafts/rules/draft-access.ts'
import { refuseAction } from '#features/drafts/rules/draft-status.ts'
import { factsOf, lockDraft } from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { Db } from '#platform/database/db.server.ts'
import { publications } from '#schema/newsroom.ts'
import { refusePublicationTime, refuseWithdrawalTime } from '../rules/schedule-times.ts'

type ScheduleKind = 'publish' | 'withdraw'

export async function cancelSchedule(
  db: Db,
  by: DraftActor,
  id: string,
  now: Date,
): Promise<{ kind: 'cancelled' } | { kind: 'refused'; reasons: string[] } | { kind: 'gone' }> {
  requireDraftAccess(canPublishDraft(by))
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    const context = { requiresSecondPerson: false, isAuthor: false }
    const refusal = refuseAction('cancel-schedule', factsOf(state), context)
    if (refusal) return { kind: 'refused', reasons: [refusal] }
    await cancelSchedules(tx, id, now, 'publish')
    const changes = { plannedAt: { from: state.scheduled?.plannedAt.toISOString(), to: null } }
    await recordAudit(tx, {
      by,
      action: 'article.unschedule',
      subjectId: id,
      subject: state.draft.title || 'Untitled',
      changes,
    })
    return { kind: 'cancelled' }
  })
}

type MoveOutcome = { kind: 'moved' } | { kind: 'refused'; reasons: string[] } | { kind: 'gone' }

/** Changes the time of a schedule. The revision to publish stays the same. */
export async function moveSchedule(
  db: Db,
  by: DraftActor,
  { id, kind, plannedAt }: { id: string; kind: ScheduleKind; plannedAt: Date },
  now: Date,
): Promise<MoveOutcome> {
  requireDraftAccess(canPublishDraft(by))
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    const moved = kind === 'publish' ? state.scheduled : state.ending
    if (!moved) return { kind: 'refused', reasons: [phrase('The article is not scheduled.')] }
    const { article, scheduled, ending } = state
    const schedules = {
      isPublished: article !== null,
      publishesAt: scheduled?.plannedAt ?? null,
      withdrawsAt: ending?.plannedAt ?? null,
    }
    const refuse = kind === 'publish' ? refusePublicationTime : refuseWithdrawalTime
    const refusal = refuse(schedules, plannedAt, now)
    if (refusal) return { kind: 'refused', reasons: [refusal] }
    const { id: publicationId, plannedAt: earlier } = moved
    if (earlier.getTime() === plannedAt.getTime()) return { kind: 'moved' }
    await tx
      .update(publications)
      .set({ plannedAt, nextAttemptAt: plannedAt, attempts: 0, failure: null, lateNotifiedAt: null })
      .where(and(eq(publications.id, publicationId), eq(publications.state, 'scheduled')))
    const changes = { plannedAt: { from: earlier.toISOString(), to: plannedAt.toISOString() } }
    const subject = state.draft.title || 'Untitled'
    const action = kind === 'publish' ? 'article.schedule' : 'article.schedule-withdrawal'
    await recordAudit(tx, { by, action, subjectId: id, subject, changes })
    return { kind: 'moved' }
  })
}

/**
 * @param kind undefined for both a publication and a withdrawal
 * @returns whether there was a schedule
 */
export async function cancelSchedules(
  tx: Db,
  articleId: string,
  now: Date,
  kind?: ScheduleKind,
): Promise<boolean> {
  const cancelled = await tx
    .update(publications)
    .set({ state: 'cancelled', finishedAt: now })
    .where(
      and(
        eq(publications.articleId, articleId),
        eq(publications.state, 'scheduled'),
        kind && eq(publications.kind, kind),
      ),
    )
    .returning({ id: publications.id })
  return cancelled.length > 0
}

/** Marks a scheduled publication or withdrawal as done, with a new `seq`: publications are ordered by when they took effect. */
export async function finishPublication(tx: Db, id: string, now: Date): Promise<void> {
  await tx.execute(sql`
    update publications set state = 'done', finished_at = ${now.toISOString()}, failure = null, seq = default
    where id = ${id}`)
}
