import type { Db } from '#platform/database/db.server.ts'
import { auditLog, type Changes } from '#schema/audit.ts'
import type { Account } from '../rules/access.ts'
import { type AuditAction, COMMAND_LINE_EMAIL } from '../rules/audit-actions.ts'

/** The actor of changes made with the `masthead` command. */
export const COMMAND_LINE_ACTOR = { id: null, email: COMMAND_LINE_EMAIL } as const

/** An administrator, or the `masthead` command. */
export type Actor = Pick<Account, 'id' | 'email'> | typeof COMMAND_LINE_ACTOR

/**
 * Records a change in the audit log. Call it in the transaction of the change.
 *
 * @param entry.subject the name of the changed record at that time
 */
export async function recordAudit(
  tx: Pick<Db, 'insert'>,
  entry: {
    by: Actor
    action: AuditAction
    subjectId?: string
    subject: string
    changes?: Changes
  },
): Promise<void> {
  const { by, action, subjectId, subject, changes = {} } = entry
  await tx
    .insert(auditLog)
    .values({ actorId: by.id, actorEmail: by.email, action, subjectId, subject, changes })
}
