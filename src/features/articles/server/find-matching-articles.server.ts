import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import type { FoundCount } from '../rules/search-result.ts'
import { LIST_SIZE, newestFirst } from './articles.server.ts'
import { bounded, MOST_COUNTED } from './count-within.server.ts'
import { holds, holdsByIndex, type Searched, searchedText } from './search-conditions.server.ts'
import { BITMAPS_ONLY, withPlanner } from './with-planner.server.ts'

/**
 * `lookedAt`: how many of the newest articles are looked at one after another, at about 1.3 µs each. `sorted`: how many an
 * index may name, at about 5 µs each.
 */
const LIMITS = { lookedAt: 10_000, sorted: 50_000 }

/** How many of a category's, an author's or breaking news are looked at: scattered among the others, at about 6 µs each. */
export const SCATTERED = { lookedAt: 2_500 }

type SearchedText = { q: string; searched: Searched }

/** The ids of a page's articles and of one more, in any order, and how many were found. */
type Matches = { ids: string[]; total: FoundCount }

/**
 * The newest articles that hold `q` in what is searched of them, among those that are `within`.
 *
 * An index by date finds quickly what is written often, and an index of trigrams what is written seldom; each is slow at
 * the other's work, and statistics know too little of parts of words to choose. So the newest articles are looked at first,
 * and only if these do not fill the page is the other index asked.
 *
 * @param isCounted whether `total` is wanted. It is exact up to MOST_COUNTED where the index was asked and where the newest
 * articles were all; elsewhere it says how many were seen among these, and that there are more.
 */
export async function findMatches(
  db: Db,
  q: string,
  within: SQL | undefined,
  isCounted: boolean,
  {
    lookedAt = LIMITS.lookedAt,
    sorted = LIMITS.sorted,
    searched = 'all',
  }: Partial<typeof LIMITS> & { searched?: Searched } = {},
): Promise<Matches> {
  const text = { q, searched }
  const often = await findByDate(db, text, within, isCounted ? MOST_COUNTED + 1 : LIST_SIZE + 1, lookedAt)
  if (often.length > LIST_SIZE) {
    const total = bounded(often.length)
    const isMore = total.isMore || (isCounted && (await hasMore(db, within, lookedAt)))
    return { ids: often.slice(0, LIST_SIZE + 1), total: { ...total, isMore } }
  }
  const seldom = await findByText(db, text, within, sorted)
  if (seldom) return seldom
  const ids = await withPlanner(db, {}, (db) => findByDate(db, text, within, LIST_SIZE + 1))
  return { ids, total: bounded(sorted + 1) }
}

/** Looks at the articles from the newest to the oldest, or to the one in that place, until it has found the `most`. */
async function findByDate(
  db: Db,
  { q, searched }: SearchedText,
  within: SQL | undefined,
  most: number,
  last?: number,
): Promise<string[]> {
  const newest = db
    .select({ id: articles.id, text: searchedText(searched).as('text') })
    .from(articles)
    .where(within)
    .orderBy(...newestFirst)
  const looked = (last === undefined ? newest : newest.limit(last)).as('looked')
  const rows = await db.select({ id: looked.id }).from(looked).where(holds(looked.text, q)).limit(most)
  return rows.map(({ id }) => id)
}

/** Asks an index for all that hold `q`; undefined when they are too many to be put in order. */
async function findByText(
  db: Db,
  { q, searched }: SearchedText,
  within: SQL | undefined,
  most: number,
): Promise<Matches | undefined> {
  const { rows } = await withPlanner(db, BITMAPS_ONLY, (db) =>
    db.execute<{ id: string; count: number }>(sql`
      with matches as materialized (
        select ${articles.id}, ${articles.publishedAt} from ${articles}
        where ${within ?? sql`true`} and ${holdsByIndex(q, searched)} limit ${most + 1}
      )
      select id, (select count(*)::int from matches) as count from matches
      order by published_at desc, id desc limit ${LIST_SIZE + 1}`),
  )
  const count = rows[0]?.count ?? 0
  return count > most ? undefined : { ids: rows.map(({ id }) => id), total: bounded(count) }
}

/** Whether more articles are `within` than those that were looked at. */
async function hasMore(db: Db, within: SQL | undefined, looked: number): Promise<boolean> {
  const rows = await db
    .select({ publishedAt: articles.publishedAt })
    .from(articles)
    .where(within)
    .orderBy(...newestFirst)
    .offset(looked)
    .limit(1)
  return rows.length > 0
}
