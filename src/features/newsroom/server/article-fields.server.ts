import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import type { articles } from '#schema/articles.ts'
import { type ArticleForm, articleDraftSchema, EMPTY_ARTICLE } from '../rules/article-form.ts'

/** Normalised, so that saving an unchanged form changes nothing. */
export function toForm(row: typeof articles.$inferSelect): ArticleForm {
  return articleDraftSchema.parse({
    ...row,
    sourceName: row.sourceName ?? '',
    imageUrl: row.imageUrl ?? '',
    sourceUrl: row.sourceUrl ?? '',
  })
}

export function toColumns({ imageUrl, sourceUrl, sourceName, ...columns }: ArticleForm) {
  return {
    ...columns,
    imageUrl: imageUrl || null,
    sourceUrl: sourceUrl || null,
    sourceName: sourceName || null,
  }
}

/** @param fields possibly stored by an earlier version */
export function readFields(fields: Record<string, unknown>): ArticleForm {
  return articleDraftSchema.parse({ ...EMPTY_ARTICLE, ...fields })
}

/** Returns the same digest as the generated columns `content_hash`. */
export async function hashContent(db: Db, form: ArticleForm): Promise<string> {
  const { rows } = await db.execute<{ hash: string }>(
    sql`select content_hash(${JSON.stringify(form)}::jsonb) as hash`,
  )
  return rows[0]?.hash ?? ''
}
