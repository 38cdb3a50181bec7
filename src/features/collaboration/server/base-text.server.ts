import { and, eq, gt } from 'drizzle-orm'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { hashForm } from '#features/drafts/server/article-fields.server.ts'
import { readFormAt } from '#features/drafts/server/draft-document.server.ts'
import { type DraftState, lockDraft } from '#features/drafts/server/draft-state.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { draftSteps } from '#schema/newsroom.ts'

/** The text that a person decides about, as their screen shows it: a version of the document, or the stored form. */
export type BaseText = { version: number } | { formHash: string }

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
  /** Open the draft again: the text is too old, or the stored form has changed. */
  | { kind: 'outdated' }
  /** The draft is in the bin, or was removed. */
  | { kind: 'gone' }

/** Locks a draft and reads the text. `isNewest`: nobody has edited since. */
export async function readBaseText(
  tx: Db,
  { id, base }: { id: string; base: BaseText },
): Promise<ReadText | UnreadableText> {
  const state = await lockDraft(tx, id)
  if (!state || state.draft.deletedAt) return { kind: 'gone' }
  const { draft } = state
  if ('formHash' in base && base.formHash !== draft.formHash) return { kind: 'outdated' }
  const version = 'formHash' in base ? draft.version : base.version
  const form = await readFormAt(tx, draft, version)
  if (!form) return { kind: 'outdated' }
  const formHash = await hashForm(tx, form)
  const isNewest = version === draft.version
  const laterEditors = isNewest ? [] : await findEditorsAfter(tx, id, version)
  return { kind: 'read', state, form, formHash, isNewest, laterEditors }
}

async function findEditorsAfter(tx: Db, id: string, version: number): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ by: draftSteps.by })
    .from(draftSteps)
    .where(and(eq(draftSteps.draftId, id), gt(draftSteps.version, version)))
  return rows.flatMap(({ by }) => by ?? [])
}
