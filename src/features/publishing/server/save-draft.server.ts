import { and, eq, lt, max } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { limitStorage } from '#features/audit/server/limit-storage.server.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import {
  type BaseText,
  readBaseText,
  type UnreadableText,
} from '#features/collaboration/server/base-text.server.ts'
import { type ArticleForm, EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { canEditDraft } from '#features/drafts/rules/draft-access.ts'
import {
  appendRevision,
  findRevisionAuthors,
  withEditors,
} from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { findRevision } from '#features/drafts/server/revisions.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { drafts, publications } from '#schema/newsroom.ts'

export type SaveOutcome = { kind: 'saved'; formHash: string; revision: number } | UnreadableText

export type Save = {
  id: string
  base: BaseText
  note?: string
  /** The restored revision. */
  restoredFrom?: number
  /** Adds no revision if the newest one, even an autosave, has this text. */
  isBackup?: boolean
}

/**
 * Saves the text that the client displays as a revision.
 *
 * @throws TooBusyError
 */
export async function saveDraft(
  db: Db,
  by: DraftActor,
  { id, base, note, restoredFrom, isBackup = false }: Save,
  now: Date,
): Promise<SaveOutcome> {
  return db.transaction(async (tx) => {
    const read = await readBaseText(tx, { id, base })
    if (read.kind !== 'read') return read
    const { state, form, formHash, isNewest, laterEditors } = read
    const { draft } = state
    requireDraftAccess(canEditDraft(by, draft))
    const last = await findRevision(tx, id, draft.lastRevision)
    const isKept = last?.formHash === formHash && (last.kind !== 'autosave' || isBackup)
    if (isKept && !restoredFrom) return { kind: 'saved', formHash, revision: last.number }
    const entry = restoredFrom
      ? { kind: 'restore' as const, note: `Revision ${restoredFrom}` }
      : { kind: 'save' as const, note }
    await limitStorage(by, Buffer.byteLength(JSON.stringify(form)))
    if (restoredFrom) await addAuthorsOf(tx, id, restoredFrom)
    const revision = await appendRevision(tx, id, { ...entry, form, by, at: now, isNewest, laterEditors })
    const audit = { by, subjectId: id, subject: form.title || 'Untitled' }
    if (restoredFrom) {
      const changes = { revision: { from: draft.lastRevision, to: restoredFrom } }
      await recordAudit(tx, { ...audit, action: 'draft.restore-revision', changes })
    } else {
      const changes = diffFields<ArticleForm>(last?.form ?? EMPTY_ARTICLE, form)
      await recordAudit(tx, { ...audit, action: last ? 'draft.update' : 'draft.create', changes })
    }
    return { kind: 'saved', formHash, revision }
  })
}

/** Those who wrote a restored text since the publication before it are among the authors again. */
async function addAuthorsOf(tx: Db, id: string, revision: number): Promise<void> {
  const isEarlier = and(eq(publications.articleId, id), lt(publications.revision, revision))
  const [published] = await tx
    .select({ revision: max(publications.revision) })
    .from(publications)
    .where(and(isEarlier, eq(publications.state, 'done')))
  const people = await findRevisionAuthors(tx, id, { after: published?.revision ?? 0, until: revision })
  await tx
    .update(drafts)
    .set({ editedBy: withEditors(...people) })
    .where(eq(drafts.id, id))
}
