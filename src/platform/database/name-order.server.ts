import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { LOCALES, languageOf } from '#kernel/text/languages.ts'
import { place } from '#kernel/time/place.ts'
import type { Db } from './db.server.ts'

let collations: ReadonlySet<string> = new Set()

/** Finds the ICU collations of the database server. One that was built without ICU has none. */
export async function loadCollations(db: Db): Promise<void> {
  const names = LOCALES.flatMap(collationsOf)
  const { rows } = await db.execute<{ name: string }>(sql`
    select collname as name from pg_collation
    where collnamespace = 'pg_catalog'::regnamespace and collname = any(${sql.param(names)}::text[])`)
  collations = new Set(rows.map(({ name }) => name))
}

/**
 * Returns the SQL expression that orders names as the newspaper's locale does, as `compareNames` does in JavaScript
 * (decision 77). Without ICU, the collation of the database decides.
 */
export function byName(name: SQLWrapper): SQL {
  // Evaluated when the query runs, since some queries are module constants and the locale can change.
  return sql`${{ getSQL: () => orderOf(name) }}`
}

function orderOf(name: SQLWrapper): SQL {
  const collation = collationsOf(place().locale).find((known) => collations.has(known))
  return collation ? sql`${name} collate ${sql.identifier(collation)}` : sql`lower(${name})`
}

function collationsOf(locale: string): string[] {
  return [`${locale}-x-icu`, `${languageOf(locale)}-x-icu`]
}
