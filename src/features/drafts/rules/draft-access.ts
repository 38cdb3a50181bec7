import { hasCapability } from '#features/access/rules/access.ts'
import type { Role } from '#kernel/roles.ts'

/** An account, or the system (command line, schedule), which may do everything. */
export type DraftUser = { id: string; role: Role } | { id: null }

export type DraftPeople = { ownerId: string | null; assigneeId: string | null }

/** Newsroom §3: contributors see only their own. */
export function canReadDraft(user: DraftUser, draft: DraftPeople): boolean {
  if (user.id === null || hasCapability(user, 'article.read-all')) return true
  return hasCapability(user, 'article.write') && isOwnDraft(user.id, draft)
}

/** Includes submitting it. */
export function canEditDraft(user: DraftUser, draft: DraftPeople): boolean {
  if (user.id === null || hasCapability(user, 'article.edit-all')) return true
  return hasCapability(user, 'article.write') && isOwnDraft(user.id, draft)
}

/** Includes due dates. */
export function canAssignDraft(user: DraftUser, draft: DraftPeople): boolean {
  return (user.id === null || hasCapability(user, 'article.read-all')) && canEditDraft(user, draft)
}

/** Includes reviews, schedules and withdrawals. */
export function canPublishDraft(user: DraftUser): boolean {
  return user.id === null || hasCapability(user, 'article.publish')
}

/**
 * Includes restoring it.
 *
 * @param draft.hasPublication the article was published, or is scheduled
 */
export function canDeleteDraft(user: DraftUser, draft: DraftPeople & { hasPublication: boolean }): boolean {
  return canPublishDraft(user) || (!draft.hasPublication && canEditDraft(user, draft))
}

function isOwnDraft(userId: string, { ownerId, assigneeId }: DraftPeople): boolean {
  return userId === ownerId || userId === assigneeId
}
