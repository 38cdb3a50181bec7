import { sql } from 'drizzle-orm'
import { isShownPost } from '#features/live/server/timeline.server.ts'
import {
  containsUpload,
  isInArticle,
  isInPost,
  isOnFront,
  isUpload,
} from '#features/media/server/file-uses.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import { authors } from '#schema/authors.ts'
import { frontPublications, fronts } from '#schema/front.ts'
import { livePosts } from '#schema/live.ts'
import { siteSettings } from '#schema/site.ts'
import { topics } from '#schema/topics.ts'

/** Whether a published article, a static page, another setting, a person, a topic or a front uses the upload. Feed texts cannot contain uploads. */
export async function isUploadPublic(db: Db, name: string): Promise<boolean> {
  const { rows } = await db.execute<{ isPublic: boolean }>(sql`
    select exists (select from ${articles} where ${isInArticle(name)})
    or exists (
      select from ${livePosts} join ${articles} on ${articles.id} = ${livePosts.articleId}
      where ${isShownPost} and ${isInPost(name)}
    )
    or exists (select from ${siteSettings} where ${containsUpload(siteSettings.settingValue, name)})
    or exists (select from ${authors} where ${isUpload(authors.imageUrl, name)})
    or exists (select from ${topics} where ${isUpload(topics.imageUrl, name)})
    or exists (
      select from ${fronts} join ${frontPublications} on ${frontPublications.id} = ${fronts.publishedId}
      where ${isOnFront(frontPublications.front, name)}
    ) as "isPublic"`)
  return rows[0]?.isPublic ?? false
}
