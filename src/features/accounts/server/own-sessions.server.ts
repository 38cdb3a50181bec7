import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { sessions } from '#schema/accounts.ts'
import { describeBrowser } from '../rules/describe-browser.ts'
import { shortAddress } from '../rules/short-address.ts'

/** A session as its owner sees it. Times are ISO 8601. */
export type OwnSession = {
  id: string
  browser: string
  address: string
  signedInAt: string
  lastUsedAt: string
  isCurrent: boolean
}

/** The open sessions of an account, the last used first. Their tokens, which are keys, are not among what is told. */
export async function listOwnSessions(
  db: Db,
  { userId, currentId }: { userId: string; currentId: string },
): Promise<OwnSession[]> {
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
    address: shortAddress(row.ipAddress ?? ''),
    signedInAt: row.createdAt.toISOString(),
    lastUsedAt: row.updatedAt.toISOString(),
    isCurrent: row.id === currentId,
  }))
}

/** Ends one session of an account; that of another account is not found. @returns whether it was there */
export async function endOwnSession(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
  return Boolean(rowCount)
}
