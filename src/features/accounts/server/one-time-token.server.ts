import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { verifications } from '#schema/accounts.ts'

/** What a token is good for; one made for another purpose is worth nothing. */
export type TokenPurpose = 'sign-up' | 'password-reset' | 'first-administrator'

/**
 * Makes a token that works once, for a link that only who is meant will get. The database keeps its hash, so that who reads
 * the database cannot use it.
 *
 * @param value what the token stands for; it comes back when the token is used
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

/** Uses a token up, so to be called in the transaction of what it allows. @returns what it stands for, while it is good */
export async function consumeToken(
  tx: Db,
  purpose: TokenPurpose,
  token: string,
): Promise<string | undefined> {
  const [row] = await tx
    .delete(verifications)
    .where(eq(verifications.identifier, identifierOf(purpose, token)))
    .returning({ value: verifications.value, isGood: sql<boolean>`${verifications.expiresAt} > now()` })
  return row?.isGood ? row.value : undefined
}

function identifierOf(purpose: TokenPurpose, token: string): string {
  return `${purpose}:${createHash('sha256').update(token).digest('base64url')}`
}
