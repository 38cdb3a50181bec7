import { and, inArray, lt, sql } from 'drizzle-orm'
import { localDay } from '#kernel/time/zoned-time.ts'
import type { Db } from '#platform/database/db.server.ts'
import { byName } from '#platform/database/name-order.server.ts'
import { media } from '#schema/media.ts'
import type { EndedRights } from '../rules/ended-rights.ts'

/** Returns the uploads that may no longer be published. @param names as `listUploadNames` returns them */
export async function findEndedRights(
  db: Pick<Db, 'select'>,
  names: readonly string[],
  now: Date,
): Promise<EndedRights[]> {
  if (names.length === 0) return []
  const { name, caption, alt, rightsEndOn } = media
  // Without the time that makes stored names unique.
  const title = sql<string>`coalesce(nullif(${caption}, ''), nullif(${alt}, ''), regexp_replace(${name}, '^\\d+_', ''))`
  return db
    .select({ name, title })
    .from(media)
    .where(and(inArray(name, [...names]), lt(rightsEndOn, localDay(now.toISOString()))))
    .orderBy(byName(title), name)
}
