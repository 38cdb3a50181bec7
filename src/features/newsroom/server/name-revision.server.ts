import { and, eq, ne } from 'drizzle-orm'
import { diffFields } from '#features/accounts/rules/diff-fields.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { drafts, revisions } from '#schema/newsroom.ts'
import { canEditDraft } from '../rules/draft-access.ts'
import { type DraftActor, requireDraftAccess } from './require-draft-access.server.ts'

/** Names a revision, except a submitted one, whose note is for the reviewer. */
export async function nameRevision(
  db: Db,
  by: DraftActor,
  { id, number, name }: { id: string; number: number; name: string },
): Promise<{ kind: 'named' } | { kind: 'gone' }> {
  return db.transaction(async (tx) => {
    const [draft] = await tx.select().from(drafts).where(eq(drafts.id, id)).for('update')
    if (!draft || draft.deletedAt) return { kind: 'gone' }
    requireDraftAccess(canEditDraft(by, draft))
    const revision = and(
      eq(revisions.articleId, id),
      eq(revisions.number, number),
      ne(revisions.kind, 'submit'),
    )
    const [before] = await tx.select({ note: revisions.note }).from(revisions).where(revision)
    if (!before) return { kind: 'gone' }
    if (before.note === name) return { kind: 'named' }
    await tx.update(revisions).set({ note: name }).where(revision)
    const subject = draft.title || 'Untitled'
    const changes = diffFields(before, { note: name })
    await recordAudit(tx, { by, action: 'draft.name-revision', subjectId: id, subject, changes })
    return { kind: 'named' }
  })
}
