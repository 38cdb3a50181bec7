import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { place } from '#kernel/time/place.ts'

/**
 * Returns the start of a day in the newspaper's time zone.
 *
 * @param day an SQL date, or `YYYY-MM-DD`
 */
export function startOfDay(day: SQLWrapper | string): SQL {
  return toInstant(sql`(${day})::date::timestamp`)
}

/** Returns the end of a day, exclusive. See `startOfDay`. */
export function endOfDay(day: SQLWrapper | string): SQL {
  return toInstant(sql`((${day})::date + 1)::timestamp`)
}

/** Returns the SQL date of an instant in the newspaper's time zone. */
export function dayOf(at: SQLWrapper): SQL {
  return sql`(${toLocalTime(at)})::date`
}

/** Returns the local time of an instant, as an SQL timestamp without time zone. */
export function toLocalTime(at: SQLWrapper): SQL {
  return sql`(${at} at time zone ${timeZone()})`
}

/** Returns the instant of a local time. */
export function toInstant(localTime: SQLWrapper): SQL {
  return sql`(${localTime} at time zone ${timeZone()})`
}

/** A literal, as PostgreSQL considers two parameters different expressions, for example in GROUP BY. */
function timeZone(): SQL {
  return sql.raw(`'${place().timeZone.replaceAll("'", "''")}'`)
}
