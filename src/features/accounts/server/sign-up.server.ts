import { hashPassword } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import { alreadySignedUpLetter, confirmSignUpLetter } from '../rules/account-mails.ts'
import { consumeToken, issueToken } from './one-time-token.server.ts'
import { pageLink, sendLetterLater, siteHost, tokenLink } from './send-letter.server.ts'
import { storePasswordHash } from './set-password.server.ts'

const TOKEN_SECONDS = 24 * 3600

const pending = z.object({ name: z.string(), email: z.string(), hash: z.string() })

/**
 * Begins a sign-up. There is no account until the link is opened that is sent to the address, so nobody takes somebody else's
 * address, and nobody learns here which ones have an account: both cases do and take the same, and their letters differ.
 *
 * @param wish the password has been judged
 */
export async function beginSignUp(
  db: Db,
  wish: { name: string; email: string; password: string },
): Promise<void> {
  const { name, email } = wish
  const hash = await hashPassword(wish.password)
  const value = JSON.stringify({ name, email, hash })
  const token = await issueToken(db, 'sign-up', { value, seconds: TOKEN_SECONDS })
  sendLetterLater(async () => {
    const [known] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
    const about = { host: siteHost() }
    const letter = known
      ? alreadySignedUpLetter({ ...about, link: pageLink('/admin/forgot-password') })
      : confirmSignUpLetter({ ...about, link: tokenLink('/admin/signup', token) })
    return { to: email, letter }
  })
}

/** Makes the account that a link confirms: a plain user's, whatever was sent. @returns whether the link was good */
export async function confirmSignUp(db: Db, token: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const value = await consumeToken(tx, 'sign-up', token)
    if (value === undefined) return false
    const { name, email, hash } = pending.parse(JSON.parse(value))
    const [user] = await tx
      .insert(users)
      .values({ name, email, role: 'user', emailVerified: true })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (user) await storePasswordHash(tx, user.id, hash)
    return Boolean(user)
  })
}
