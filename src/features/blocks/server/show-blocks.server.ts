import type { Db } from '#platform/database/db.server.ts'
import { alignNumbers } from '../rules/align-numbers.ts'
import { linkRelated, showRelated } from './related-articles.server.ts'
import { linkImages, showImages } from './show-images.server.ts'
import { linkRecordings, showRecordings } from './show-recordings.server.ts'

/**
 * Adds what blocks show of the present data to a sanitised text, for readers, and aligns the numbers of tables.
 *
 * @param query is appended to the addresses of its images
 */
export async function showBlocks(db: Db, html: string, query?: string): Promise<string> {
  const aligned = alignNumbers(html)
  return showRelated(db, await showRecordings(db, await showImages(db, aligned, query), query))
}

/** The same for feeds, without cards and sources of images. */
export async function linkBlocks(db: Db, html: string): Promise<string> {
  return linkRelated(db, await linkRecordings(db, await linkImages(db, html)))
}
