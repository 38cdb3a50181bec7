import { and, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ResultCount } from '#features/articles/rules/result-count.ts'
import { LIST_SIZE } from '#features/articles/server/articles.server.ts'
import {
  containsByIndex,
  containsWords,
  hasBigrams,
  INDEX_SETTINGS,
  toResultCount,
  withSearchSettings,
} from '#features/articles/server/find-matching-articles.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { exactInstant } from '#platform/database/keyset.server.ts'
import { deskEntries } from '#schema/desk.ts'

/** `exact` is the instant that the list is sorted by. */
export type Place = { id: string; exact: string }

/** The column that the list is sorted by; ids of the same instant follow its direction. */
export type ListOrder = { at: PgColumn; direction: SQL }

/** Reading the words of an entry takes about 20 µs. */
const SCANNED = 400

type Matches = {
  /** One page and one more entry, in list order. */
  places: Place[]
  total: ResultCount
}

const { words: _, textHash: __, ...columns } = getTableColumns(deskEntries)

/**
 * Finds the entries with words that begin with each word of `q`, or whose headline and byline contain them. As
 * `findMatchingArticles`, it uses the text indexes only if the first entries of the list do not fill the page
 * (docs/decisions/0008-two-phase-search.md).
 *
 * @param condition the same one, for reading the list in order and for comparing matches
 * @param scanned number of entries to scan first
 */
export async function findMatchingEntries(
  db: Db,
  q: string,
  condition: { listed: SQL; matched: SQL },
  { at, direction }: ListOrder,
  scanned = SCANNED,
): Promise<Matches> {
  const order = sql`${at} ${direction}, ${deskEntries.id} ${direction}`
  const { rows: first } = await db.execute<Place & { isComplete: boolean }>(sql`
    with scanned as materialized (
      select ${deskEntries.id}, ${at} as at, ${deskEntries.head}, ${deskEntries.words},
        row_number() over (order by ${order}) as place
      from ${deskEntries} where ${condition.listed} order by ${order} limit ${scanned + 1}
    )
    select id, ${exactInstant(sql`at`)} as exact, (select count(*) <= ${scanned} from scanned) as "isComplete" from scanned
    where ${containsWords(sql`head`, q)} or words @@ search_query(${q}) order by place`)
  const isComplete = first[0]?.isComplete ?? false
  if (isComplete || first.length > LIST_SIZE)
    return {
      places: first.slice(0, LIST_SIZE + 1),
      total: { ...toResultCount(first.length), hasMore: !isComplete },
    }
  // The planner underestimates the comparison of words: without "offset" it would not use the index.
  const matching = (match: SQL | undefined) => sql`
    select ${deskEntries.id}, ${at} as at from (
      select ${sql.join(Object.values(columns), sql`, `)} from ${deskEntries} where ${match} offset 0
    ) as ${deskEntries} where ${condition.matched}`
  // Formatting an instant takes about 9 µs, too long for all matches.
  const { rows } = await withSearchSettings(db, INDEX_SETTINGS, (db) =>
    db.execute<Place & { count: number }>(sql`
      with found as materialized (
        ${matching(sql`${deskEntries.words} @@ search_query(${q})`)} union ${matching(and(containsByIndex(q, sql`${deskEntries.head}`), hasBigramsOf(q)))}
      )
      select id, ${exactInstant(sql`at`)} as exact, (select count(*)::int from found) as count
      from (select * from found order by at ${direction}, id ${direction} limit ${LIST_SIZE + 1}) as page`),
  )
  return { places: rows, total: toResultCount(rows[0]?.count ?? 0) }
}

/** Bigrams limit the matches of words that are too short for the trigram index. */
function hasBigramsOf(q: string): SQL | undefined {
  const short = q.split(' ').find((word) => [...word].length === 2)
  return short === undefined ? undefined : hasBigrams(deskEntries.head, short)
}
