import { eq } from 'drizzle-orm'
import type { BaseText } from '#features/collaboration/server/base-text.server.ts'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { canEditDraft } from '#features/drafts/rules/draft-access.ts'
import { hashForm, readFields } from '#features/drafts/server/article-fields.server.ts'
import { replaceFields } from '#features/drafts/server/draft-document.server.ts'
import { lockDraft, withEditors } from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { changeTopic } from '#features/publishing/server/article-topics.server.ts'
import { assignDraft } from '#features/publishing/server/assign-draft.server.ts'
import { deleteDraft, restoreDeleted } from '#features/publishing/server/bin.server.ts'
import { publishDraft } from '#features/publishing/server/publish-draft.server.ts'
import { reviewDraft } from '#features/publishing/server/review-draft.server.ts'
import { saveDraft } from '#features/publishing/server/save-draft.server.ts'
import { withdrawArticle } from '#features/publishing/server/withdraw-article.server.ts'
import type { Category } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { Db } from '#platform/database/db.server.ts'
import { ForbiddenError } from '#platform/http/with-user-message.server.ts'
import { drafts } from '#schema/newsroom.ts'

export const MAX_CHANGES = 100

export type ArticleChange = { id: string } & (
  | { kind: 'assign'; assigneeId: string | null }
  | { kind: 'category'; category: Category }
  | { kind: 'add-topic' | 'remove-topic'; topicId: string }
  | { kind: 'withdraw'; publicationId: string; reason: string }
  /** `formHash`: hash of the form that the list showed. */
  | { kind: 'approve'; formHash: string }
  | { kind: 'publish'; formHash: string; publicationId: string; updateKind: 'minor' | 'update' }
  | { kind: 'delete' }
  | { kind: 'restore' }
)

/** `undo` is null if impossible or unnecessary. */
type ChangeOutcome = { id: string } & (
  | { kind: 'done'; undo: ArticleChange | null }
  | { kind: 'refused'; reason: string }
)

const outdatedText = () =>
  phrase('The text has changed since the list was loaded. Open the article and read the new text first.')
const goneText = () => phrase('The article no longer exists.')
const forbiddenText = () => phrase('You do not have permission to change this article.')

/** Each change has its own transaction; a refused one does not stop the others. */
export async function changeArticles(
  db: Db,
  by: DraftActor,
  changes: readonly ArticleChange[],
  now: Date,
): Promise<ChangeOutcome[]> {
  const outcomes: ChangeOutcome[] = []
  for (const change of changes)
    outcomes.push({ id: change.id, ...(await changeArticle(db, by, change, now)) })
  return outcomes
}

type Result = { kind: 'done'; undo: ArticleChange | null } | { kind: 'refused'; reason: string }

async function changeArticle(db: Db, by: DraftActor, change: ArticleChange, now: Date): Promise<Result> {
  try {
    return await runChange(db, by, change, now)
  } catch (error) {
    if (error instanceof ForbiddenError) return refused(forbiddenText())
    throw error
  }
}

const DONE: Result = { kind: 'done', undo: null }

const refused = (reason: string): Result => ({ kind: 'refused', reason })

function refusedAs(outcome: { kind: string; reasons?: string[] }): Result {
  if (outcome.reasons) return refused(outcome.reasons.join(' '))
  return refused(outcome.kind === 'outdated' ? outdatedText() : goneText())
}

async function runChange(db: Db, by: DraftActor, change: ArticleChange, now: Date): Promise<Result> {
  const { id } = change
  switch (change.kind) {
    case 'assign': {
      const outcome = await assignDraft(db, by, change)
      if (outcome.kind === 'refused' || outcome.kind === 'gone') return refusedAs(outcome)
      const { assigneeId } = outcome.previous
      return {
        kind: 'done',
        undo: assigneeId === change.assigneeId ? null : { id, kind: 'assign', assigneeId },
      }
    }
    case 'category':
      return setCategory(db, by, id, change.category, now)
    case 'add-topic':
    case 'remove-topic': {
      const outcome = await changeTopic(db, by, change)
      if (outcome.kind !== 'changed') return refusedAs(outcome)
      const kind = change.kind === 'add-topic' ? 'remove-topic' : 'add-topic'
      return { kind: 'done', undo: outcome.isChanged ? { id, kind, topicId: change.topicId } : null }
    }
    case 'withdraw': {
      const outcome = await withdrawArticle(db, by, change, now)
      return outcome.kind === 'withdrawn' ? DONE : refusedAs(outcome)
    }
    case 'approve': {
      const base = { formHash: change.formHash }
      const outcome = await reviewDraft(db, by, { kind: 'approve', id, base, note: '' }, now)
      return outcome.kind === 'reviewed' ? DONE : refusedAs(outcome)
    }
    case 'publish': {
      const { formHash, publicationId, updateKind } = change
      const request = { id, base: { formHash }, publicationId, updateKind }
      const outcome = await publishDraft(db, by, request, now)
      return outcome.kind === 'published' ? DONE : refusedAs(outcome)
    }
    case 'delete':
      return (await deleteDraft(db, by, id, now))
        ? { kind: 'done', undo: { id, kind: 'restore' } }
        : refused(goneText())
    case 'restore':
      return (await restoreDeleted(db, by, id))
        ? DONE
        : refused(phrase('The article can no longer be restored.'))
  }
}

/** Readers see the category once the published article is updated. */
async function setCategory(
  db: Db,
  by: DraftActor,
  id: string,
  category: Category,
  now: Date,
): Promise<Result> {
  const outcome = await editDraft(db, by, { id, change: { category } }, now)
  if (outcome.kind !== 'edited') return refusedAs(outcome)
  const { previous, base } = outcome
  const saved = await saveDraft(db, by, { id, base }, now)
  if (saved.kind !== 'saved') return refused(goneText())
  const isUnchanged = previous.category === category
  return { kind: 'done', undo: isUnchanged ? null : { id, kind: 'category', category: previous.category } }
}

type EditOutcome =
  | { kind: 'edited'; previous: ArticleForm; base: BaseText }
  | { kind: 'refused'; reasons: string[] }
  | { kind: 'gone' }

/** Changes fields of a draft beside others' edits. */
export async function editDraft(
  db: Db,
  by: DraftActor,
  { id, change }: { id: string; change: Partial<Omit<ArticleForm, 'content'>> },
  now: Date,
): Promise<EditOutcome> {
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    requireDraftAccess(canEditDraft(by, state.draft))
    const previous = readFields(state.draft.fields)
    const form = { ...previous, ...change }
    await replaceFields(tx, id, form, now, { by: by.id })
    await tx
      .update(drafts)
      .set({ updatedBy: by.id, editedBy: withEditors(by.id) })
      .where(eq(drafts.id, id))
    return { kind: 'edited', previous, base: { formHash: await hashForm(tx, form) } }
  })
}
