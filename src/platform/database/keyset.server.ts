import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { formatCursor } from '#kernel/cursor.ts'

/** Formats a timestamp with microseconds: with a JavaScript date, a cursor would repeat a row. */
export function exactInstant(column: PgColumn | SQL): SQL<string> {
  return sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

/** Selects the rows after a cursor, newest first unless `isAscending`. Undefined for the first page. */
export function isAfter(
  at: PgColumn,
  id: PgColumn,
  cursor: { publishedAt: string; id: string } | undefined,
  { isAscending = false } = {},
): SQL | undefined {
  const comparison = isAscending ? sql`>` : sql`<`
  return cursor && sql`(${at}, ${id}) ${comparison} (${cursor.publishedAt}::timestamptz, ${cursor.id}::uuid)`
}

/** @param rows one more than `size` if there is a next page */
export function toPage<Row extends { id: string; exact: string }>(
  rows: readonly Row[],
  size: number,
): { items: Row[]; next: string | null } {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return {
    items,
    next: rows.length > size && last ? formatCursor({ publishedAt: last.exact, id: last.id }) : null,
  }
}

/** Returns a page of a list by descending number, which is its cursor. */
export function toNumberedPage<Row>(
  rows: readonly Row[],
  size: number,
  numberOf: (row: Row) => number,
): { items: Row[]; next: number | null } {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: rows.length > size && last ? numberOf(last) : null }
}
