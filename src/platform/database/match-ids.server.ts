import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

// The ids are one parameter. `inArray` has one for each, and building such a statement takes longer than executing it.

/** @param column of UUIDs */
export function hasOneOfIds(column: SQLWrapper, ids: readonly string[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::uuid[])`
}

/** @param column of UUIDs */
export function hasNoneOfIds(column: SQLWrapper, ids: readonly string[]): SQL {
  return sql`${column} <> all(${sql.param(ids)}::uuid[])`
}
