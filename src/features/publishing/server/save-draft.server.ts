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
import { appendRevision } from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { findRevision } from '#features/drafts/server/revisions.server.ts'
import type { Db } from '#platform/database/db.server.ts'

export type SaveOutcome = { kind: 'saved'; formHash: string; revision: number } | UnreadableText

export type Save = {
  id: string
  base: BaseText
  note?: string
}

/**
 * Saves the text that the client displays as a revision.
 *
 * @throws TooBusyError
 */
export async function saveDraft(
  db: Db,
  by: DraftActor,
  { id, base, note }: Save,
  now: Date,
): Promise<SaveOutcome> {
  return db.transaction(async (tx) => {
    const read = await readBaseText(tx, { id, base })
    if (read.kind !== 'read') return read
    const { state, form, formHash, isNewest, laterEditors } = read
    const { draft } = state
    requireDraftAccess(canEditDraft(by, draft))
    const last = await findRevision(tx, id, draft.lastRevision)
    if (last?.formHash === formHash && last.kind !== 'autosave')
      return { kind: 'saved', formHash, revision: last.number }
    await limitStorage(by, Buffer.byteLength(JSON.stringify(form)))
    const entry = { kind: 'save', note, form, by, at: now, isNewest, laterEditors } as const
    const revision = await appendRevision(tx, id, entry)
    const audit = { by, subjectId: id, subject: form.title || 'Untitled' }
    const changes = diffFields<ArticleForm>(last?.form ?? EMPTY_ARTICLE, form)
    await recordAudit(tx, { ...audit, action: last ? 'draft.update' : 'draft.create', changes })
    return { kind: 'saved', formHash, revision }
  })
}
