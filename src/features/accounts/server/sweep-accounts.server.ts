import { lt, sql } from 'drizzle-orm'
import { DAY_MS } from '#kernel/time/durations.ts'
import type { Db } from '#platform/database/db.server.ts'
import { accountAttempts, invitations, rateLimits, sessions, verifications } from '#schema/accounts.ts'
import { deleteOldSecurityEvents } from './security-events.server.ts'

/** Exceeds better-auth's longest window. */
export const RATE_LIMIT_RETENTION_DAYS = 1
/** Expired invitations can be sent again until then. */
const INVITATION_RETENTION_MS = 30 * DAY_MS

export async function sweepAccounts(db: Db, now: Date): Promise<{ events: number }> {
  await db
    .delete(rateLimits)
    .where(lt(rateLimits.lastRequest, now.getTime() - RATE_LIMIT_RETENTION_DAYS * DAY_MS))
  await db.delete(accountAttempts).where(lt(accountAttempts.expire, now))
  await db.delete(sessions).where(sql`${sessions.expiresAt} < now()`)
  await db.delete(verifications).where(sql`${verifications.expiresAt} < now()`)
  await db
    .delete(invitations)
    .where(lt(invitations.expiresAt, new Date(now.getTime() - INVITATION_RETENTION_MS)))
  return { events: await deleteOldSecurityEvents(db, now) }
}
