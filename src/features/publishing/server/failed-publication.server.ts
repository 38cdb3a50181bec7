import { and, desc, eq, sql } from 'drizzle-orm'
import { readFields } from '#features/drafts/server/article-fields.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { publications, revisions } from '#schema/newsroom.ts'
import { findRefusals } from './publish-revision.server.ts'

/**
 * A scheduled publication or withdrawal that is blocked or has failed. `isFinal`: it will not be retried. `isBlocked`: it
 * waits for the publish check. `reasons`: what the publish check objects to now.
 */
export type FailedPublication = {
  kind: 'publish' | 'withdraw'
  plannedAt: string
  isFinal: boolean
  isBlocked: boolean
  reasons: string[]
}

/** Finds the publication whose last attempt failed, until another one is planned or done. */
export async function findFailedPublication(db: Db, articleId: string): Promise<FailedPublication | null> {
  const [newest] = await db
    .select({
      kind: publications.kind,
      state: publications.state,
      nextAttemptAt: publications.nextAttemptAt,
      failure: publications.failure,
      plannedAt: publications.plannedAt,
      fields: revisions.fields,
    })
    .from(publications)
    .leftJoin(
      revisions,
      and(eq(revisions.articleId, publications.articleId), eq(revisions.number, publications.revision)),
    )
    .where(
      and(
        eq(publications.articleId, articleId),
        // A withdrawal that waits for its time says nothing about the publication.
        sql`not (${publications.kind} = 'withdraw' and (${publications.state} = 'cancelled'
          or (${publications.state} = 'scheduled' and ${publications.failure} is null)))`,
      ),
    )
    .orderBy(desc(publications.seq))
    .limit(1)
  const isFinal = newest?.state === 'failed'
  if (!newest || !(isFinal || (newest.state === 'scheduled' && newest.failure !== null))) return null
  return {
    kind: newest.kind,
    plannedAt: newest.plannedAt.toISOString(),
    isFinal,
    isBlocked: !isFinal && newest.nextAttemptAt === null,
    reasons: newest.fields ? await findRefusals(db, articleId, readFields(newest.fields), new Date()) : [],
  }
}
