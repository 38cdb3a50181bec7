import { eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import { alreadySignedUpEmail, confirmSignUpEmail } from '../rules/account-emails.ts'
import { consumeToken, issueToken } from './one-time-token.server.ts'
import { hashPassword } from './password-hash.server.ts'
import { queueEmail, siteHost, siteUrl, tokenUrl } from './send-email.server.ts'
import { setPassword } from './set-password.server.ts'

const TOKEN_SECONDS = 24 * 3600

const pendingSignUp = z.object({ name: z.string(), email: z.string() })

/** Does not reveal whether the address has an account. */
export function startSignUp(db: Db, { name, email }: { name: string; email: string }): void {
  queueEmail(async () => {
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
    const host = siteHost()
    if (user) return { to: email, ...alreadySignedUpEmail({ host, link: siteUrl('/admin/forgot-password') }) }
    const value = JSON.stringify({ name, email })
    const token = await issueToken(db, 'sign-up', { value, seconds: TOKEN_SECONDS })
    return { to: email, ...confirmSignUpEmail({ host, link: tokenUrl('/admin/signup', token) }) }
  })
}

/**
 * The owner of the mailbox chooses the password when the link is opened.
 *
 * @returns the email address; undefined if the link is invalid
 * @throws WeakPasswordError, which leaves the link valid
 */
export async function confirmSignUp(
  db: Db,
  { token, password }: { token: string; password: string },
): Promise<string | undefined> {
  const hash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const value = await consumeToken(tx, 'sign-up', token)
    if (value === undefined) return undefined
    const { name, email } = pendingSignUp.parse(JSON.parse(value))
    const [user] = await tx
      .insert(users)
      .values({ name, email, role: 'user', emailVerified: true })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (!user) return undefined
    await setPassword(tx, user.id, { password, hash })
    return email
  })
}
