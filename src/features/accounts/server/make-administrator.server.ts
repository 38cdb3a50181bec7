import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { twoFactors, users } from '#schema/accounts.ts'
import { endSessions } from './end-sessions.server.ts'
import { setPassword } from './set-password.server.ts'

/**
 * Makes an administrator with that password, in a transaction. An account of that address is promoted; it gets the password,
 * its sessions end, and a second factor that somebody else may have set up is gone.
 *
 * @returns its id
 */
export async function makeAdministrator(
  tx: Db,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<string | undefined> {
  const [user] = await tx
    .insert(users)
    .values({ name, email: email.toLowerCase(), role: 'admin', emailVerified: true })
    .onConflictDoUpdate({
      target: users.email,
      set: { name, role: 'admin', emailVerified: true, banned: false, updatedAt: new Date() },
    })
    .returning({ id: users.id })
  if (!user) return undefined
  await setPassword(tx, user.id, password)
  await endSessions(tx, user.id)
  await removeSecondFactor(tx, user.id)
  return user.id
}

export async function removeSecondFactor(tx: Db, userId: string): Promise<void> {
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
  await tx.update(users).set({ twoFactorEnabled: false, updatedAt: new Date() }).where(eq(users.id, userId))
}
