import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { ResultCount } from '#features/articles/rules/result-count.ts'
import {
  isBefore,
  LIST_SIZE,
  listColumns,
  newestFirst,
  toArticleList,
} from '#features/articles/server/articles.server.ts'
import {
  findMatchingArticles,
  MAX_COUNT,
  SCATTERED_LIMITS,
  toResultCount,
} from '#features/articles/server/find-matching-articles.server.ts'
import type { ArticleList } from '#kernel/article.ts'
import type { Db } from '#platform/database/db.server.ts'
import { addPageTags } from '#platform/pages/page-tags.server.ts'
import { articles } from '#schema/articles.ts'
import {
  hasFilter,
  isDateRangeReversed,
  type SearchFilter,
  type SearchParams,
} from '../rules/search-params.ts'

/** Only the first page of a search with a filter has a `total`. */
export type SearchResult = ArticleList & { total: ResultCount | null }

/** Finds one page of articles, newest first (spec section 5, Search matching). */
export async function searchArticles(db: Db, params: SearchParams): Promise<SearchResult> {
  addPageTags('articles')
  if (isDateRangeReversed(params)) return { articles: [], next: null, total: { count: 0, hasMore: false } }
  const isCounted = hasFilter(params) && !params.before
  const condition = and(matchesFilter(params), isBefore(params.before))
  if (!params.q) {
    const [rows, total] = await Promise.all([
      listRows(db, condition),
      isCounted ? countArticles(db, condition) : null,
    ])
    return { ...toArticleList(rows), total }
  }
  const isScattered = Boolean(params.category || params.author || params.breaking)
  const limits = isScattered ? SCATTERED_LIMITS : {}
  const { ids, total } = await findMatchingArticles(db, params.q, condition, isCounted, limits)
  const rows = ids.length > 0 ? await listRows(db, inArray(articles.id, ids)) : []
  return { ...toArticleList(rows), total: isCounted ? total : null }
}

/** Both dates are whole days in Europe/London. */
function matchesFilter({ category, author, from, to, breaking }: SearchFilter): SQL | undefined {
  return and(
    category && eq(articles.category, category),
    author ? eq(articles.author, author) : undefined,
    from ? sql`${articles.publishedAt} >= ${from}::date::timestamp at time zone 'Europe/London'` : undefined,
    to ? sql`${articles.publishedAt} < (${to}::date + 1)::timestamp at time zone 'Europe/London'` : undefined,
    breaking && sql`${articles.isBreaking}`,
  )
}

function listRows(db: Db, condition: SQL | undefined) {
  return db
    .select(listColumns)
    .from(articles)
    .where(condition)
    .orderBy(...newestFirst)
    .limit(LIST_SIZE + 1)
}

/** Counts up to MAX_COUNT + 1 articles. */
async function countArticles(db: Db, condition: SQL | undefined): Promise<ResultCount> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int from (
      select from ${articles} where ${condition ?? sql`true`} limit ${MAX_COUNT + 1}
    ) as found`)
  return toResultCount(rows[0]?.count ?? 0)
}
