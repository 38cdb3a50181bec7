import { desc, eq } from 'drizzle-orm'
import { articlePath } from '#kernel/article-path.ts'
import type { Category } from '#kernel/category.ts'
import { parseCursor } from '#kernel/cursor.ts'
import type { Db } from '#platform/database/db.server.ts'
import { exactInstant, isAfter, toPage } from '#platform/database/keyset.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { articles } from '#schema/articles.ts'
import { corrections } from '#schema/newsroom.ts'
import type { Correction } from '../rules/corrections.ts'

const PAGE_SIZE = 30

export type CorrectionsPage = {
  corrections: (Correction & { id: string; path: string; title: string; category: Category })[]
  next: string | null
}

/**
 * Newest first.
 *
 * @param before as in `listCategory`
 */
export async function listCorrections(db: Db, before?: string): Promise<CorrectionsPage> {
  // A correction is published with its article.
  addPageTags('articles')
  const rows = await db
    .select({
      id: corrections.id,
      articleId: corrections.articleId,
      title: articles.title,
      slug: articles.slug,
      category: articles.category,
      kind: corrections.kind,
      text: corrections.text,
      at: corrections.at,
      exact: exactInstant(corrections.at),
    })
    .from(corrections)
    .innerJoin(articles, eq(articles.id, corrections.articleId))
    .where(isAfter(corrections.at, corrections.id, parseCursor(before)))
    .orderBy(desc(corrections.at), desc(corrections.id))
    .limit(PAGE_SIZE + 1)
  const { items, next } = toPage(rows, PAGE_SIZE)
  const listed = items.map(({ exact: _, at, articleId, slug, ...row }) => ({
    ...row,
    path: articlePath({ id: articleId, title: row.title, slug }),
    at: at.toISOString(),
  }))
  return { corrections: listed, next }
}
