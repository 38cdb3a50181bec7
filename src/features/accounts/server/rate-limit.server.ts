import { createHash } from 'node:crypto'
import { lte } from 'drizzle-orm'
import { RateLimiterDrizzle, type RateLimiterRes } from 'rate-limiter-flexible'
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
  try {
    const { isFirstInDuration } = await openLimiter(db, limit).consume(keyOf(attempt))
    if (isFirstInDuration) await db.delete(accountAttempts).where(lte(accountAttempts.expire, new Date()))
    return null
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal
    return Math.max(1, Math.ceil((refusal as RateLimiterRes).msBeforeNext / 1000))
  }
}

export async function refundAttempt(db: Db, attempt: Attempt, limit: RateLimit): Promise<void> {
  await openLimiter(db, limit).reward(keyOf(attempt))
}

export async function resetAttempts(db: Db, attempt: Attempt, limit: RateLimit): Promise<void> {
  await openLimiter(db, limit).delete(keyOf(attempt))
}

function openLimiter(db: Db, { attempts, seconds }: RateLimit): RateLimiterDrizzle {
  return new RateLimiterDrizzle({
    storeClient: db,
    schema: accountAttempts,
    points: attempts,
    duration: seconds,
    keyPrefix: '',
    // Avoids the timer's log output; consumeAttempt deletes expired rows.
    clearExpiredByTimeout: false,
  })
}

/** Stores no user input. */
function keyOf({ action, subject }: Attempt): string {
  return createHash('sha256').update(`${action}\n${subject}`).digest('base64url')
}

/** The smallest block that providers assign (RFC 6177 §2). */
export const IPV6_PREFIX_LENGTH = 56

/** Set by our HTTP listener (platform/client-address.ts). */
export function clientAddressOf({ headers }: Request): string {
  return headers.get('x-forwarded-for') ?? ''
}

/** The network that counts as one client: an IPv4 address or an IPv6 /56. */
export function clientNetworkOf(request: Request): string {
  return networkOf(clientAddressOf(request), IPV6_PREFIX_LENGTH)
}
