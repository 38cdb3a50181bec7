import { and, eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { publications } from '#schema/newsroom.ts'

/**
 * @param kind undefined for both a publication and a withdrawal
 * @returns whether there was a schedule
 */
export async function cancelSchedules(
  tx: Db,
  articleId: string,
  now: Date,
  kind?: 'publish' | 'withdraw',
): Promise<boolean> {
  const cancelled = await tx
    .update(publications)
    .set({ state: 'cancelled', finishedAt: now })
    .where(
      and(
        eq(publications.articleId, articleId),
        eq(publications.state, 'scheduled'),
        kind && eq(publications.kind, kind),
      ),
    )
    .returning({ id: publications.id })
  return cancelled.length > 0
}
