import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { redirects } from '#schema/redirects.ts'
import { encodePath, redirectKey } from '../rules/redirect-address.ts'

/**
 * Redirects the former path of a renamed page to its new one, permanently. Redirects to the former path then lead to the new
 * one, so that readers are redirected once. A redirect from the new path is deleted, so that there is no loop if a page gets its
 * former name back. Call it in the transaction of the change.
 *
 * @param redirect.from the former path, encoded or not
 * @param redirect.to the new path, encoded or not, which has a page
 * @throws RangeError if one of them cannot be redirected, such as the home page
 */
export async function addRedirect(db: Db, redirect: { from: string; to: string }): Promise<void> {
  const target = encodePath(redirect.to)
  const [from, to] = [redirectKey(redirect.from), redirectKey(target)]
  if (!from || !to || !/^\/[^/]/.test(target))
    throw new RangeError(`Cannot redirect ${redirect.from} to ${redirect.to}`)
  await db.transaction(async (tx) => {
    await lockRedirects(tx)
    await tx.delete(redirects).where(eq(redirects.fromPath, to))
    // Only the letter case has changed, which redirects ignore.
    if (from === to) return
    await tx
      .update(redirects)
      .set({ target })
      .where(eq(redirects.target, encodePath(redirect.from)))
    const values = { target, status: 301, origin: 'rename' as const }
    await tx
      .insert(redirects)
      .values({ fromPath: from, ...values })
      .onConflictDoUpdate({ target: redirects.fromPath, set: { ...values, createdAt: sql`now()`, hits: 0 } })
  })
}

/** Allows one change at a time, so that two changes together cannot make a loop. */
export async function lockRedirects(tx: Pick<Db, 'execute'>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.changeRedirects})`)
}
