import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { uploadUrl } from '#features/media/server/uploads-folder.server.ts'
import type { Db } from '#platform/database/db.server.ts'

const MAX_NAMES = 10_000
const MAX_AGE_MS = 60_000

export type WithheldUploads = {
  /** False if the database does not respond. */
  has(name: string): Promise<boolean>
  /** Call it when articles have changed. */
  invalidate(): void
}

export function createWithheldUploads(isWithheld: (name: string) => Promise<boolean>): WithheldUploads {
  const known = new LRUCache<string, boolean>({
    max: MAX_NAMES,
    ttl: MAX_AGE_MS,
    fetchMethod: (name) => isWithheld(name),
  })
  return {
    has: async (name) => (await known.fetch(name).catch(() => false)) ?? false,
    invalidate: () => known.clear(),
  }
}

/** Articles and pages are only searched for images of withdrawn articles. */
export async function isUploadWithheld(db: Db, name: string): Promise<boolean> {
  const url = uploadUrl(name)
  const { rows } = await db.execute<{ isWithheld: boolean }>(sql`
    select case when exists (
      select from deleted_articles removed join drafts on drafts.id = removed.id
      where drafts.deleted_at is null and strpos(removed.row::text, ${url}) > 0
    ) then not exists (
      select from articles where image_url = ${url}
        or origin = 'editor' and strpos(summary || ' ' || content, ${url}) > 0
    ) and not exists (
      select from site_settings where strpos(setting_value, ${url}) > 0
    ) else false end as "isWithheld"`)
  return rows[0]?.isWithheld ?? false
}
