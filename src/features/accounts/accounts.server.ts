import { hashPassword } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { accounts, users } from './schema.ts'

/** The provider under which better-auth keeps passwords. */
const PASSWORD_PROVIDER = 'credential'

/**
 * Creates the first administrator where the database has no administrator yet. An account of that address is promoted
 * and keeps its password.
 *
 * @returns whether one was made
 */
export async function ensureFirstAdministrator(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [existing] = await tx.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)
    if (existing) return false
    const [user] = await tx
      .insert(users)
      .values({ email: email.toLowerCase(), name: 'Admin', role: 'admin', emailVerified: true })
      .onConflictDoUpdate({ target: users.email, set: { role: 'admin', updatedAt: new Date() } })
      .returning({ id: users.id })
    if (!user) return false
    const [credential] = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.userId, user.id), eq(accounts.providerId, PASSWORD_PROVIDER)))
    if (!credential) {
      await tx.insert(accounts).values({
        userId: user.id,
        accountId: user.id,
        providerId: PASSWORD_PROVIDER,
        password: await hashPassword(password),
      })
    }
    return true
  })
}
