import { and, eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { accounts, users } from '#schema/accounts.ts'
import { siteSettings } from '#schema/site.ts'
import { isStrongPassword, WeakPasswordError } from '../rules/password-policy.ts'
import { hashPassword, verifyPassword } from './password-hash.server.ts'
import { siteHost } from './send-email.server.ts'
import { deletePendingVerifications } from './sessions.server.ts'

const DEFAULT_SITE_NAME = 'Masthead'
const PASSWORD_PROVIDER = 'credential'

/**
 * Sets a password and deletes pending verifications, but ends no sessions.
 *
 * @throws WeakPasswordError
 */
export async function setPassword(tx: Db, userId: string, password: string): Promise<void> {
  await requireStrongPassword(tx, userId, password)
  await storePasswordHash(tx, userId, await hashPassword(password))
  await deletePendingVerifications(tx, userId)
}

export async function isPasswordOf(db: Db, userId: string, password: string): Promise<boolean> {
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, PASSWORD_PROVIDER)))
  return account?.hash ? verifyPassword({ hash: account.hash, password }) : false
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

/** @throws WeakPasswordError */
export async function requireStrongPassword(
  tx: Db,
  userId: string,
  password: string,
  field?: string,
): Promise<void> {
  const [user] = await tx
    .select({ email: users.email, name: users.name, role: users.role })
    .from(users)
    .where(eq(users.id, userId))
  const { email = '', name = '', role = 'user' } = user ?? {}
  const own = [email, name, await findSiteName(tx), siteHost()]
  if (!(await isStrongPassword(password, { own, role }))) throw new WeakPasswordError(field)
}

async function findSiteName(tx: Db): Promise<string> {
  const [row] = await tx.select().from(siteSettings).where(eq(siteSettings.settingName, 'site_name'))
  return row?.settingValue || DEFAULT_SITE_NAME
}

export async function hasPassword(tx: Db, userId: string): Promise<boolean> {
  const found = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, PASSWORD_PROVIDER)))
  return found.length > 0
}
