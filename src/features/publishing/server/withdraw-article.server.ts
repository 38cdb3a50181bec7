import { and, eq } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import { canPublishDraft } from '#features/drafts/rules/draft-access.ts'
import { refuseAction } from '#features/drafts/rules/draft-status.ts'
import { type DraftState, factsOf, lockDraft } from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { publications } from '#schema/newsroom.ts'
import { removeArticle } from './removed-articles.server.ts'
import { cancelSchedules } from './schedules.server.ts'

export type WithdrawOutcome =
  | { kind: 'withdrawn' }
  | { kind: 'refused'; reasons: string[] }
  | { kind: 'gone' }

/**
 * Removes an article from everything that readers see. Its address responds with 410 and the reason until its next publication.
 *
 * @param request.publicationId chosen by the client, so that a retry withdraws once
 * @param request.reason public; may be blank
 */
export async function withdrawArticle(
  db: Db,
  by: DraftActor,
  { publicationId, id, reason }: { publicationId: string; id: string; reason: string },
  now: Date,
): Promise<WithdrawOutcome> {
  requireDraftAccess(canPublishDraft(by))
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    const isEarlier = and(eq(publications.id, publicationId), eq(publications.articleId, id))
    if ((await tx.$count(publications, isEarlier)) > 0) return { kind: 'withdrawn' }
    const context = { requiresSecondPerson: false, isAuthor: false }
    const refusal = refuseAction('withdraw', factsOf(state), context)
    if (refusal) return { kind: 'refused', reasons: [refusal] }
    await withdrawLocked(tx, state, { publicationId, reason }, by, now)
    return { kind: 'withdrawn' }
  })
}

/** @param state of a published article that is locked */
export async function withdrawLocked(
  tx: Db,
  { draft, article }: DraftState,
  { publicationId, reason }: { publicationId: string; reason: string },
  by: Actor,
  now: Date,
): Promise<void> {
  const { id } = draft
  await cancelSchedules(tx, id, now)
  await removeArticle(tx, id)
  await tx.insert(publications).values({
    id: publicationId,
    articleId: id,
    kind: 'withdraw',
    state: 'done',
    plannedAt: now,
    finishedAt: now,
    createdAt: now,
    by: by.id,
    reason,
  })
  const changes = diffFields({ reason: '' }, { reason })
  const subject = article?.title ?? ''
  await recordAudit(tx, { by, action: 'article.withdraw', subjectId: id, subject, changes })
}
