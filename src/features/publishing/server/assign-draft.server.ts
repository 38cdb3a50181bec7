import { eq } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { canAssignDraft, canReadDraft } from '#features/drafts/rules/draft-access.ts'
import { hashForm } from '#features/drafts/server/article-fields.server.ts'
import { createDraft, lockDraft } from '#features/drafts/server/draft-state.server.ts'
import { findStaffName } from '#features/drafts/server/list-staff.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { notifyPeople, withdrawAssignment } from '#features/inbox/server/inbox.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import { articles } from '#schema/articles.ts'
import { drafts } from '#schema/newsroom.ts'
import { saveDraft } from './save-draft.server.ts'

/** Undefined keeps a value, null removes it. */
export type Assignment = { assigneeId?: string | null; dueAt?: Date | null }

export type AssignOutcome =
  | { kind: 'assigned'; previous: Required<Assignment> }
  | { kind: 'refused'; reasons: string[] }
  | { kind: 'gone' }

export async function assignDraft(
  db: Db,
  by: DraftActor,
  { id, assigneeId, dueAt }: { id: string } & Assignment,
): Promise<AssignOutcome> {
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    const { draft } = state
    requireDraftAccess(canAssignDraft(by, draft))
    const previous = { assigneeId: draft.assigneeId, dueAt: draft.dueAt }
    const next = {
      assigneeId: assigneeId === undefined ? previous.assigneeId : assigneeId,
      dueAt: dueAt === undefined ? previous.dueAt : dueAt,
    }
    const isReassigned = next.assigneeId !== previous.assigneeId
    const name = next.assigneeId && isReassigned ? await findStaffName(tx, next.assigneeId) : null
    if (next.assigneeId && isReassigned && name === null)
      return {
        kind: 'refused',
        reasons: [phrase('This person no longer works on articles. Choose someone else.')],
      }
    const before = {
      assignee: isReassigned ? await findName(tx, previous.assigneeId) : null,
      dueAt: previous.dueAt,
    }
    const changes = diffFields<{ assignee: string | null; dueAt: Date | null }>(before, {
      assignee: name,
      dueAt: next.dueAt,
    })
    if (Object.keys(changes).length === 0 && !isReassigned) return { kind: 'assigned', previous }
    await tx.update(drafts).set(next).where(eq(drafts.id, id))
    if (isReassigned && previous.assigneeId) await withdrawAssignment(tx, id, previous.assigneeId)
    if (isReassigned) await notifyPeople(tx, { kind: 'assignment', articleId: id, by, to: [next.assigneeId] })
    const subject = draft.title || 'Untitled'
    await recordAudit(tx, { by, action: 'article.assign', subjectId: id, subject, changes })
    return { kind: 'assigned', previous }
  })
}

/** Creates a headline without text (newsroom §2, "Idea"). */
export async function createIdea(
  db: Db,
  by: DraftActor,
  idea: { id: string; title: string; assigneeId: string; dueAt: Date | null },
  now: Date,
): Promise<AssignOutcome> {
  const { id, title, assigneeId, dueAt } = idea
  return db.transaction(async (tx) => {
    if ((await findStaffName(tx, assigneeId)) === null)
      return {
        kind: 'refused',
        reasons: [phrase('This person no longer works on articles. Choose someone else.')],
      }
    const fields = { ...EMPTY_ARTICLE, title }
    await createDraft(tx, by, { id, fields }, now)
    const saved = await saveDraft(tx, by, { id, base: { formHash: await hashForm(tx, fields) } }, now)
    if (saved.kind !== 'saved') return { kind: 'gone' }
    return assignDraft(tx, by, { id, assigneeId, dueAt })
  })
}

async function findName(db: Db, id: string | null): Promise<string | null> {
  if (!id) return null
  const [person] = await db.select({ name: users.name }).from(users).where(eq(users.id, id))
  return person?.name ?? null
}

/** `dueAt` is ISO 8601. */
export async function findAssignment(
  db: Db,
  by: DraftActor,
  id: string,
): Promise<{ assigneeId: string | null; dueAt: string | null; canAssign: boolean } | null> {
  const [draft] = await db
    .select({ ownerId: drafts.ownerId, assigneeId: drafts.assigneeId, dueAt: drafts.dueAt })
    .from(drafts)
    .where(eq(drafts.id, id))
  // A feed article may have no draft.
  const people = draft ?? { ownerId: null, assigneeId: null, dueAt: null }
  if (!draft && (await db.$count(articles, eq(articles.id, id))) === 0) return null
  requireDraftAccess(canReadDraft(by, people))
  const { assigneeId, dueAt } = people
  return { assigneeId, dueAt: dueAt?.toISOString() ?? null, canAssign: canAssignDraft(by, people) }
}
