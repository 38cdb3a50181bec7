import { and, eq } from 'drizzle-orm'
import { createTextImages } from '#features/feeds/parse/text-images.ts'
import { shownImage } from '#features/media/server/shown-image.server.ts'
import { hasFeedImages } from '#features/site/server/public-settings.server.ts'
import { formatBody } from '#kernel/text/body.ts'
import { isUuid } from '#kernel/uuid.ts'
import { webAddress } from '#kernel/web-address.ts'
import type { Db } from '#platform/database/db.server.ts'
import { sanitiseBodyWithImages } from '#platform/render/sanitise.server.ts'
import { articles } from '#schema/articles.ts'

/** Returns what the image of an article shows; see `shownImage`. */
export async function findImageUrl(db: Db, id: string): Promise<string | null> {
  if (!isUuid(id)) return null
  const [row] = await db
    .select({ imageUrl: shownImage(articles.imageUrl) })
    .from(articles)
    .where(eq(articles.id, id))
  return row?.imageUrl ?? null
}

/** Returns the addresses of the images that readers see in the text of an ingested article. */
export async function listTextImages(db: Db, id: string): Promise<string[]> {
  if (!isUuid(id) || !(await hasFeedImages(db))) return []
  const { content, origin } = articles
  const [row] = await db
    .select({ id: articles.id, content, imageUrl: shownImage(articles.imageUrl) })
    .from(articles)
    .where(and(eq(articles.id, id), eq(origin, 'feed')))
  if (!row) return []
  const images = createTextImages(row)
  sanitiseBodyWithImages(formatBody(row.content), images.show)
  return images.listShown()
}

/** Returns the publisher's page of an article; null unless it is an http(s) address. */
export async function findPageUrl(db: Db, id: string): Promise<string | null> {
  if (!isUuid(id)) return null
  const [row] = await db.select({ sourceUrl: articles.sourceUrl }).from(articles).where(eq(articles.id, id))
  return webAddress(row?.sourceUrl)
}
