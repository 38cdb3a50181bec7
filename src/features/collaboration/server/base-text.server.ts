import { and, eq, gt } from 'drizzle-orm'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { hashForm, readFields } from '#features/drafts/server/article-fields.server.ts'
import { type DraftState, lockDraft } from '#features/drafts/server/draft-state.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { draftUpdates } from '#schema/newsroom.ts'
import { readFormAt } from './draft-document.server.ts'

/** The text that a person decides about, as their screen shows it: a document after an update, or the stored form. */
export type BaseText = { document: string; seq: number } | { formHash: string }

type ReadText = {
  kind: 'read'
  state: DraftState
  form: ArticleForm
  formHash: string
  isNewest: boolean
  /** Who has edited since. */
  laterEditors: string[]
}

export type UnreadableText =
  /** Open the draft again: it has another document, the text is too old, or the stored form has changed. */
  | { kind: 'outdated' }
  /** In the bin, or removed. */
  | { kind: 'gone' }

/** Locks a draft and reads the text. `isNewest`: nobody has edited since. */
export async function readBaseText(
  tx: Db,
  { id, base }: { id: string; base: BaseText },
): Promise<ReadText | UnreadableText> {
  const state = await lockDraft(tx, id)
  if (!state || state.draft.deletedAt) return { kind: 'gone' }
  const { draft } = state
  const { fields, documentId, documentSeq } = draft
  const isOutdated = 'formHash' in base ? base.formHash !== draft.formHash : base.document !== documentId
  if (isOutdated) return { kind: 'outdated' }
  const seq = 'formHash' in base ? documentSeq : base.seq
  const form = documentId ? await readFormAt(tx, draft, seq) : readFields(fields)
  if (!form) return { kind: 'outdated' }
  const formHash = await hashForm(tx, form)
  // The list shows the stored form, and editors the document.
  if ('formHash' in base && formHash !== draft.formHash) return { kind: 'outdated' }
  const isNewest = seq === documentSeq
  const laterEditors = isNewest ? [] : await findEditorsAfter(tx, id, seq)
  return { kind: 'read', state, form, formHash, isNewest, laterEditors }
}

async function findEditorsAfter(tx: Db, id: string, seq: number): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ by: draftUpdates.by })
    .from(draftUpdates)
    .where(and(eq(draftUpdates.draftId, id), gt(draftUpdates.seq, seq)))
  return rows.flatMap(({ by }) => by ?? [])
}
