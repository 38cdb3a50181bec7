import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Returns a text in the form that searches compare (decisions 21 and 77): `foldLetters` in SQL. */
export function folded(text: SQLWrapper | string): SQL {
  return sql`search_fold(lower(${text}))`
}

/** Whether a text contains a part, in any case and without regard to accents. */
export function containsFolded(text: SQLWrapper, part: string): SQL {
  return sql`strpos(${folded(text)}, ${folded(part)}) > 0`
}
