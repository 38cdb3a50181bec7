import type { Db } from '#platform/database/db.server.ts'
import type { ArticleForm } from '../rules/article-form.ts'
import { readFields } from './article-fields.server.ts'
import { readFormAt } from './draft-document.server.ts'
import { type DraftState, lockDraft } from './draft-state.server.ts'

/**
 * The text that a person has seen and decides about: a document after an update that the client has, or the stored form with a
 * version, such as that of a draft without a document.
 */
export type SeenText = { document: string; seq: number } | { version: string }

/** Nothing was written. */
export type Unread =
  /** The draft has another document, the text is too old to be read, or the stored form has changed: open the draft again. */
  | { kind: 'outdated' }
  /** The article is in the bin or was removed. */
  | { kind: 'gone' }

/** Locks a draft, and reads the text that a person has seen of it. `isNewest`: nobody has edited it since. */
export async function readSeenText(
  tx: Db,
  { id, seen }: { id: string; seen: SeenText },
): Promise<{ kind: 'read'; state: DraftState; form: ArticleForm; isNewest: boolean } | Unread> {
  const state = await lockDraft(tx, id)
  if (!state || state.draft.deletedAt) return { kind: 'gone' }
  const { draft } = state
  if ('version' in seen)
    return seen.version === draft.contentHash
      ? { kind: 'read', state, form: readFields(draft.fields), isNewest: true }
      : { kind: 'outdated' }
  if (seen.document !== draft.documentId) return { kind: 'outdated' }
  const form = await readFormAt(tx, draft, seen.seq)
  return form ? { kind: 'read', state, form, isNewest: seen.seq === draft.documentSeq } : { kind: 'outdated' }
}
