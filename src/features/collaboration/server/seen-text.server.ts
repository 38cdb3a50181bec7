import { and, eq, gt } from 'drizzle-orm'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { hashContent, readFields } from '#features/drafts/server/article-fields.server.ts'
import { type DraftState, lockDraft } from '#features/drafts/server/draft-state.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { draftUpdates } from '#schema/newsroom.ts'
import { readFormAt } from './draft-document.server.ts'

/** The displayed text: a document after an update, or a version of the stored form without a document. */
export type SeenText = { document: string; seq: number } | { version: string }

type ReadText = {
  kind: 'read'
  state: DraftState
  form: ArticleForm
  version: string
  isNewest: boolean
  /** Who has edited since. */
  laterEditors: string[]
}

export type UnreadableText =
  /** Open the draft again: it has another document, the text is too old, or the stored form has changed. */
  | { kind: 'outdated' }
  /** In the bin, or removed. */
  | { kind: 'gone' }

/** Locks a draft and reads a version. `version` is the form's digest; `isNewest`: nobody has edited since. */
export async function readSeenText(
  tx: Db,
  { id, seen }: { id: string; seen: SeenText },
): Promise<ReadText | UnreadableText> {
  const state = await lockDraft(tx, id)
  if (!state || state.draft.deletedAt) return { kind: 'gone' }
  const { draft } = state
  const { fields, contentHash, documentId, documentSeq } = draft
  const isOutdated = 'version' in seen ? seen.version !== contentHash : seen.document !== documentId
  if (isOutdated) return { kind: 'outdated' }
  const seq = 'version' in seen ? documentSeq : seen.seq
  const form = documentId ? await readFormAt(tx, draft, seq) : readFields(fields)
  if (!form) return { kind: 'outdated' }
  const version = await hashContent(tx, form)
  // The list shows the stored form, and editors the document.
  if ('version' in seen && version !== contentHash) return { kind: 'outdated' }
  const isNewest = seq === documentSeq
  const laterEditors = isNewest ? [] : await findEditorsAfter(tx, id, seq)
  return { kind: 'read', state, form, version, isNewest, laterEditors }
}

async function findEditorsAfter(tx: Db, id: string, seq: number): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ by: draftUpdates.by })
    .from(draftUpdates)
    .where(and(eq(draftUpdates.draftId, id), gt(draftUpdates.seq, seq)))
  return rows.flatMap(({ by }) => by ?? [])
}
