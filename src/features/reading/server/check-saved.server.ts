import { sql } from 'drizzle-orm'
import { imageKey, mediaPath } from '#features/media/rules/variant.ts'
import { shownImage } from '#features/media/server/shown-image.server.ts'
import { webAddress } from '#kernel/web-address.ts'
import type { Db } from '#platform/database/db.server.ts'
import { sanitiseSummary } from '#platform/render/sanitise.server.ts'
import { type Bookmark, SAVED_IMAGE } from '../rules/bookmark.ts'
import type { SavedCheck } from '../rules/refresh-entries.ts'

type ArticleRow = Omit<Bookmark, 'publishedAt' | 'removed' | 'imageUrl'> & {
  imageUrl: string | null
  publishedAt: string
}

/**
 * Returns the current fields of saved articles, and which were removed. Ids without a trace are neither: the list may come from another
 * site.
 */
export async function checkSaved(db: Db, ids: readonly string[]): Promise<SavedCheck> {
  const { rows } = await db.execute<ArticleRow>(sql`
    select id, title, summary, author, category, ${shownImage(sql`image_url`)} as "imageUrl",
      to_char(published_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "publishedAt"
    from articles where id = any(${sql.param(ids)}::uuid[])`)
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.filter((id) => !found.has(id))
  return { articles: rows.map(toBookmark), ...(await findRemoved(db, missing)) }
}

function toBookmark({ imageUrl, summary, ...row }: ArticleRow): Bookmark {
  return { ...row, summary: sanitiseSummary(summary), imageUrl: savedImage(row.id, imageUrl) }
}

/** The latest decision about an article tells a withdrawal from a deletion. */
async function findRemoved(db: Db, ids: readonly string[]): Promise<Omit<SavedCheck, 'articles'>> {
  if (ids.length === 0) return { withdrawn: [], deleted: [] }
  const { rows } = await db.execute<{ id: string; isWithdrawn: boolean }>(sql`
    select shown.id, coalesce((
        select kind = 'withdraw' from publications
        where article_id = shown.id and state = 'done' order by seq desc limit 1
      ), false) as "isWithdrawn"
    from unnest(${sql.param(ids)}::uuid[]) as shown(id)
    where exists (select from deleted_articles where deleted_articles.id = shown.id)
      or shown.id::text in (
        select subject_id from audit_log
        where action = 'article.delete' and subject_id = any(${sql.param(ids)}::text[])
      )`)
  const idsOf = (isWithdrawn: boolean) =>
    rows.filter((row) => row.isWithdrawn === isWithdrawn).map(({ id }) => id)
  return { withdrawn: idsOf(true), deleted: idsOf(false) }
}

/** As the Bookmark button stores it. */
function savedImage(articleId: string, imageUrl: string | null): string {
  const isOwn = /^\/(samples|storage\/article-images)\//.test(imageUrl ?? '')
  if (!imageUrl || !(isOwn || webAddress(imageUrl))) return ''
  return mediaPath({ articleId, imageKey: imageKey(imageUrl), ...SAVED_IMAGE })
}
