import type { Db } from '#platform/database/db.server.ts'
import type { ArticleForm } from '../rules/article-form.ts'
import { hashContent, readFields } from './article-fields.server.ts'
import { readFormAt } from './draft-document.server.ts'
import { type DraftState, lockDraft } from './draft-state.server.ts'

/** The displayed text: a document after an update, or a version of the stored form without a document. */
export type SeenText = { document: string; seq: number } | { version: string }

type ReadText = { kind: 'read'; state: DraftState; form: ArticleForm; version: string; isNewest: boolean }

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
  if ('version' in seen) {
    if (seen.version !== contentHash) return { kind: 'outdated' }
    return { kind: 'read', state, form: readFields(fields), version: contentHash, isNewest: true }
  }
  const form = seen.document === documentId ? await readFormAt(tx, draft, seen.seq) : null
  if (!form) return { kind: 'outdated' }
  const version = await hashContent(tx, form)
  return { kind: 'read', state, form, version, isNewest: seen.seq === documentSeq }
}
