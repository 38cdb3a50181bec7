import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import type { FoundCount } from '../rules/search-result.ts'

/** Beyond these a count says only that there are more. */
export const MOST_COUNTED = 1_000

/** How many articles are `within`. Their order is of no matter, so that it may end with the first thousand. */
export async function countWithin(db: Db, within: SQL | undefined): Promise<FoundCount> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int from (
      select from ${articles} where ${within ?? sql`true`} limit ${MOST_COUNTED + 1}
    ) as found`)
  return bounded(rows[0]?.count ?? 0)
}

/** What is said of so many articles. */
export function bounded(count: number): FoundCount {
  return { count: Math.min(count, MOST_COUNTED), isMore: count > MOST_COUNTED }
}
