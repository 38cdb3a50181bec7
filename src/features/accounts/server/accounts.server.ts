import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import { hasAdministrator } from './first-administrator.server.ts'
import { hasPassword, setPassword } from './set-password.server.ts'

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
    if (await hasAdministrator(tx)) return false
    const [user] = await tx
      .insert(users)
      .values({ email: email.toLowerCase(), name: 'Admin', role: 'admin', emailVerified: true })
      .onConflictDoUpdate({ target: users.email, set: { role: 'admin', updatedAt: new Date() } })
      .returning({ id: users.id })
    if (!user) return false
    if (!(await hasPassword(tx, user.id))) await setPassword(tx, user.id, password)
    return true
  })
}

/** Whether there is an account of that address, and which. */
export async function findAccount(
  db: Db,
  email: string,
): Promise<{ id: string; role: 'admin' | 'user' } | undefined> {
  const [user] = await db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(eq(users.email, email.toLowerCase()))
  return user
}
