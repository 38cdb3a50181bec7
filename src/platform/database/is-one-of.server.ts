import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

// With one parameter for all ids. `inArray` has one for each, and building such a statement takes longer than executing it.

export function isOneOf(column: SQLWrapper, ids: readonly string[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::uuid[])`
}

export function isNoneOf(column: SQLWrapper, ids: readonly string[]): SQL {
  return sql`${column} <> all(${sql.param(ids)}::uuid[])`
}
