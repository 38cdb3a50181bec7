import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { wideNetworkOf } from '#platform/http/attempt-limit.server.ts'
import { accountAttempts } from '#schema/accounts.ts'
import { findAccount } from './administrators.server.ts'
import { keyOfAttempt } from './rate-limit.server.ts'

const RETENTION_DAYS = 90

/** Whether the account has signed in from the network within 90 days. */
export async function isKnownNetwork(db: Db, email: string, address: string): Promise<boolean> {
  const account = await findAccount(db, email)
  // Does the same work for unknown accounts, so that the response time does not reveal whether an account exists.
  const key = keyOf(account?.id ?? '', address)
  const found = await db
    .select({ key: accountAttempts.key })
    .from(accountAttempts)
    .where(and(eq(accountAttempts.key, key), gt(accountAttempts.expire, sql`now()`)))
  return found.length > 0
}

export async function rememberNetwork(db: Db, accountId: string, address: string): Promise<void> {
  const expire = sql`now() + make_interval(days => ${RETENTION_DAYS})`
  await db
    .insert(accountAttempts)
    .values({ key: keyOf(accountId, address), points: 0, expire })
    .onConflictDoUpdate({ target: accountAttempts.key, set: { expire } })
}

/** Uses the account id, since somebody else may get the email address of a removed account. */
function keyOf(accountId: string, address: string): string {
  const subject = `${accountId} ${wideNetworkOf(address)}`
  return keyOfAttempt({ action: 'known network', subject })
}
