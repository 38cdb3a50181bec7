import type { Db } from '#platform/database/db.server.ts'
import type { Changes } from '#schema/audit.ts'
import { auditLog } from '#schema/audit.ts'
import { COMMAND_LINE } from '../rules/command-line.ts'
import type { Account } from './current-account.server.ts'

/** A database, or a transaction in it. */
type Writer = Pick<Db, 'insert'>

/** Whoever has the server, and changes something by its command. */
export const BY_COMMAND = { id: null, email: COMMAND_LINE } as const

/** An administrator, or the `masthead` command. */
export type Actor = Pick<Account, 'id' | 'email'> | typeof BY_COMMAND

/**
 * Records a change that an administrator made. To be called in the transaction of the change itself, so that neither is
 * without the other.
 *
 * @param entry.action `noun.verb`, such as `article.update`
 * @param entry.subject what it is called on the screen, as it then was
 */
export async function recordAudit(
  writer: Writer,
  entry: {
    by: Actor
    action: `${string}.${string}`
    subjectId?: string
    subject: string
    changes?: Changes
  },
): Promise<void> {
  const { by, action, subjectId, subject, changes = {} } = entry
  await writer
    .insert(auditLog)
    .values({ actorId: by.id, actorEmail: by.email, action, subjectId, subject, changes })
}
