import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { sessions, users, verifications } from '#schema/accounts.ts'
import { describeBrowser, formatIpAddress } from '../rules/describe-session.ts'

/** Times are ISO 8601. */
export type OpenSession = {
  id: string
  browser: string
  address: string
  signedInAt: string
  lastUsedAt: string
  isCurrent: boolean
}

/** Last used first. */
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

/** @returns false without such a session */
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
 * Ends the sessions of an account, including their bearer tokens.
 *
 * @param options.except a session id
 * @returns the number of ended sessions
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

export async function deletePendingVerifications(tx: Pick<Db, 'delete'>, id: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, id))
}

type EndedSessions = { kind: 'ended'; count: number } | { kind: 'own' } | { kind: 'missing' }

export async function endAccountSessions(
  db: Db,
  { by, userId }: { by: Pick<Account, 'id' | 'email'>; userId: string },
): Promise<EndedSessions> {
  // Owners end their own sessions in the security settings, where they can stay signed in.
  if (userId === by.id) return { kind: 'own' }
  return db.transaction(async (tx) => {
    const [target] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    if (!target) return { kind: 'missing' }
    const count = await endSessions(tx, userId)
    if (count > 0)
      await recordAudit(tx, { by, action: 'session.end', subjectId: userId, subject: target.email })
    return { kind: 'ended', count }
  })
}
