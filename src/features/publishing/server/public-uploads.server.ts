import { sql } from 'drizzle-orm'
import { isShownPost } from '#features/live/server/timeline.server.ts'
import { uploadUrl } from '#features/media/rules/variant.ts'
import { isOnFront } from '#features/media/server/file-uses.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import { frontPublications, fronts } from '#schema/front.ts'
import { hasUploads, livePosts, uploadsOf } from '#schema/live.ts'

/** Whether a published article, a static page, another setting, a person, a topic or a front uses the upload. Feed texts cannot contain uploads. */
export async function isUploadPublic(db: Db, name: string): Promise<boolean> {
  const url = uploadUrl(name)
  const { rows } = await db.execute<{ isPublic: boolean }>(sql`
    select exists (
      select from articles
      where (origin = 'editor' or image_url like '/storage/%')
        and upload_names(image_url, summary, content) @> array[${name}]
    ) or exists (select from articles where social_image = ${url})
    or exists (
      select from ${livePosts} join ${articles} on ${articles.id} = ${livePosts.articleId}
      where ${isShownPost} and ${hasUploads(livePosts.body)} and ${uploadsOf(livePosts.body)} @> array[${name}]
    ) or exists (
      select from site_settings where strpos(setting_value, ${url}) > 0
    ) or exists (select from authors where image_url = ${url})
    or exists (select from topics where image_url = ${url})
    or exists (
      select from ${fronts} join ${frontPublications} on ${frontPublications.id} = ${fronts.publishedId}
      where ${isOnFront(frontPublications.front, name)}
    ) as "isPublic"`)
  return rows[0]?.isPublic ?? false
}
