import { and, eq, lt, max } from 'drizzle-orm'
import { limitStorage } from '#features/audit/server/limit-storage.server.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { restoringClient } from '#features/collaboration/rules/client-id.ts'
import type { UnreadableText } from '#features/collaboration/server/base-text.server.ts'
import { canEditDraft } from '#features/drafts/rules/draft-access.ts'
import { readFields } from '#features/drafts/server/article-fields.server.ts'
import { replaceFields } from '#features/drafts/server/draft-document.server.ts'
import {
  appendRevision,
  findRevisionAuthors,
  lockDraft,
  storeNewestRevision,
  withEditors,
} from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { findRevision } from '#features/drafts/server/revisions.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { drafts, publications } from '#schema/newsroom.ts'
import type { SaveOutcome } from './save-draft.server.ts'

export type Restore = {
  id: string
  /** The number of the revision. */
  number: number
  /** The version of the document that the person has seen: people whose words are newer are offered them. */
  version: number
  /** The editor of the person. */
  client: string
}

/**
 * Replaces the text of a draft by that of a revision, and stores both the text before and the restored one as revisions.
 *
 * The change is made from the newest text, while the draft is locked. If two people restore the same text at the same time,
 * the draft has it once.
 *
 * @throws TooBusyError
 */
export async function restoreRevision(
  db: Db,
  by: DraftActor,
  { id, number, version, client }: Restore,
  now: Date,
): Promise<SaveOutcome | UnreadableText> {
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    const { draft } = state
    requireDraftAccess(canEditDraft(by, draft))
    const restored = await findRevision(tx, id, number)
    if (!restored) return { kind: 'outdated' }
    const { form, formHash } = restored
    await limitStorage(by, Buffer.byteLength(JSON.stringify(form)))
    const last = await storeNewestRevision(tx, state, readFields(draft.fields), now)
    const seen = Math.min(version, draft.version)
    await replaceFields(tx, id, form, now, { by: by.id, seen, client: restoringClient(client) })
    const authors = await findAuthors(tx, id, number)
    await tx
      .update(drafts)
      .set({ updatedBy: by.id, editedBy: withEditors(by.id, ...authors) })
      .where(eq(drafts.id, id))
    const revision = await appendRevision(tx, id, {
      kind: 'restore',
      note: `Revision ${number}`,
      form,
      by,
      at: now,
      isNewest: true,
    })
    const audit = { by, subjectId: id, subject: form.title || 'Untitled' }
    const changes = { revision: { from: last, to: number } }
    await recordAudit(tx, { ...audit, action: 'draft.restore-revision', changes })
    return { kind: 'saved', formHash, revision }
  })
}

/** Finds who wrote a restored text since the publication before it, and so counts as its author again. */
async function findAuthors(tx: Db, id: string, revision: number): Promise<string[]> {
  const isEarlier = and(eq(publications.articleId, id), lt(publications.revision, revision))
  const [published] = await tx
    .select({ revision: max(publications.revision) })
    .from(publications)
    .where(and(isEarlier, eq(publications.state, 'done')))
  return findRevisionAuthors(tx, id, { after: published?.revision ?? 0, until: revision })
}
