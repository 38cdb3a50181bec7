import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { languageOf } from '#kernel/text/languages.ts'
import { place } from '#kernel/time/place.ts'
import type { Db } from '#platform/database/db.server.ts'
import { folded } from '#platform/database/folded-text.server.ts'
import { articles } from '#schema/articles.ts'
import { groupMonths } from '../rules/group-months.ts'
import type { ResultCount } from '../rules/result-count.ts'
import { countArticlesByMonth } from './article-counts.server.ts'
import { type ArticleFilter, meetsFilter, meetsFilterByIndex, monthsOf } from './article-filter.server.ts'
import { LIST_SIZE, newestFirst } from './articles.server.ts'

export const MAX_COUNT = 1_000

/** Cancels searches that would delay other readers. */
const SEARCH_TIMEOUT_MS = 3_000

/**
 * Scanning takes about 6 µs per article, mostly for `search_fold`, and reading a match from the index about 25 µs. Groups of months with more than
 * `grouped` matches are divided, months with more than `indexed` scanned.
 */
const LIMITS = { newest: 1_500, grouped: 1_000, indexed: 20_000 }

/** For rows that are scattered across the table, and for Arabic texts, which take five times as long to fold. */
const NEWEST_SLOW = 500

/** Expected matches of the first group of months: about 3 ms, with a count 10 ms. */
const FIRST_MATCHES = { page: 100, count: 500 }

/** Counts are exact up to here; beyond, only complete groups of months count. */
const EXACT_COUNT = 250

/** An author, or breaking news, rarely has a larger share. */
const ARTICLES_PER_AUTHOR = 16

/** One page and one more, unordered. */
type Matches = { ids: string[]; total: ResultCount }

/**
 * Finds the newest articles with all words of `q`, ignoring case, accents and the shape of quotes and dashes. Uses the text index only if the newest
 * articles do not fill the page, since the planner cannot tell frequent from rare words (decision 8).
 *
 * @param isCounted whether `total` is needed; it counts the examined articles
 */
export async function findMatchingArticles(
  db: Db,
  q: string,
  filter: ArticleFilter,
  isCounted: boolean,
  given: Partial<typeof LIMITS> = {},
): Promise<Matches> {
  const isScattered = Boolean(filter.category || filter.author || filter.breaking)
  const isArabic = languageOf(place().locale) === 'ar'
  const limits = { ...LIMITS, ...((isScattered || isArabic) && { newest: NEWEST_SLOW }), ...given }
  const condition = meetsFilter(filter)
  const limit = isCounted ? MAX_COUNT + 1 : LIST_SIZE + 1
  const recent = await scanByDate(db, q, condition, limit, limits.newest)
  if (recent.length > LIST_SIZE) {
    const total = toResultCount(recent.length)
    const hasMore = total.hasMore || (isCounted && (await hasMoreThan(db, condition, limits.newest)))
    return { ids: recent.slice(0, LIST_SIZE + 1), total: { ...total, hasMore } }
  }
  const density = (recent.length + 1) / limits.newest
  const matches = hasWord(q)
    ? await findByMonth(db, q, filter, isCounted, { ...limits, density })
    : await findByIndex(db, and(condition, containsByIndex(q, searchedText)), limits.indexed)
  if (matches) return matches
  const ids = await withSearchSettings(db, {}, (db) => scanByDate(db, q, condition, LIST_SIZE + 1))
  return { ids, total: toResultCount(limits.indexed + 1) }
}

/** @param count of up to MAX_COUNT + 1 rows */
export function toResultCount(count: number): ResultCount {
  return { count: Math.min(count, MAX_COUNT), hasMore: count > MAX_COUNT }
}

/** @param depth newest articles to scan; all by default */
async function scanByDate(
  db: Db,
  q: string,
  condition: SQL | undefined,
  limit: number,
  depth?: number,
): Promise<string[]> {
  const newest = db
    .select({ id: articles.id, text: searchedText.as('text') })
    .from(articles)
    .where(condition)
    .orderBy(...newestFirst)
  const scanned = (depth === undefined ? newest : newest.limit(depth)).as('scanned')
  const rows = await db
    .select({ id: scanned.id })
    .from(scanned)
    .where(contains(scanned.text, wordsOf(q)))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * Searches groups of months, newest first, until the page is full, since the index does not return the newest first. Undefined if a month has too
 * many matches to sort.
 *
 * @param density estimated matches per article of the filter
 */
async function findByMonth(
  db: Db,
  q: string,
  filter: ArticleFilter,
  isCounted: boolean,
  { grouped, indexed, density }: { grouped: number; indexed: number; density: number },
): Promise<Matches | undefined> {
  const months = await countArticlesByMonth(db, filter.category)
  const articlesPerMatch = (filter.author || filter.breaking ? ARTICLES_PER_AUTHOR : 1) / density
  const size = (isCounted ? FIRST_MATCHES.count : FIRST_MATCHES.page) * articlesPerMatch
  const groups = groupMonths(months, monthsOf(filter), size)
  const enough = isCounted ? EXACT_COUNT : LIST_SIZE + 1
  const ids: string[] = []
  let count = 0
  while (count < enough) {
    const group = groups.shift()
    if (!group) break
    const limit = group.length > 1 ? grouped : indexed
    const inMonths = group.length < months.length ? group : undefined
    const condition = and(meetsFilterByIndex(filter, inMonths), containsByIndex(q, searchedText))
    const found = await findByIndex(db, condition, limit)
    if (found) {
      ids.push(...found.ids)
      count += found.count
    } else {
      if (group.length === 1) return undefined
      const quarter = Math.ceil(group.length / 4)
      groups.unshift(group.slice(0, quarter), group.slice(quarter))
    }
  }
  const total = toResultCount(count)
  return {
    ids: ids.slice(0, LIST_SIZE + 1),
    total: { ...total, hasMore: total.hasMore || groups.length > 0 },
  }
}

/** Undefined above `limit` matches, too many to sort. */
async function findByIndex(db: Db, condition: SQL | undefined, limit: number) {
  const { rows } = await withSearchSettings(db, INDEX_SETTINGS, (db) =>
    db.execute<{ id: string; count: number }>(sql`
      with matches as materialized (
        select ${articles.id}, ${articles.publishedAt} from ${articles} where ${condition} limit ${limit + 1}
      )
      select id, (select count(*)::int from matches) as count from matches
      order by published_at desc, id desc limit ${LIST_SIZE + 1}`),
  )
  const count = rows[0]?.count ?? 0
  return count > limit ? undefined : { ids: rows.map(({ id }) => id), count, total: toResultCount(count) }
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

/** Allows text indexes only, and no parallel workers, whose start takes longer than the search. */
export const INDEX_SETTINGS = {
  enable_seqscan: 'off',
  enable_indexscan: 'off',
  max_parallel_workers_per_gather: '0',
}

export function withSearchSettings<T>(
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

const searchedText = sql<string>`search_fold(${articles.searchText})`

/**
 * Longest first: they match the fewest articles, and only these are compared with the others. Several hyphens stand for a dash, which is folded to
 * one.
 */
function wordsOf(q: string): string[] {
  const words = withoutArabicMarks(q)
    .split(/\s+/)
    .map((word) => (/^-+$/.test(word) ? '-' : word))
  return [...new Set(words.filter(Boolean))].toSorted((a, b) => b.length - a.length)
}

/** Treats wildcards literally. */
export function containsWords(text: SQLWrapper, q: string): SQL | undefined {
  return contains(text, wordsOf(q))
}

function contains(text: SQLWrapper, words: string[]): SQL | undefined {
  return and(...words.map((word) => sql`strpos(${text}, ${folded(word)}) > 0`))
}

/** Few words share these, and each further letter costs a lookup per candidate. */
const INDEXED_LETTERS = 8

/** Like `containsWords`, for the trigram and bigram indexes of `text`. */
export function containsByIndex(q: string, text: SQL): SQL | undefined {
  const beginnings = new Map(
    selectiveWords(q).map((word) => [word, [...word].slice(0, INDEXED_LETTERS).join('')]),
  )
  const indexed = [...beginnings.values()].map(
    (beginning) => sql`${text} like '%' || ${folded(beginning)} || '%'`,
  )
  // The index has compared the other words completely.
  const compared = wordsOf(q).filter((word) => beginnings.get(word) !== word)
  // Without three letters or digits in a row, the trigram index would be read completely.
  const bigrams = wordsOf(q).map((word) => hasBigrams(text, word))
  return and(...(indexed.length > 0 ? indexed : bigrams), contains(text, compared))
}

export function hasBigrams(text: SQLWrapper, word: string): SQL {
  return sql`search_bigrams(${text}) @@ search_bigrams_query(${folded(word)})`
}

/** Whether the trigram index can be used. */
function hasWord(q: string): boolean {
  return selectiveWords(q).length > 0
}

/** `search_fold` removes tatweels and vowel signs, so that they are no letters to look up. */
function withoutArabicMarks(q: string): string {
  return q.replace(/[\u0640\u064B-\u0655\u0670]/g, '')
}

/** The two longest: short ones match nearly every text. They contain no wildcards. */
function selectiveWords(q: string): string[] {
  const letters = withoutArabicMarks(q).match(/[\p{L}\p{N}]{3,}/gu)
  const words = [...new Set(letters)].toSorted((a, b) => b.length - a.length)
  return (words[1] ?? '').length > 3 ? words.slice(0, 2) : words
}
