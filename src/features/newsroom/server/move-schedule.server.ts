import { and, eq } from 'drizzle-orm'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { publications } from '#schema/newsroom.ts'
import { canPublishDraft } from '../rules/draft-access.ts'
import { lockDraft } from './draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from './require-draft-access.server.ts'

export type MoveOutcome = { kind: 'moved' } | { kind: 'refused'; reasons: string[] } | { kind: 'gone' }

/** The text to publish remains the same. */
export async function moveSchedule(
  db: Db,
  by: DraftActor,
  { id, plannedAt }: { id: string; plannedAt: Date },
  now: Date,
): Promise<MoveOutcome> {
  requireDraftAccess(canPublishDraft(by))
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    if (!state.scheduled) return { kind: 'refused', reasons: ['The article is not scheduled.'] }
    if (plannedAt <= now) return { kind: 'refused', reasons: ['Choose a time in the future.'] }
    const { id: publicationId, plannedAt: earlier } = state.scheduled
    if (earlier.getTime() === plannedAt.getTime()) return { kind: 'moved' }
    await tx
      .update(publications)
      .set({ plannedAt, nextAttemptAt: plannedAt, attempts: 0, failure: null, lateNotifiedAt: null })
      .where(and(eq(publications.id, publicationId), eq(publications.state, 'scheduled')))
    const changes = { plannedAt: { from: earlier.toISOString(), to: plannedAt.toISOString() } }
    const subject = state.draft.title || 'Untitled'
    await recordAudit(tx, { by, action: 'article.schedule', subjectId: id, subject, changes })
    return { kind: 'moved' }
  })
}
