import { inArray, sql } from 'drizzle-orm'
import { TIME_ZONES } from '#kernel/time/apply-place.ts'
import type { Place } from '#kernel/time/place.ts'
import type { Db } from '#platform/database/db.server.ts'
import { siteSettings } from '#schema/site.ts'
import { readPlace } from '../rules/general-settings.ts'

export async function findPlace(db: Db): Promise<Place> {
  const { settingName, settingValue } = siteSettings
  const rows = await db
    .select({ name: settingName, value: settingValue })
    .from(siteSettings)
    .where(inArray(settingName, ['time_zone', 'locale', 'week_start']))
  return readPlace(Object.fromEntries(rows.map(({ name, value }) => [name, value])))
}

/** Lists the time zones that both this process and PostgreSQL know: a query in an unknown one would fail. */
export async function listKnownTimeZones(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from pg_timezone_names where name = any(${sql.param(TIME_ZONES)}::text[]) order by name`)
  return rows.map(({ name }) => name)
}

/** @throws RangeError if PostgreSQL does not know the time zone */
export async function requireKnownTimeZone(db: Db, timeZone: string): Promise<void> {
  const known = await listKnownTimeZones(db)
  if (!known.includes(timeZone)) throw new RangeError(`PostgreSQL does not know the time zone ${timeZone}`)
}
