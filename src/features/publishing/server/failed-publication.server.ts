import { and, desc, eq, sql } from 'drizzle-orm'
import { readFields } from '#features/drafts/server/article-fields.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { publications, revisions } from '#schema/newsroom.ts'
import { findRefusals } from './publish-revision.server.ts'

/** `kind` of the failed attempt. `isFinal`: there are no more retries. `reasons`: from the publish check, which still prevents it. */
export type FailedPublication = {
  kind: 'publish' | 'withdraw'
  plannedAt: string
  isFinal: boolean
  reasons: string[]
}

/** Finds the publication whose last attempt failed, until another one is planned or done. */
export async function findFailedPublication(db: Db, articleId: string): Promise<FailedPublication | null> {
  const [newest] = await db
    .select({
      kind: publications.kind,
      state: publications.state,
      attempts: publications.attempts,
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
          or (${publications.state} = 'scheduled' and ${publications.attempts} = 0)))`,
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
    reasons: newest.fields ? await findRefusals(db, articleId, readFields(newest.fields)) : [],
  }
}
