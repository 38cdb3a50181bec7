import { sql } from 'drizzle-orm'
import { uploadUrl } from '#features/media/rules/variant.ts'
import type { Db } from '#platform/database/db.server.ts'

/** Whether a published article, a static page or another setting uses the upload. Feed texts cannot contain uploads. */
export async function isUploadPublic(db: Db, name: string): Promise<boolean> {
  const url = uploadUrl(name)
  const { rows } = await db.execute<{ isPublic: boolean }>(sql`
    select exists (
      select from articles
      where (origin = 'editor' or image_url like '/storage/%')
        and upload_names(image_url, summary, content) @> array[${name}]
    ) or exists (
      select from site_settings where strpos(setting_value, ${url}) > 0
    ) as "isPublic"`)
  return rows[0]?.isPublic ?? false
}
