import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { meetsFilter } from '#features/articles/server/article-filter.server.ts'
import {
  containsByIndex,
  containsWords,
  INDEX_SETTINGS,
  withSearchSettings,
} from '#features/articles/server/find-matching-articles.server.ts'
import { postLabel } from '#features/live/rules/live-post.ts'
import { postPath } from '#features/live/rules/timeline.ts'
import { isShownPost, LABEL_CHARACTERS } from '#features/live/server/timeline.server.ts'
import { articlePath } from '#kernel/article-path.ts'
import type { Db } from '#platform/database/db.server.ts'
import { endOfDay, startOfDay } from '#platform/database/local-day.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { articles } from '#schema/articles.ts'
import { livePosts } from '#schema/live.ts'
import type { SearchFilter } from '../rules/search-params.ts'

export const MAX_FOUND_POSTS = 3

/**
 * The newest posts are read first, at 10 µs each, which finds frequent words. A match of the index takes about 25 µs. Words
 * with more than `indexed` matches are found among the newest `frequent` posts only.
 */
const LIMITS = { newest: 200, indexed: 500, frequent: 5_000 }

/** A post of live coverage. `path` is its address; `label` its headline, or the beginning of its text. */
export type FoundPost = { id: string; path: string; label: string; articleTitle: string; publishedAt: string }

/**
 * Returns the newest posts of live coverage with all words of `q`, compared as those of articles are. As for articles (decision
 * 8), rare words are found by index, frequent ones by date.
 */
export async function searchPosts(
  db: Db,
  q: string,
  { from, to, ...filter }: SearchFilter,
  limits = LIMITS,
): Promise<FoundPost[]> {
  addPageTags('live-posts')
  const isWanted = and(
    meetsFilter(filter),
    from ? gte(livePosts.publishedAt, startOfDay(from)) : undefined,
    to ? lt(livePosts.publishedAt, endOfDay(to)) : undefined,
  )
  const recent = await findByDate(db, q, isWanted, limits.newest)
  if (recent.ids.length === MAX_FOUND_POSTS || recent.count < limits.newest) return showPosts(db, recent.ids)
  const indexed = await findByIndex(db, q, isWanted, limits.indexed + 1)
  const { ids } =
    indexed.count <= limits.indexed
      ? indexed
      : await withSearchSettings(db, {}, (db) => findByDate(db, q, isWanted, limits.frequent))
  return showPosts(db, ids)
}

const searchedText = sql<string>`search_fold(${livePosts.searchText})`
const newestFirst = sql.join([desc(livePosts.publishedAt), desc(livePosts.id)], sql`, `)

function findByDate(db: Db, q: string, isWanted: SQL | undefined, limit: number) {
  const newest = sql`
    select id, article_id, published_at, search_text from ${livePosts}
    where ${isShownPost} order by ${newestFirst} limit ${limit}`
  return findAmong(db, newest, and(isWanted, containsWords(searchedText, q)))
}

function findByIndex(db: Db, q: string, isWanted: SQL | undefined, limit: number) {
  const matches = sql`
    select id, article_id, published_at from ${livePosts}
    where ${and(isShownPost, containsByIndex(q, searchedText))} limit ${limit}`
  return withSearchSettings(db, INDEX_SETTINGS, (db) => findAmong(db, matches, isWanted))
}

/**
 * @param posts selects some posts, which take the place of the table
 * @returns how many these are, and the newest of them that are wanted and whose article is published
 */
async function findAmong(db: Db, posts: SQL, isWanted: SQL | undefined) {
  const { rows } = await db.execute<{ count: number; ids: string[] }>(sql`
    with posts as materialized (${posts})
    select (select count(*)::int from posts) as count, array(
      select ${livePosts.id} from posts as ${livePosts} join ${articles} on ${articles.id} = ${livePosts.articleId}
      where ${isWanted ?? sql`true`} order by ${newestFirst} limit ${MAX_FOUND_POSTS}
    ) as ids`)
  return rows[0] ?? { count: 0, ids: [] }
}

async function showPosts(db: Db, ids: string[]): Promise<FoundPost[]> {
  if (ids.length === 0) return []
  const { id, headline, publishedAt } = livePosts
  const rows = await db
    .select({
      id,
      headline,
      publishedAt,
      body: sql<string>`left(${livePosts.body}, ${LABEL_CHARACTERS})`,
      article: { id: articles.id, title: articles.title, slug: articles.slug },
    })
    .from(livePosts)
    .innerJoin(articles, eq(articles.id, livePosts.articleId))
    .where(inArray(livePosts.id, ids))
    .orderBy(newestFirst)
  return rows.map(({ article, ...post }) => ({
    id: post.id,
    path: postPath(articlePath(article), post.id),
    label: postLabel(post),
    articleTitle: article.title,
    publishedAt: post.publishedAt?.toISOString() ?? '',
  }))
}
