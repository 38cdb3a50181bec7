import { and, eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import { passwordChangedEmail, resetPasswordEmail } from '../rules/account-emails.ts'
import { consumeToken, issueToken } from './one-time-token.server.ts'
import { recordAudit } from './record-audit.server.ts'
import { queueEmail, siteHost, siteUrl, tokenUrl } from './send-email.server.ts'
import { endSessions } from './sessions.server.ts'
import { setPassword } from './set-password.server.ts'

const TOKEN_SECONDS = 3600

/** Does not reveal whether the address has an account. */
export function sendResetLink(db: Db, email: string): void {
  queueEmail(async () => {
    const [user] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), eq(users.banned, false)))
    if (!user) return undefined
    const token = await issueToken(db, 'password-reset', { value: user.id, seconds: TOKEN_SECONDS })
    const link = tokenUrl('/admin/reset-password', token)
    return { to: email, ...resetPasswordEmail({ host: siteHost(), link }) }
  })
}

/**
 * Sets a new password and ends all sessions, but keeps the second factor, which access to a mailbox does not replace.
 *
 * @returns the email address; undefined if the token is invalid
 * @throws WeakPasswordError, which leaves the token valid
 */
export async function resetPassword(
  db: Db,
  { token, password }: { token: string; password: string },
): Promise<string | undefined> {
  const email = await db.transaction(async (tx) => {
    const userId = await consumeToken(tx, 'password-reset', token)
    if (userId === undefined) return undefined
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.banned, false)))
    if (!user) return undefined
    await setPassword(tx, userId, password)
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
