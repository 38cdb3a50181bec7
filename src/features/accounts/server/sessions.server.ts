import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { sessions, verifications } from '#schema/accounts.ts'
import { describeBrowser, formatIpAddress } from '../rules/describe-session.ts'

/** A session as its owner sees it, without its token. Times are ISO 8601. */
export type OpenSession = {
  id: string
  browser: string
  address: string
  signedInAt: string
  lastUsedAt: string
  isCurrent: boolean
}

/** The open sessions of an account, most recently used first. */
export async function listSessions(
  db: Db,
  { userId, currentId }: { userId: string; currentId: string },
): Promise<OpenSession[]> {
  const rows = await db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ipAddress: sessions.ipAddress,
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
  return rows.map((row) => ({
    id: row.id,
    browser: describeBrowser(row.userAgent),
    address: formatIpAddress(row.ipAddress ?? ''),
    signedInAt: row.createdAt.toISOString(),
    lastUsedAt: row.updatedAt.toISOString(),
    isCurrent: row.id === currentId,
  }))
}

/** Ends one session of an account. @returns false if the account has no such session */
export async function endSession(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
  return Boolean(rowCount)
}

/**
 * Ends all sessions of an account at once, and with them their bearer tokens.
 *
 * @param options.except the id of a session to keep
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

/** Deletes an account's unfinished sign-ins and its unused links to reset the password. */
export async function deletePendingVerifications(tx: Pick<Db, 'delete'>, userId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, userId))
}
