import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from './db.server.ts'

/** Counts rows by calendar month of Europe/London. */
export async function countByMonth(
  db: Db,
  joinedAt: PgColumn,
  now: Date,
  condition: SQL = sql`true`,
): Promise<{ total: number; beforeThisMonth: number; lastMonth: number }> {
  const localTime = sql`${now.toISOString()}::timestamptz at time zone 'Europe/London'`
  const { rows } = await db.execute<{ total: number; beforeThisMonth: number; lastMonth: number }>(sql`
    select count(*)::int as total,
      count(*) filter (where ${joinedAt} < this_month)::int as "beforeThisMonth",
      count(*) filter (where ${joinedAt} >= last_month and ${joinedAt} < this_month)::int as "lastMonth"
    from ${joinedAt.table}, (
      select date_trunc('month', ${localTime}) at time zone 'Europe/London' as this_month,
        (date_trunc('month', ${localTime}) - interval '1 month') at time zone 'Europe/London' as last_month
    ) as months
    where ${condition}`)
  return rows[0] ?? { total: 0, beforeThisMonth: 0, lastMonth: 0 }
}
