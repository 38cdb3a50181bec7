import { eq } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import { auditLog, type Changes } from '#schema/audit.ts'
import { type AuditAction, COMMAND_LINE_EMAIL, FETCH_EMAIL, SCHEDULE_EMAIL } from '../rules/audit-actions.ts'
import { limitStorage } from './limit-storage.server.ts'

export const COMMAND_LINE_ACTOR = { id: null, email: COMMAND_LINE_EMAIL } as const

const SCHEDULE_ACTOR = { id: null, email: SCHEDULE_EMAIL } as const

export const FETCH_ACTOR = { id: null, email: FETCH_EMAIL } as const

/** Without an account or restrictions. */
export type SystemActor = typeof COMMAND_LINE_ACTOR | typeof SCHEDULE_ACTOR | typeof FETCH_ACTOR

export type Actor = Pick<Account, 'id' | 'email'> | SystemActor

/** Returns the person who scheduled a change, or the schedule itself once the account is deleted. */
export async function findPlanner(tx: Db, id: string | null): Promise<Actor> {
  if (!id) return SCHEDULE_ACTOR
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, id))
  return person ? { id, email: person.email } : SCHEDULE_ACTOR
}

/**
 * Call in the transaction of the change.
 *
 * @param entry.subject the record's current name
 * @throws TooBusyError if the person has stored too much
 */
export async function recordAudit(
  tx: Pick<Db, 'insert'>,
  entry: {
    by: Actor
    action: AuditAction
    subjectId?: string
    subject: string
    changes?: Changes
    address?: string
  },
): Promise<void> {
  const { by, action, subjectId, subject, changes = {}, address } = entry
  await limitStorage(by)
  await tx
    .insert(auditLog)
    .values({ actorId: by.id, actorEmail: by.email, action, subjectId, subject, changes, address })
}
