import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ResultCount } from '#features/articles/rules/result-count.ts'
import { LIST_SIZE } from '#features/articles/server/articles.server.ts'
import {
  containsByIndex,
  containsWords,
  INDEX_SETTINGS,
  MAX_COUNT,
  toResultCount,
  withSearchSettings,
} from '#features/articles/server/find-matching-articles.server.ts'
import { parseCursor } from '#kernel/cursor.ts'
import type { Db } from '#platform/database/db.server.ts'
import { exactInstant, isAfter } from '#platform/database/keyset.server.ts'
import { drafts } from '#schema/newsroom.ts'

/** As for articles: scanning takes about 6 µs for each of the `newest` drafts, reading a match from the index about 25 µs. */
const LIMITS = { newest: 1_500, indexed: 20_000 }

type Options = {
  condition: SQL | undefined
  /** The list is sorted by this column. */
  at: PgColumn
  before: string | undefined
} & Partial<typeof LIMITS>

type Matches = {
  /** Of one page and one more draft, unordered. */
  places: { id: string; exact: string }[]
  total: ResultCount
  /** How many of the counted drafts are not published. */
  unpublished: number
}

/** As in `drafts_titles_idx` and `drafts_pairs_idx`. */
const searchedText = sql<string>`search_fold(lower(${drafts.title} || E'\\n' || ${drafts.author}))`

/**
 * Finds the drafts whose title and author contain each word of `q`. As `findMatchingArticles`, it scans the newest drafts
 * first and uses the text index only if they do not fill the page (docs/decisions/0008-two-phase-search.md).
 */
export async function findMatchingDrafts(
  db: Db,
  q: string,
  { condition: filter, at, before, ...given }: Options,
): Promise<Matches> {
  const limits = { ...LIMITS, ...given }
  const condition = and(filter, isAfter(at, drafts.id, parseCursor(before))) ?? sql`true`
  const scan = (depth: SQL) => sql`
    select id, exact, is_published from (
      select ${drafts.id}, ${exactInstant(at)} as exact, ${drafts.isPublished}, ${searchedText} as text from ${drafts}
      where ${condition} order by ${desc(at)}, ${desc(drafts.id)} ${depth}
    ) as scanned where ${containsWords(sql`text`, q)} limit ${MAX_COUNT + 1}`
  const recent = await readMatches(db, scan(sql`limit ${limits.newest}`))
  if (recent.places.length > LIST_SIZE) return recent
  const indexed = sql`
    select ${drafts.id}, ${exactInstant(at)} as exact, ${drafts.isPublished} from ${drafts}
    where ${and(condition, containsByIndex(q, searchedText))} limit ${limits.indexed + 1}`
  const matches = await withSearchSettings(db, INDEX_SETTINGS, (db) => readMatches(db, indexed))
  return matches.count > limits.indexed
    ? withSearchSettings(db, {}, (db) => readMatches(db, scan(sql``)))
    : matches
}

async function readMatches(db: Db, found: SQL): Promise<Matches & { count: number }> {
  const { rows } = await db.execute<{ id: string; exact: string; count: number; unpublished: number }>(sql`
    with found as materialized (${found})
    select id, exact, (select count(*)::int from found) as count,
      (select count(*)::int from found where not is_published) as unpublished
    from found order by exact desc, id desc limit ${LIST_SIZE + 1}`)
  const { count = 0, unpublished = 0 } = rows[0] ?? {}
  return {
    places: rows.map(({ id, exact }) => ({ id, exact })),
    total: toResultCount(count),
    unpublished,
    count,
  }
}
