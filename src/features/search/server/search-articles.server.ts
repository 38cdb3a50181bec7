import { AsyncLocalStorage } from 'node:async_hooks'
import { inArray, type SQL, sql } from 'drizzle-orm'
import PQueue from 'p-queue'
import type { ResultCount } from '#features/articles/rules/result-count.ts'
import { meetsFilter } from '#features/articles/server/article-filter.server.ts'
import {
  LIST_SIZE,
  listColumns,
  newestFirst,
  toArticleList,
} from '#features/articles/server/articles.server.ts'
import {
  findMatchingArticles,
  MAX_COUNT,
  toResultCount,
} from '#features/articles/server/find-matching-articles.server.ts'
import type { ArticleList } from '#kernel/article.ts'
import type { Db } from '#platform/database/db.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import { articles } from '#schema/articles.ts'
import { SEARCH_BUSY } from '../rules/search-error.ts'
import { hasFilter, isDateRangeReversed, type SearchParams } from '../rules/search-params.ts'
import { type FoundPost, searchPosts } from './search-posts.server.ts'

/** `total`: only on the first page of a filtered search. `posts`: of live coverage, only on the first page of a query. */
export type SearchResult = ArticleList & { total: ResultCount | null; posts?: FoundPost[] }

/** One page, newest first (spec §5, Search matching). */
export async function searchArticles(db: Db, params: SearchParams): Promise<SearchResult> {
  addPageTags('articles')
  if (isDateRangeReversed(params)) return { articles: [], next: null, total: { count: 0, hasMore: false } }
  const isCounted = hasFilter(params) && !params.before
  const condition = meetsFilter(params)
  if (!params.q) {
    const [rows, total] = await Promise.all([
      listRows(db, condition),
      isCounted ? countArticles(db, condition) : null,
    ])
    return { ...toArticleList(rows), total }
  }
  const { ids, total } = await findMatchingArticles(db, params.q, params, isCounted)
  const rows = ids.length > 0 ? await listRows(db, inArray(articles.id, ids)) : []
  const result = { ...toArticleList(rows), total: isCounted ? total : null }
  return params.before ? result : { ...result, posts: await searchPosts(db, params.q, params) }
}

function listRows(db: Db, condition: SQL | undefined) {
  return db
    .select(listColumns)
    .from(articles)
    .where(condition)
    .orderBy(...newestFirst)
    .limit(LIST_SIZE + 1)
}

/** Up to MAX_COUNT + 1. */
async function countArticles(db: Db, condition: SQL | undefined): Promise<ResultCount> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int from (
      select from ${articles} where ${condition ?? sql`true`} limit ${MAX_COUNT + 1}
    ) as found`)
  return toResultCount(rows[0]?.count ?? 0)
}

/** Fewer than database connections, so that other pages never wait for searches. */
const MAX_RUNNING = 4
const MAX_WAITING = 40

export function createSearchQueue() {
  const queue = new PQueue({ concurrency: MAX_RUNNING })
  return {
    /** @throws TooBusyError if the queue is full */
    async run<T>(search: () => Promise<T>): Promise<T> {
      if (queue.size >= MAX_WAITING) throw new TooBusyError(SEARCH_BUSY)
      // Otherwise a waiting task runs in another one's async context and tags its page.
      return queue.add(AsyncLocalStorage.bind(search))
    },
  }
}
