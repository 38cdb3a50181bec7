import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { corrections, publications, revisions } from '#schema/newsroom.ts'
import { listTopicsOf } from './article-topics.server.ts'
import { findDraft } from './find-draft.server.ts'

/** Reads all that the newsroom has stored of an article, oldest first. */
export async function exportArticle(db: Db, id: string) {
  const draft = await findDraft(db, id)
  if (!draft) return null
  const { articleId: _, ...publicationColumns } = getTableColumns(publications)
  return {
    ...draft,
    topics: (await listTopicsOf(db, id)).map(({ name }) => name),
    revisions: await db
      .select({
        number: revisions.number,
        kind: revisions.kind,
        at: revisions.at,
        by: revisions.by,
        note: revisions.note,
        form: revisions.fields,
      })
      .from(revisions)
      .where(eq(revisions.articleId, id))
      .orderBy(asc(revisions.number)),
    publications: await db
      .select(publicationColumns)
      .from(publications)
      .where(eq(publications.articleId, id))
      .orderBy(asc(publications.seq)),
    corrections: await db
      .select({ kind: corrections.kind, text: corrections.text, at: corrections.at, by: corrections.by })
      .from(corrections)
      .where(eq(corrections.articleId, id))
      .orderBy(asc(corrections.at)),
  }
}
