import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { sessions, verifications } from '#schema/accounts.ts'

/**
 * Signs an account out everywhere, at once: sessions are looked up with every request, and bearer tokens by their session.
 *
 * @param options.except the id of a session that stays, such as that of who does it
 * @returns how many ended
 */
export async function endSessions(
  tx: Pick<Db, 'delete'>,
  userId: string,
  options: { except?: string } = {},
): Promise<number> {
  const others = options.except ? ne(sessions.id, options.except) : undefined
  const { rowCount } = await tx.delete(sessions).where(and(eq(sessions.userId, userId), others))
  return rowCount ?? 0
}

/** Voids what an account has open besides sessions: sign-ins that wait for the second factor, and links to reset. */
export async function voidPending(tx: Pick<Db, 'delete'>, userId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, userId))
}
