import { createHash } from 'node:crypto'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { networkOf } from '#platform/http/attempt-limit.server.ts'
import { accountAttempts } from '#schema/accounts.ts'

/** `subject` is an email address, account id or IP address. */
export type Attempt = { action: string; subject: string }

/** The window begins with the first attempt. */
export type RateLimit = { attempts: number; seconds: number }

/**
 * Counts across all processes.
 *
 * @returns null, or the seconds until the next attempt is allowed
 */
export async function consumeAttempt(db: Db, attempt: Attempt, limit: RateLimit): Promise<number | null> {
  const { points, expire } = await addPoint(db, attempt, limit)
  if (points === 1) await db.delete(accountAttempts).where(lte(accountAttempts.expire, new Date()))
  if (points <= limit.attempts) return null
  return Math.max(1, Math.ceil((expire.getTime() - Date.now()) / 1000))
}

/** No effect after the window has ended or the attempts were reset. */
export async function refundAttempt(db: Db, attempt: Attempt): Promise<void> {
  const { key, points, expire } = accountAttempts
  await db
    .update(accountAttempts)
    .set({ points: sql`greatest(${points} - 1, 0)` })
    .where(and(eq(key, keyOfAttempt(attempt)), gt(expire, new Date())))
}

export async function resetAttempts(db: Db, attempt: Attempt): Promise<void> {
  await db.delete(accountAttempts).where(eq(accountAttempts.key, keyOfAttempt(attempt)))
}

export async function countAttempts(db: Db, attempt: Attempt): Promise<number> {
  const { key, points, expire } = accountAttempts
  const [row] = await db
    .select({ points })
    .from(accountAttempts)
    .where(and(eq(key, keyOfAttempt(attempt)), gt(expire, new Date())))
  return row?.points ?? 0
}

async function addPoint(db: Db, attempt: Attempt, { seconds }: RateLimit) {
  const now = new Date()
  const expire = new Date(now.getTime() + seconds * 1000)
  const isOver = lte(accountAttempts.expire, now)
  const [row] = await db
    .insert(accountAttempts)
    .values({ key: keyOfAttempt(attempt), points: 1, expire })
    .onConflictDoUpdate({
      target: accountAttempts.key,
      set: {
        points: sql`case when ${isOver} then 1 else ${accountAttempts.points} + 1 end`,
        expire: sql`case when ${isOver} then ${sql.param(expire, accountAttempts.expire)} else ${accountAttempts.expire} end`,
      },
    })
    .returning()
  if (!row) throw new Error('No attempt was counted')
  return row
}

/** Stores no user input. */
export function keyOfAttempt({ action, subject }: Attempt): string {
  return createHash('sha256').update(`${action}\n${subject}`).digest('base64url')
}

/** The smallest block that providers assign (RFC 6177 §2). */
export const IPV6_PREFIX_LENGTH = 56

/** Set by our HTTP listener (platform/process/client-address.ts). */
export function clientAddressOf({ headers }: Request): string {
  return headers.get('x-forwarded-for') ?? ''
}

/** The network that counts as one client: an IPv4 address or an IPv6 /56. */
export function clientNetworkOf(request: Request): string {
  return networkOf(clientAddressOf(request), IPV6_PREFIX_LENGTH)
}
