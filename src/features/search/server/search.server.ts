import { and, inArray, type SQL } from 'drizzle-orm'
import { hasFilter, isBackwards, type SearchPage } from '#features/articles/rules/search-filter.ts'
import type { SearchResult } from '#features/articles/rules/search-result.ts'
import {
  LIST_SIZE,
  listColumns,
  newestFirst,
  olderThan,
  toList,
} from '#features/articles/server/articles.server.ts'
import { countWithin } from '#features/articles/server/count-within.server.ts'
import { findMatches, SCATTERED } from '#features/articles/server/find-matches.server.ts'
import { matchesFilter } from '#features/articles/server/search-conditions.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { dependOn } from '#platform/pages/page-tags.server.ts'
import { articles } from '#schema/articles.ts'

/** One page of what a search finds, newest first (spec §5, Search matching). */
export async function listFound(db: Db, page: SearchPage): Promise<SearchResult> {
  dependOn('articles')
  if (isBackwards(page)) return { articles: [], next: null, total: { count: 0, isMore: false } }
  const isCounted = hasFilter(page) && !page.before
  const within = and(matchesFilter(page), olderThan(page.before))
  if (!page.q) {
    const [rows, total] = await Promise.all([
      listRows(db, within),
      isCounted ? countWithin(db, within) : null,
    ])
    return { ...toList(rows), total }
  }
  const isScattered = Boolean(page.category || page.author || page.breaking)
  const { ids, total } = await findMatches(db, page.q, within, isCounted, isScattered ? SCATTERED : {})
  const rows = ids.length > 0 ? await listRows(db, inArray(articles.id, ids)) : []
  return { ...toList(rows), total: isCounted ? total : null }
}

function listRows(db: Db, condition: SQL | undefined) {
  return db
    .select(listColumns)
    .from(articles)
    .where(condition)
    .orderBy(...newestFirst)
    .limit(LIST_SIZE + 1)
}
