import { and, eq, isNotNull } from 'drizzle-orm'
import { type Actor, recordAudit } from '#features/accounts/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { drafts, revisions } from '#schema/newsroom.ts'
import type { ArticleForm } from '../rules/article-form.ts'
import { canEditDraft } from '../rules/draft-access.ts'
import { hashContent, readFields } from './article-fields.server.ts'
import { appendRevision, lockDraft, replaceFields } from './draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from './require-draft-access.server.ts'
import { findRevision } from './revisions.server.ts'
import type { SeenText } from './seen-text.server.ts'

export type Conflict = { kind: 'conflict'; theirs: ArticleForm; version: string }

/** @param version the version that `form` is based on; null for a new article, whose id the client has chosen */
export type FormEdit = { id: string; version: string | null; form: ArticleForm }

/**
 * Writes the form of a client that does not edit the document, which it replaces, if the stored version is still `version`.
 *
 * @param edit.form parsed by `draftFormSchema`
 */
export async function writeForm(
  tx: Db,
  by: DraftActor,
  { id, version, form }: FormEdit,
  now: Date,
): Promise<SeenText | Conflict | { kind: 'gone' }> {
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
  if (contentHash !== hash) {
    await replaceFields(tx, id, form, now)
    await tx.update(drafts).set({ updatedBy: by.id }).where(eq(drafts.id, id))
  }
  return { version: hash }
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

/** Replaces the draft's text by that of a revision, as a new revision. Nothing changes for readers. */
export async function restoreRevision(
  db: Db,
  by: DraftActor,
  { id, number }: { id: string; number: number },
  now: Date,
): Promise<{ kind: 'saved'; version: string; revision: number } | { kind: 'gone' }> {
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    const restored = await findRevision(tx, id, number)
    if (!state || state.draft.deletedAt || !restored) return { kind: 'gone' }
    requireDraftAccess(canEditDraft(by, state.draft))
    const { form } = restored
    await replaceFields(tx, id, form, now)
    const entry = { kind: 'restore', form, by, at: now, note: `Revision ${number}`, isNewest: true } as const
    const revision = await appendRevision(tx, id, entry)
    const changes = { revision: { from: state.draft.lastRevision, to: number } }
    const subject = form.title || 'Untitled'
    await recordAudit(tx, { by, action: 'draft.restore-revision', subjectId: id, subject, changes })
    const [stored] = await tx
      .select({ version: revisions.contentHash })
      .from(revisions)
      .where(and(eq(revisions.articleId, id), eq(revisions.number, revision)))
    return { kind: 'saved', version: stored?.version ?? '', revision }
  })
}
