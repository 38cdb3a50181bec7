import { and, eq, isNotNull } from 'drizzle-orm'
import { diffFields } from '#features/accounts/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/accounts/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { drafts } from '#schema/newsroom.ts'
import { type ArticleForm, EMPTY_ARTICLE } from '../rules/article-form.ts'
import { canEditDraft } from '../rules/draft-access.ts'
import { hashContent, readFields } from './article-fields.server.ts'
import { appendRevision, type DraftState, lockDraft, type RevisionKind } from './draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from './require-draft-access.server.ts'

/** Nothing was written. */
export type Unsaved =
  | { kind: 'conflict'; theirs: ArticleForm; version: string }
  /** The article is in the bin or was removed. */
  | { kind: 'gone' }

export type SaveOutcome = { kind: 'saved'; version: string; revision: number } | Unsaved

/** @param edit.version the version that `form` is based on; null for a new article, whose id the client has chosen */
export type Edit = { id: string; version: string | null; form: ArticleForm }

/**
 * Saves a draft with a new revision if its stored version is still `version`. Nothing changes for readers.
 *
 * @param edit.form parsed by `draftFormSchema`
 */
export async function saveDraft(
  db: Db,
  by: DraftActor,
  edit: Edit & { note?: string },
  now: Date,
): Promise<SaveOutcome> {
  return db.transaction(async (tx) => {
    const opened = await openEdit(tx, by, edit, now)
    if (opened.kind !== 'opened') return opened
    const { state, isNew, version } = opened
    const { id, form, note } = edit
    if (state.draft.contentHash === version && !isNew)
      return { kind: 'saved', version, revision: state.draft.lastRevision }
    const revision = await storeContent(tx, state, { kind: 'save', form, by, at: now, note })
    const changes = diffFields<ArticleForm>(isNew ? EMPTY_ARTICLE : readFields(state.draft.fields), form)
    const action = isNew ? 'draft.create' : 'draft.update'
    await recordAudit(tx, { by, action, subjectId: id, subject: form.title || 'Untitled', changes })
    return { kind: 'saved', version, revision }
  })
}

/** `version` is that of the edited form. */
type OpenedEdit = { kind: 'opened'; state: DraftState; isNew: boolean; version: string }

/** Locks the draft of an edit, creating a new one without revisions, and checks the version that the edit is based on. */
export async function openEdit(
  tx: Db,
  by: DraftActor,
  { id, version, form }: Edit,
  now: Date,
): Promise<OpenedEdit | Unsaved> {
  const hash = await hashContent(tx, form)
  const values = { id, fields: form, ownerId: by.id, updatedBy: by.id, createdAt: now, updatedAt: now }
  const created =
    version === null &&
    (await tx.insert(drafts).values(values).onConflictDoNothing().returning({ id: drafts.id })).length > 0
  const wasDeleted = version === null && (await leaveBin(tx, by, id))
  const state = await lockDraft(tx, id)
  if (!state || state.draft.deletedAt) return { kind: 'gone' }
  // The id may be that of an article without a draft.
  const isNew = created && state.article === null
  const people = created && !isNew ? { ownerId: null, assigneeId: null } : state.draft
  requireDraftAccess(canEditDraft(by, people))
  const { contentHash, fields } = state.draft
  if (contentHash !== hash && contentHash !== version && !wasDeleted)
    return { kind: 'conflict', theirs: readFields(fields), version: contentHash }
  return { kind: 'opened', state, isNew, version: hash }
}

/** For an editor who saves an article that somebody else deleted in the meantime. */
async function leaveBin(tx: Db, by: Actor, id: string): Promise<boolean> {
  const [draft] = await tx
    .update(drafts)
    .set({ deletedAt: null, deletedBy: null })
    .where(and(eq(drafts.id, id), isNotNull(drafts.deletedAt)))
    .returning({ title: drafts.title })
  if (draft) await recordAudit(tx, { by, action: 'article.restore', subjectId: id, subject: draft.title })
  return draft !== undefined
}

/** @returns the number of the new revision */
export async function storeContent(
  tx: Db,
  { draft }: DraftState,
  entry: { kind: RevisionKind; form: ArticleForm; by: Actor; at: Date; note?: string },
): Promise<number> {
  const { form, by, at } = entry
  await tx
    .update(drafts)
    .set({ fields: form, updatedAt: at, updatedBy: by.id })
    .where(eq(drafts.id, draft.id))
  return appendRevision(tx, draft.id, entry)
}
