import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from './db.server.ts'
import { toInstant, toLocalTime } from './local-day.server.ts'

/** Counts rows by calendar month in the newspaper's time zone. */
export async function countByMonth(
  db: Db,
  joinedAt: PgColumn,
  now: Date,
  condition: SQL = sql`true`,
): Promise<{ total: number; beforeThisMonth: number; lastMonth: number }> {
  const month = sql`date_trunc('month', ${toLocalTime(sql`${now.toISOString()}::timestamptz`)})`
  const { rows } = await db.execute<{ total: number; beforeThisMonth: number; lastMonth: number }>(sql`
    select count(*)::int as total,
      count(*) filter (where ${joinedAt} < this_month)::int as "beforeThisMonth",
      count(*) filter (where ${joinedAt} >= last_month and ${joinedAt} < this_month)::int as "lastMonth"
    from ${joinedAt.table}, (
      select ${toInstant(month)} as this_month,
        ${toInstant(sql`(${month} - interval '1 month')`)} as last_month
    ) as months
    where ${condition}`)
  return rows[0] ?? { total: 0, beforeThisMonth: 0, lastMonth: 0 }
}
