import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { wideNetworkOf } from '#platform/http/attempt-limit.server.ts'
import { accountAttempts } from '#schema/accounts.ts'
import { keyOfAttempt } from './rate-limit.server.ts'

const RETENTION_DAYS = 90

/** Whether the account has signed in from the network within 90 days. */
export async function isKnownNetwork(db: Db, email: string, address: string): Promise<boolean> {
  const found = await db
    .select({ key: accountAttempts.key })
    .from(accountAttempts)
    .where(and(eq(accountAttempts.key, keyOf(email, address)), gt(accountAttempts.expire, sql`now()`)))
  return found.length > 0
}

export async function rememberNetwork(db: Db, email: string, address: string): Promise<void> {
  const expire = sql`now() + make_interval(days => ${RETENTION_DAYS})`
  await db
    .insert(accountAttempts)
    .values({ key: keyOf(email, address), points: 0, expire })
    .onConflictDoUpdate({ target: accountAttempts.key, set: { expire } })
}

function keyOf(email: string, address: string): string {
  const subject = `${email.toLowerCase()} ${wideNetworkOf(address)}`
  return keyOfAttempt({ action: 'known network', subject })
}
