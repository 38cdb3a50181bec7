import { hashPassword } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { accounts } from '#schema/accounts.ts'
import { voidPending } from './end-sessions.server.ts'

/** The provider under which better-auth keeps passwords. */
const PASSWORD_PROVIDER = 'credential'

/** Gives an account a password. What was under way with the former one is void; its sessions are left to the caller. */
export async function setPassword(tx: Db, userId: string, password: string): Promise<void> {
  await storePasswordHash(tx, userId, await hashPassword(password))
  await voidPending(tx, userId)
}

/** @param hash of better-auth's hashPassword */
export async function storePasswordHash(tx: Db, userId: string, hash: string): Promise<void> {
  const { rowCount } = await tx
    .update(accounts)
    .set({ password: hash, accountId: userId, updatedAt: new Date() })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, PASSWORD_PROVIDER)))
  if (rowCount) return
  await tx
    .insert(accounts)
    .values({ userId, accountId: userId, providerId: PASSWORD_PROVIDER, password: hash })
}

/** Whether an account has a password. */
export async function hasPassword(tx: Db, userId: string): Promise<boolean> {
  const found = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, PASSWORD_PROVIDER)))
  return found.length > 0
}
