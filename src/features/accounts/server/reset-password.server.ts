import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import { passwordChangedLetter, resetLetter } from '../rules/account-mails.ts'
import { endSessions } from './end-sessions.server.ts'
import { consumeToken, issueToken } from './one-time-token.server.ts'
import { recordAudit } from './record-audit.server.ts'
import { pageLink, sendLetterLater, siteHost, tokenLink } from './send-letter.server.ts'
import { setPassword } from './set-password.server.ts'

const TOKEN_SECONDS = 3600

/** Sends a link to set a new password, where there is an account of that address. The caller learns nothing of that. */
export function sendResetLink(db: Db, email: string): void {
  sendLetterLater(async () => {
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (!user) return undefined
    const token = await issueToken(db, 'password-reset', { value: user.id, seconds: TOKEN_SECONDS })
    const link = tokenLink('/admin/reset-password', token)
    return { to: email, letter: resetLetter({ host: siteHost(), link }) }
  })
}

/**
 * Sets a new password by the link that was sent, and ends all sessions and other links of the account. The second factor stays
 * as it is: a mailbox is none.
 *
 * @returns the account's address, or undefined where the link is not good
 */
export async function resetPassword(
  db: Db,
  { token, password }: { token: string; password: string },
): Promise<string | undefined> {
  const email = await db.transaction(async (tx) => {
    const userId = await consumeToken(tx, 'password-reset', token)
    if (userId === undefined) return undefined
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    if (!user) return undefined
    await setPassword(tx, userId, password)
    await endSessions(tx, userId)
    const by = { id: userId, email: user.email }
    await recordAudit(tx, { by, action: 'password.reset', subjectId: userId, subject: user.email })
    return user.email
  })
  if (email) tellOfChange(email)
  return email
}

/** Writes to the owner that the password is another one, or what else guards the account. */
export function tellOfChange(email: string, write = passwordChangedLetter): void {
  const link = pageLink('/admin/forgot-password')
  sendLetterLater(async () => ({ to: email, letter: write({ host: siteHost(), link }) }))
}
