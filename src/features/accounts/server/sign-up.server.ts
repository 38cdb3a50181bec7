import { eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import { alreadySignedUpEmail, confirmSignUpEmail } from '../rules/account-emails.ts'
import { consumeToken, issueToken } from './one-time-token.server.ts'
import { hashPassword } from './password-hash.server.ts'
import { queueEmail, siteHost, siteUrl, tokenUrl } from './send-email.server.ts'
import { storePasswordHash } from './set-password.server.ts'

const TOKEN_SECONDS = 24 * 3600

const pendingSignUp = z.object({ name: z.string(), email: z.string(), hash: z.string() })

/** Sends a confirmation link, which creates the account. Does not reveal whether the address has an account. */
export async function startSignUp(
  db: Db,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<void> {
  const hash = await hashPassword(password)
  const value = JSON.stringify({ name, email, hash })
  const token = await issueToken(db, 'sign-up', { value, seconds: TOKEN_SECONDS })
  queueEmail(async () => {
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
    const host = siteHost()
    return user
      ? { to: email, ...alreadySignedUpEmail({ host, link: siteUrl('/admin/forgot-password') }) }
      : { to: email, ...confirmSignUpEmail({ host, link: tokenUrl('/admin/signup', token) }) }
  })
}

/** @returns false if the link is invalid */
export async function confirmSignUp(db: Db, token: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const value = await consumeToken(tx, 'sign-up', token)
    if (value === undefined) return false
    const { name, email, hash } = pendingSignUp.parse(JSON.parse(value))
    const [user] = await tx
      .insert(users)
      .values({ name, email, role: 'user', emailVerified: true })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (user) await storePasswordHash(tx, user.id, hash)
    return Boolean(user)
  })
}
