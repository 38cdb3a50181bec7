import { sql } from 'drizzle-orm'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'

/** `reason` is public, and may be blank. */
export type ArticleAvailability =
  | { kind: 'published' }
  | { kind: 'withdrawn'; reason: string }
  | { kind: 'missing' }

export async function findAvailability(db: Db, id: string): Promise<ArticleAvailability> {
  if (!isUuid(id)) return { kind: 'missing' }
  const { rows } = await db.execute<{ isPublished: boolean; reason: string | null }>(sql`
    select exists (select from articles where id = ${id}) as "isPublished", (
      select case kind when 'withdraw' then reason end from publications
      where article_id = ${id} and state = 'done' order by seq desc limit 1
    ) as reason`)
  const { isPublished, reason } = rows[0] ?? {}
  if (isPublished) return { kind: 'published' }
  return reason == null ? { kind: 'missing' } : { kind: 'withdrawn', reason }
}
