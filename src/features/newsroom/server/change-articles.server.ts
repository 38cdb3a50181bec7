import type { Category } from '#kernel/category.ts'
import type { Db } from '#platform/database/db.server.ts'
import { ForbiddenError } from '#platform/with-user-message.server.ts'
import { assignDraft } from './assign-draft.server.ts'
import { deleteDraft, restoreDeleted } from './bin.server.ts'
import { editDraft } from './edit-draft.server.ts'
import type { DraftActor } from './require-draft-access.server.ts'
import { saveDraft } from './save-draft.server.ts'
import { withdrawArticle } from './withdraw-article.server.ts'

export const MAX_CHANGES = 100

export type ArticleChange = { id: string } & (
  | { kind: 'assign'; assigneeId: string | null }
  | { kind: 'category'; category: Category }
  /** `reason` is public. The client chooses `publicationId`, so that retries withdraw once. */
  | { kind: 'withdraw'; publicationId: string; reason: string }
  | { kind: 'delete' }
  | { kind: 'restore' }
)

/** `undo` reverses the change; null if impossible or unnecessary. */
export type ChangeOutcome = { id: string } & (
  | { kind: 'done'; undo: ArticleChange | null }
  | { kind: 'refused'; reason: string }
)

const GONE = 'The article no longer exists.'
const FORBIDDEN = 'You do not have permission to change this article.'

/** Each change has a transaction of its own; a refused one does not stop the others. */
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
    if (error instanceof ForbiddenError) return refused(FORBIDDEN)
    throw error
  }
}

const refused = (reason: string): Result => ({ kind: 'refused', reason })

async function runChange(db: Db, by: DraftActor, change: ArticleChange, now: Date): Promise<Result> {
  const { id } = change
  switch (change.kind) {
    case 'assign': {
      const outcome = await assignDraft(db, by, change)
      if (outcome.kind === 'refused') return refused(outcome.reasons.join(' '))
      if (outcome.kind === 'gone') return refused(GONE)
      const { assigneeId } = outcome.previous
      return {
        kind: 'done',
        undo: assigneeId === change.assigneeId ? null : { id, kind: 'assign', assigneeId },
      }
    }
    case 'category':
      return setCategory(db, by, id, change.category, now)
    case 'withdraw': {
      const outcome = await withdrawArticle(db, by, change, now)
      if (outcome.kind === 'withdrawn') return { kind: 'done', undo: null }
      return refused(outcome.kind === 'refused' ? outcome.reasons.join(' ') : GONE)
    }
    case 'delete':
      return (await deleteDraft(db, by, id, now))
        ? { kind: 'done', undo: { id, kind: 'restore' } }
        : refused(GONE)
    case 'restore':
      return (await restoreDeleted(db, by, id))
        ? { kind: 'done', undo: null }
        : refused('The article can no longer be restored.')
  }
}

/** Readers see the category of a published article once it is updated. */
async function setCategory(
  db: Db,
  by: DraftActor,
  id: string,
  category: Category,
  now: Date,
): Promise<Result> {
  const outcome = await editDraft(db, by, { id, change: { category } }, now)
  if (outcome.kind === 'refused') return refused(outcome.reasons.join(' '))
  if (outcome.kind === 'gone') return refused(GONE)
  const { previous, seen } = outcome
  const saved = await saveDraft(db, by, { id, seen }, now)
  if (saved.kind !== 'saved') return refused(GONE)
  const isUnchanged = previous.category === category
  return { kind: 'done', undo: isUnchanged ? null : { id, kind: 'category', category: previous.category } }
}
