import { eq } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { accounts, users } from '#schema/accounts.ts'
import type { Changes } from '#schema/audit.ts'
import { removeTwoFactor } from './administrators.server.ts'
import { lockAccounts } from './profiles.server.ts'

type By = Pick<Account, 'id' | 'email'>
type Closed = { id: string; name: string; email: string }

/** Password and passkeys stay, for `reinstateAccount`. The trigger `users_ban` ends all sessions. */
export async function suspendAccount(tx: Db, by: By, account: Closed, changes: Changes): Promise<void> {
  await tx.update(users).set({ banned: true, updatedAt: new Date() }).where(eq(users.id, account.id))
  await recordAudit(tx, { by, action: 'user.suspend', ...subjectOf(account), changes })
}

/**
 * Deletes the email address, the portrait and all means of signing in. The name stays for the history of articles.
 * Another account can have the email address.
 */
export async function removeAccount(tx: Db, by: By, account: Closed, changes: Changes): Promise<void> {
  const { id } = account
  await removeTwoFactor(tx, id)
  await tx.delete(accounts).where(eq(accounts.userId, id))
  const now = new Date()
  await tx
    .update(users)
    .set({
      banned: true,
      removedAt: now,
      updatedAt: now,
      role: 'user',
      image: null,
      emailVerified: false,
      // RFC 2606 §2: never a mailbox.
      email: `${id}@removed.invalid`,
    })
    .where(eq(users.id, id))
  await recordAudit(tx, { by, action: 'user.remove', ...subjectOf(account), changes })
}

export type ReinstateOutcome = { kind: 'reinstated' | 'unchanged' | 'missing' | 'denied' }

export async function reinstateAccount(
  db: Db,
  { by, userId }: { by: By; userId: string },
): Promise<ReinstateOutcome> {
  return db.transaction(async (tx) => {
    const { accounts, administrators } = await lockAccounts(tx, [userId])
    const target = accounts.get(userId)
    if (!administrators.has(by.id)) return { kind: 'denied' }
    if (!target) return { kind: 'missing' }
    if (!target.banned) return { kind: 'unchanged' }
    await tx.update(users).set({ banned: false, updatedAt: new Date() }).where(eq(users.id, userId))
    await recordAudit(tx, { by, action: 'user.reinstate', ...subjectOf(target) })
    return { kind: 'reinstated' }
  })
}

function subjectOf({ id, name, email }: Closed) {
  return { subjectId: id, subject: name || email }
}
