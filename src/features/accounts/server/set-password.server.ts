import { and, eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { accounts } from '#schema/accounts.ts'
import { hashPassword } from './password-hash.server.ts'
import { deletePendingVerifications } from './sessions.server.ts'

const PASSWORD_PROVIDER = 'credential'

/** Also deletes pending verifications, but ends no sessions. */
export async function setPassword(tx: Db, userId: string, password: string): Promise<void> {
  await storePasswordHash(tx, userId, await hashPassword(password))
  await deletePendingVerifications(tx, userId)
}

/** @param hash from hashPassword */
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

export async function hasPassword(tx: Db, userId: string): Promise<boolean> {
  const found = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, PASSWORD_PROVIDER)))
  return found.length > 0
}
