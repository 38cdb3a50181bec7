import { eq } from 'drizzle-orm'
import * as Y from 'yjs'
import type { Db } from '#platform/database/db.server.ts'
import { drafts } from '#schema/newsroom.ts'
import type { ArticleForm } from '../rules/article-form.ts'
import { canEditDraft } from '../rules/draft-access.ts'
import { createDraftDocument, writeForm } from '../rules/draft-document.ts'
import { appendUpdate, withEditor } from './append-update.server.ts'
import { hashContent, readFields } from './article-fields.server.ts'
import { readMergedUpdate } from './draft-document.server.ts'
import { lockDraft } from './draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from './require-draft-access.server.ts'
import type { SeenText } from './seen-text.server.ts'

export type EditOutcome =
  | { kind: 'edited'; previous: ArticleForm; seen: SeenText }
  | { kind: 'refused'; reasons: string[] }
  | { kind: 'gone' }

/**
 * Changes fields, such as the category, and merges with the edits of others.
 *
 * @param db not a transaction: the document in memory must match what is committed
 */
export async function editDraft(
  db: Db,
  by: DraftActor,
  { id, change }: { id: string; change: Partial<Omit<ArticleForm, 'content'>> },
  now: Date,
): Promise<EditOutcome> {
  const opened = await db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' } as const
    const { fields, documentId, documentSeq } = state.draft
    requireDraftAccess(canEditDraft(by, state.draft))
    const previous = readFields(fields)
    if (documentId) {
      const update = await readMergedUpdate(tx, id, documentSeq)
      if (!update) throw new Error(`The updates of draft ${id} are incomplete`)
      return { kind: 'document', previous, document: documentId, update } as const
    }
    const form = { ...previous, ...change }
    const edit = { fields: form, updatedAt: now, updatedBy: by.id, editedBy: withEditor(by) }
    await tx.update(drafts).set(edit).where(eq(drafts.id, id))
    return { kind: 'edited', previous, seen: { version: await hashContent(tx, form) } } as const
  })
  if (opened.kind !== 'document') return opened
  const { previous, document, update } = opened
  const doc = createDraftDocument(document)
  Y.applyUpdate(doc, update)
  const before = Y.encodeStateVector(doc)
  writeForm(doc, change)
  const append = { id, document, update: Y.encodeStateAsUpdate(doc, before) }
  const outcome = await appendUpdate(db, by, append, now)
  if (outcome.kind === 'appended') return { kind: 'edited', previous, seen: { document, seq: outcome.seq } }
  return outcome.kind === 'refused' ? outcome : { kind: 'gone' }
}
