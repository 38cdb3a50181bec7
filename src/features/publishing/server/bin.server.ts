import { and, eq, isNotNull, lt, notExists, sql } from 'drizzle-orm'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { canDeleteDraft } from '#features/drafts/rules/draft-access.ts'
import { readFields } from '#features/drafts/server/article-fields.server.ts'
import { type DraftState, lockDraft } from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import type { Db } from '#platform/database/db.server.ts'
import { deletedArticles } from '#schema/articles.ts'
import { drafts } from '#schema/newsroom.ts'
import { removeArticle, restoreArticle } from './removed-articles.server.ts'
import { cancelSchedules } from './schedules.server.ts'

/** Newsroom §2, Deleted. */
export const BIN_RETENTION_DAYS = 30

/**
 * Removes a published article from everything that readers see, and cancels a schedule.
 *
 * @returns false if it does not exist
 */
export async function deleteDraft(db: Db, by: DraftActor, id: string, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return false
    requireDraftAccess(canDelete(by, state))
    await cancelSchedules(tx, id, now)
    if (state.article) await removeArticle(tx, id)
    await tx.update(drafts).set({ deletedAt: now, deletedBy: by.id }).where(eq(drafts.id, id))
    await recordAudit(tx, { by, action: 'article.delete', subjectId: id, subject: titleOf(state.draft) })
    return true
  })
}

/**
 * Readers see the article again if they did before; a schedule remains cancelled.
 *
 * @returns false if it is not in the bin
 */
export async function restoreDeleted(db: Db, by: DraftActor, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state?.draft.deletedAt) return false
    requireDraftAccess(canDelete(by, state))
    await tx.update(drafts).set({ deletedAt: null, deletedBy: null }).where(eq(drafts.id, id))
    if (state.done?.kind === 'publish') await restoreArticle(tx, id)
    await recordAudit(tx, { by, action: 'article.restore', subjectId: id, subject: titleOf(state.draft) })
    return true
  })
}

/** Deletes drafts that have been in the bin for `BIN_RETENTION_DAYS`. */
export async function purgeBin(db: Db, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - BIN_RETENTION_DAYS * DAY_MS)
  return db.transaction(async (tx) => {
    const purged = await tx
      .delete(drafts)
      .where(and(isNotNull(drafts.deletedAt), lt(drafts.deletedAt, oldest)))
      .returning({ id: drafts.id })
    const hasDraft = tx.select({ one: sql`1` }).from(drafts).where(eq(drafts.id, deletedArticles.id))
    await tx.delete(deletedArticles).where(and(lt(deletedArticles.deletedAt, oldest), notExists(hasDraft)))
    return purged.length
  })
}

export function canDelete(by: DraftActor, { draft, article, scheduled, done }: DraftState): boolean {
  const hasPublication = article !== null || scheduled !== null || done !== null
  return canDeleteDraft(by, { ...draft, hasPublication })
}

function titleOf({ fields }: { fields: Record<string, unknown> }): string {
  return readFields(fields).title || 'Untitled'
}
