import { eq, or } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import type { Account } from '../rules/access.ts'
import { decideRoleChange, type RoleDecision } from '../rules/decide-role-change.ts'
import { recordAudit } from './record-audit.server.ts'
import { endSessions } from './sessions.server.ts'

/**
 * Spec §4, Profile role. Ends the account's sessions. Locks all administrators, so that concurrent demotions cannot
 * remove the last one.
 */
export async function changeRole(
  db: Db,
  { by, userId, role }: { by: Pick<Account, 'id' | 'email'>; userId: string; role: Account['role'] },
): Promise<RoleDecision> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: users.id, name: users.name, email: users.email, role: users.role, banned: users.banned })
      .from(users)
      .where(or(eq(users.role, 'admin'), eq(users.id, userId)))
      .orderBy(users.id)
      .for('update')
    const target = rows.find(({ id }) => id === userId)
    const administrators = new Set(
      rows.filter(({ role, banned }) => role === 'admin' && !banned).map(({ id }) => id),
    )
    const decision = decideRoleChange({ by: by.id, target, role, administrators })
    if (decision.kind !== 'change' || !target) return decision
    await tx.update(users).set({ role, updatedAt: new Date() }).where(eq(users.id, userId))
    await endSessions(tx, userId)
    await recordAudit(tx, {
      by,
      action: 'user.role',
      subjectId: userId,
      subject: target.name || target.email,
      changes: { role: { from: target.role, to: role } },
    })
    return decision
  })
}
