import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'

/** A search that takes longer is given up: it would hold up other readers. */
const LONGEST_SEARCH_MS = 3_000

/** Leaves the planner the indexes that answer with a set; statistics tell it too little of texts to choose others. */
export const BITMAPS_ONLY = { enable_seqscan: 'off', enable_indexscan: 'off' }

/** Runs statements with settings of PostgreSQL's planner, and none of them for long. */
export function withPlanner<T>(
  db: Db,
  settings: Record<string, string>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const given = { ...settings, statement_timeout: String(LONGEST_SEARCH_MS) }
  return db.transaction(async (transaction) => {
    const calls = Object.entries(given).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
    await transaction.execute(sql`select ${sql.join(calls, sql`, `)}`)
    return work(transaction)
  })
}
