import { and, eq } from 'drizzle-orm'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { accounts, users } from '#schema/accounts.ts'
import { siteSettings } from '#schema/site.ts'
import { passwordChangedEmail, resetPasswordEmail } from '../rules/account-emails.ts'
import { isStrongPassword, WeakPasswordError } from '../rules/password-policy.ts'
import { consumeToken, issueToken } from './one-time-token.server.ts'
import { hashPassword, verifyPassword } from './password-hash.server.ts'
import { queueEmail, siteHost, siteUrl, tokenUrl } from './send-email.server.ts'
import { deletePendingVerifications, endSessions } from './sessions.server.ts'

const DEFAULT_SITE_NAME = 'Masthead'
const PASSWORD_PROVIDER = 'credential'

/**
 * Deletes pending verifications; ends no sessions.
 *
 * @param chosen.hash from hashPassword, before the transaction: it takes long, and a transaction holds a connection
 * @throws WeakPasswordError
 */
export async function setPassword(
  tx: Db,
  userId: string,
  { password, hash }: { password: string; hash: string },
): Promise<void> {
  await requireStrongPassword(tx, userId, password)
  await storePasswordHash(tx, userId, hash)
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

const RESET_TOKEN_SECONDS = 3600

export function sendResetLink(db: Db, email: string): void {
  queueEmail(async () => {
    const [user] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), eq(users.banned, false)))
    if (!user) return undefined
    const token = await issueToken(db, 'password-reset', { value: user.id, seconds: RESET_TOKEN_SECONDS })
    const link = tokenUrl('/admin/reset-password', token)
    return { to: email, ...resetPasswordEmail({ host: siteHost(), link }) }
  })
}

/**
 * Ends all sessions, but keeps the second factor, which access to a mailbox does not replace.
 *
 * @returns the email address; undefined if the token is invalid
 * @throws WeakPasswordError, which leaves the token valid
 */
export async function resetPassword(
  db: Db,
  { token, password }: { token: string; password: string },
): Promise<string | undefined> {
  const hash = await hashPassword(password)
  const email = await db.transaction(async (tx) => {
    const userId = await consumeToken(tx, 'password-reset', token)
    if (userId === undefined) return undefined
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.banned, false)))
    if (!user) return undefined
    await setPassword(tx, userId, { password, hash })
    await endSessions(tx, userId)
    const by = { id: userId, email: user.email }
    await recordAudit(tx, { by, action: 'password.reset', subjectId: userId, subject: user.email })
    return user.email
  })
  if (email) notifyOwner(email)
  return email
}

export function notifyOwner(email: string, writeEmail = passwordChangedEmail): void {
  const link = siteUrl('/admin/forgot-password')
  queueEmail(async () => ({ to: email, ...writeEmail({ host: siteHost(), link }) }))
}
