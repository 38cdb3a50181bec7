import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { verifications } from '#schema/accounts.ts'

export type TokenPurpose = 'sign-up' | 'password-reset' | 'first-administrator' | 'invitation'

/**
 * Stored as a hash.
 *
 * @param value returned by consumeToken
 */
export async function issueToken(
  db: Db,
  purpose: TokenPurpose,
  { value, seconds }: { value: string; seconds: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.delete(verifications).where(sql`${verifications.expiresAt} < now()`)
  await db.insert(verifications).values({
    identifier: identifierOf(purpose, token),
    value,
    expiresAt: sql`now() + make_interval(secs => ${seconds})`,
  })
  return token
}

/**
 * Call in the transaction that the token permits.
 *
 * @returns undefined if unknown or expired
 */
export async function consumeToken(
  tx: Db,
  purpose: TokenPurpose,
  token: string,
): Promise<string | undefined> {
  const [row] = await tx
    .delete(verifications)
    .where(eq(verifications.identifier, identifierOf(purpose, token)))
    .returning({ value: verifications.value, isValid: sql<boolean>`${verifications.expiresAt} > now()` })
  return row?.isValid ? row.value : undefined
}

function identifierOf(purpose: TokenPurpose, token: string): string {
  return `${purpose}:${createHash('sha256').update(token).digest('base64url')}`
}
