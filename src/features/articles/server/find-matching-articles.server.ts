import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import type { ResultCount } from '../rules/result-count.ts'
import { LIST_SIZE, newestFirst } from './articles.server.ts'

export const MAX_COUNT = 1_000

/** Cancels searches that would delay other readers. */
const SEARCH_TIMEOUT_MS = 3_000

/** Scanning takes about 1.3 µs for each `newest` article, sorting about 5 µs for each `indexed` match. */
const LIMITS = { newest: 10_000, indexed: 50_000 }

/** For filters whose rows are scattered across the table: about 6 µs each. */
export const SCATTERED_LIMITS = { newest: 2_500 }

/** For readers (spec section 5) and the article manager (section 2). */
type SearchScope = 'all' | 'title-and-author'

type TextQuery = { q: string; scope: SearchScope }

/** Ids of one page and one more article, unordered. */
type Matches = { ids: string[]; total: ResultCount }

/**
 * Finds the newest articles that contain `q`, ignoring case, and meet `condition`. Scans the newest articles
 * first and uses the trigram index only if they do not fill the page, since the planner cannot tell frequent
 * words from rare ones (docs/decisions/0008-newest-first-then-the-index.md).
 *
 * @param isCounted whether `total` is needed; it is exact up to MAX_COUNT if the index was used or the scan
 * covered all articles
 */
export async function findMatchingArticles(
  db: Db,
  q: string,
  condition: SQL | undefined,
  isCounted: boolean,
  {
    newest = LIMITS.newest,
    indexed = LIMITS.indexed,
    scope = 'all',
  }: Partial<typeof LIMITS> & { scope?: SearchScope } = {},
): Promise<Matches> {
  const query = { q, scope }
  const recent = await scanByDate(db, query, condition, isCounted ? MAX_COUNT + 1 : LIST_SIZE + 1, newest)
  if (recent.length > LIST_SIZE) {
    const total = toResultCount(recent.length)
    const hasMore = total.hasMore || (isCounted && (await hasMoreThan(db, condition, newest)))
    return { ids: recent.slice(0, LIST_SIZE + 1), total: { ...total, hasMore } }
  }
  const matches = await findByIndex(db, query, condition, indexed)
  if (matches) return matches
  const ids = await withPlannerSettings(db, {}, (db) => scanByDate(db, query, condition, LIST_SIZE + 1))
  return { ids, total: toResultCount(indexed + 1) }
}

/** @param count of up to MAX_COUNT + 1 rows */
export function toResultCount(count: number): ResultCount {
  return { count: Math.min(count, MAX_COUNT), hasMore: count > MAX_COUNT }
}

/** @param depth number of newest articles to scan; all by default */
async function scanByDate(
  db: Db,
  { q, scope }: TextQuery,
  condition: SQL | undefined,
  limit: number,
  depth?: number,
): Promise<string[]> {
  const newest = db
    .select({ id: articles.id, text: searchedText(scope).as('text') })
    .from(articles)
    .where(condition)
    .orderBy(...newestFirst)
  const scanned = (depth === undefined ? newest : newest.limit(depth)).as('scanned')
  const rows = await db.select({ id: scanned.id }).from(scanned).where(contains(scanned.text, q)).limit(limit)
  return rows.map(({ id }) => id)
}

/** Returns undefined if there are more than `limit` matches, too many to sort. */
async function findByIndex(
  db: Db,
  { q, scope }: TextQuery,
  condition: SQL | undefined,
  limit: number,
): Promise<Matches | undefined> {
  // The planner's statistics are too poor to choose the trigram index.
  const settings = { enable_seqscan: 'off', enable_indexscan: 'off' }
  const { rows } = await withPlannerSettings(db, settings, (db) =>
    db.execute<{ id: string; count: number }>(sql`
      with matches as materialized (
        select ${articles.id}, ${articles.publishedAt} from ${articles}
        where ${condition ?? sql`true`} and ${containsByIndex(q, scope)} limit ${limit + 1}
      )
      select id, (select count(*)::int from matches) as count from matches
      order by published_at desc, id desc limit ${LIST_SIZE + 1}`),
  )
  const count = rows[0]?.count ?? 0
  return count > limit ? undefined : { ids: rows.map(({ id }) => id), total: toResultCount(count) }
}

async function hasMoreThan(db: Db, condition: SQL | undefined, count: number): Promise<boolean> {
  const rows = await db
    .select({ publishedAt: articles.publishedAt })
    .from(articles)
    .where(condition)
    .orderBy(...newestFirst)
    .offset(count)
    .limit(1)
  return rows.length > 0
}

function withPlannerSettings<T>(
  db: Db,
  settings: Record<string, string>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const all = { ...settings, statement_timeout: String(SEARCH_TIMEOUT_MS) }
  return db.transaction(async (transaction) => {
    const calls = Object.entries(all).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
    await transaction.execute(sql`select ${sql.join(calls, sql`, `)}`)
    return work(transaction)
  })
}

function searchedText(scope: SearchScope): SQL<string> {
  return scope === 'all'
    ? sql<string>`${articles.searchText}`
    : sql<string>`lower(${articles.title} || E'\\n' || ${articles.author})`
}

/** Treats wildcards in the query literally. */
function contains(text: SQLWrapper, q: string): SQL {
  return sql`strpos(${text}, lower(${q})) > 0`
}

/** As `contains`, with conditions that use an index. */
function containsByIndex(q: string, scope: SearchScope): SQL | undefined {
  const text = searchedText(scope)
  const words = selectiveWords(q).map((word) => sql`${text} like lower(${`%${word}%`})`)
  // Without three letters or digits in a row the trigram index would be read completely.
  const pairs = sql`search_pairs(${articles.searchText}) @> search_pairs(lower(${q}))`
  return and(...(words.length > 0 ? words : [pairs]), contains(text, q))
}

/** The two longest words: short ones match nearly every text. They hold no wildcards. */
function selectiveWords(q: string): string[] {
  const words = [...new Set(q.match(/[\p{L}\p{N}]{3,}/gu))].toSorted((a, b) => b.length - a.length)
  return (words[1] ?? '').length > 3 ? words.slice(0, 2) : words
}
