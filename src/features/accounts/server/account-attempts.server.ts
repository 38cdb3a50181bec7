import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { accountAttempts } from '#schema/accounts.ts'

/** What is attempted, and by whom or with what: an email address, an account's id, an IP address. */
export type Attempt = { what: string; who: string }

/** So many in so many seconds, from the first on; then no more until those are over. */
export type AttemptBudget = { most: number; seconds: number }

/**
 * Counts an attempt, in the database: for all processes, and over a restart.
 *
 * @returns null, or after how many seconds there may be another
 */
export async function takeAttempt(
  db: Db,
  attempt: Attempt,
  { most, seconds }: AttemptBudget,
): Promise<number | null> {
  const isOver = sql`${accountAttempts.endsAt} <= now()`
  const [row] = await db
    .insert(accountAttempts)
    .values({ key: keyOf(attempt), count: 1, endsAt: sql`now() + make_interval(secs => ${seconds})` })
    .onConflictDoUpdate({
      target: accountAttempts.key,
      set: {
        count: sql`case when ${isOver} then 1 else least(${accountAttempts.count}, ${most}) + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${accountAttempts.endsAt} end`,
      },
    })
    .returning({
      count: accountAttempts.count,
      wait: sql<number>`ceil(extract(epoch from ${accountAttempts.endsAt} - now()))::int`,
    })
  if (row?.count === 1) await db.delete(accountAttempts).where(isOver)
  return row && row.count > most ? Math.max(1, row.wait) : null
}

/** Takes back an attempt that was not made after all. */
export async function giveBackAttempt(db: Db, attempt: Attempt): Promise<void> {
  await db
    .update(accountAttempts)
    .set({ count: sql`greatest(${accountAttempts.count} - 1, 0)` })
    .where(eq(accountAttempts.key, keyOf(attempt)))
}

/** Forgets the attempts that came before one which was right. */
export async function forgetAttempts(db: Db, attempt: Attempt): Promise<void> {
  await db.delete(accountAttempts).where(eq(accountAttempts.key, keyOf(attempt)))
}

/** Hashed: what strangers type is not kept. */
function keyOf({ what, who }: Attempt): string {
  return createHash('sha256').update(`${what}\n${who}`).digest('base64url')
}
