import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { ResultCount } from '#features/articles/rules/result-count.ts'
import { countArticles } from '#features/articles/server/article-counts.server.ts'
import {
  isBefore,
  LIST_SIZE,
  listColumns,
  newestFirst,
  toArticleImage,
} from '#features/articles/server/articles.server.ts'
import { findMatchingArticles } from '#features/articles/server/find-matching-articles.server.ts'
import type { ArticleImage } from '#kernel/article.ts'
import type { Category } from '#kernel/category.ts'
import { webAddress } from '#kernel/web-address.ts'
import type { Db } from '#platform/database/db.server.ts'
import { toPage } from '#platform/database/keyset.server.ts'
import { articles } from '#schema/articles.ts'

export type AdminArticle = {
  id: string
  title: string
  author: string
  category: Category
  isBreaking: boolean
  image: ArticleImage | null
  /** ISO 8601, UTC. */
  publishedAt: string
  sourceUrl: string | null
}

/** Only the first page has a `total`. */
export type AdminArticleList = { articles: AdminArticle[]; next: string | null; total: ResultCount | null }

/** `q` matches titles and authors, ignoring case; `before` is a cursor. */
export type AdminArticleFilter = { q?: string; category?: Category; before?: string }

/** Lists a page for the article manager, newest first (spec §2). */
export async function listAdminArticles(db: Db, filter: AdminArticleFilter): Promise<AdminArticleList> {
  const { q, category, before } = filter
  const inCategory = category && eq(articles.category, category)
  const condition = and(inCategory, isBefore(before))
  if (!q) {
    const [rows, count] = await Promise.all([
      listRows(db, condition),
      before ? null : countArticles(db, category),
    ])
    return toAdminList(rows, count === null ? null : { count, hasMore: false })
  }
  const { ids, total } = await findMatchingArticles(db, q, { category, before }, !before, {
    scope: 'title-and-author',
  })
  const rows = ids.length > 0 ? await listRows(db, inArray(articles.id, ids)) : []
  return toAdminList(rows, before ? null : total)
}

function listRows(db: Db, condition: SQL | undefined) {
  const { id, title, author, category, imageUrl, isBreaking, publishedAt, exact } = listColumns
  const { sourceUrl } = articles
  return db
    .select({ id, title, author, category, imageUrl, isBreaking, publishedAt, exact, sourceUrl })
    .from(articles)
    .where(condition)
    .orderBy(...newestFirst)
    .limit(LIST_SIZE + 1)
}

function toAdminList(
  rows: Awaited<ReturnType<typeof listRows>>,
  total: ResultCount | null,
): AdminArticleList {
  const { items, next } = toPage(rows, LIST_SIZE)
  return {
    articles: items.map(({ exact: _, imageUrl, publishedAt, sourceUrl, ...row }) => ({
      ...row,
      image: toArticleImage(imageUrl),
      publishedAt: publishedAt.toISOString(),
      sourceUrl: webAddress(sourceUrl),
    })),
    next,
    total,
  }
}
