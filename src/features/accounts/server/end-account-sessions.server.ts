import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import type { Account } from '../rules/access.ts'
import { recordAudit } from './record-audit.server.ts'
import { endSessions } from './sessions.server.ts'

export type EndedSessions = { kind: 'ended'; count: number } | { kind: 'own' } | { kind: 'missing' }

/** Signs an account out of all browsers, on behalf of an administrator. */
export async function endAccountSessions(
  db: Db,
  { by, userId }: { by: Pick<Account, 'id' | 'email'>; userId: string },
): Promise<EndedSessions> {
  // Owners end their own sessions in the security settings, where they can stay signed in.
  if (userId === by.id) return { kind: 'own' }
  return db.transaction(async (tx) => {
    const [target] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    if (!target) return { kind: 'missing' }
    const count = await endSessions(tx, userId)
    if (count > 0)
      await recordAudit(tx, { by, action: 'session.end', subjectId: userId, subject: target.email })
    return { kind: 'ended', count }
  })
}
