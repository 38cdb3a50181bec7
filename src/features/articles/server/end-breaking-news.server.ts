import { and, lte, min, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'

const isBreaking = sql`${articles.isBreaking}`

/**
 * Ends breaking news whose time has passed; the change is announced like any other. Several processes may call it
 * concurrently.
 */
export async function endBreakingNews(db: Db, now: Date): Promise<void> {
  await db
    .update(articles)
    .set({ isBreaking: false })
    .where(and(isBreaking, lte(articles.breakingEndsAt, now)))
}

/** @returns when to call `endBreakingNews` next; null if nothing is breaking */
export async function findNextBreakingEnd(db: Db): Promise<Date | null> {
  const [next] = await db
    .select({ at: min(articles.breakingEndsAt) })
    .from(articles)
    .where(isBreaking)
  return next?.at ?? null
}
