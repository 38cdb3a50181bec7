import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { ArticleImage } from '#kernel/article.ts'
import type { Category } from '#kernel/category.ts'
import { formatCursor } from '#kernel/cursor.ts'
import { webAddress } from '#kernel/web-address.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import type { FoundCount } from '../rules/search-result.ts'
import { imageOf, LIST_SIZE, listColumns, newestFirst, olderThan } from './articles.server.ts'
import { findMatches } from './find-matches.server.ts'

/** An article in the article manager's list (spec §2). */
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

/** One page of the list; `total` is of all its pages, and comes with the first. */
export type AdminArticleList = { articles: AdminArticle[]; next: string | null; total: FoundCount | null }

/** What the list is narrowed to. `q` is looked for in titles and authors, whatever the letter case. */
export type AdminArticleFilter = { q?: string; category?: Category; before?: string }

/** A page of the article manager's list, newest first. */
export async function listAdminArticles(db: Db, filter: AdminArticleFilter): Promise<AdminArticleList> {
  const { q, category, before } = filter
  const ofCategory = category && eq(articles.category, category)
  const within = and(ofCategory, olderThan(before))
  if (!q) {
    const [rows, count] = await Promise.all([
      listRows(db, within),
      before ? null : db.$count(articles, ofCategory),
    ])
    return toAdminList(rows, count === null ? null : { count, isMore: false })
  }
  const { ids, total } = await findMatches(db, q, within, !before, { searched: 'title-and-author' })
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

function toAdminList(rows: Awaited<ReturnType<typeof listRows>>, total: FoundCount | null): AdminArticleList {
  const shown = rows.slice(0, LIST_SIZE)
  const last = shown.at(-1)
  return {
    articles: shown.map(({ exact: _, imageUrl, publishedAt, sourceUrl, ...row }) => ({
      ...row,
      image: imageOf(imageUrl),
      publishedAt: publishedAt.toISOString(),
      sourceUrl: webAddress(sourceUrl),
    })),
    next: rows.length > LIST_SIZE && last ? formatCursor({ publishedAt: last.exact, id: last.id }) : null,
    total,
  }
}
