import type { ArticleRecording } from '#kernel/article.ts'
import type { Db } from '#platform/database/db.server.ts'
import { alignNumbers } from '../rules/align-numbers.ts'
import { linkRelated, showRelated } from './related-articles.server.ts'
import { linkImages, showImages } from './show-images.server.ts'
import { linkRecordings, showRecordings } from './show-recordings.server.ts'

/**
 * Adds current data to the blocks of a sanitised text for readers, and aligns the numbers in tables.
 *
 * @param query is appended to the addresses of its images
 * @returns `recordings` for the structured data
 */
export async function showBlocks(
  db: Db,
  html: string,
  query?: string,
): Promise<{ html: string; recordings: ArticleRecording[] }> {
  const aligned = alignNumbers(html)
  const shown = await showRecordings(db, await showImages(db, aligned, query), query)
  return { ...shown, html: await showRelated(db, shown.html) }
}

/** Sanitised texts contain no comments. */
const SEPARATOR = '<!--next-->'

/** The same for several texts at once. */
export async function showBlocksOfEach(db: Db, texts: readonly string[]): Promise<string[]> {
  const { html } = await showBlocks(db, texts.join(SEPARATOR))
  return html.split(SEPARATOR)
}

/** The same for feeds, without cards and sources of images. */
export async function linkBlocks(db: Db, html: string): Promise<string> {
  return linkRelated(db, await linkRecordings(db, await linkImages(db, html)))
}

/** The same for several texts at once. */
export async function linkBlocksOfEach(db: Db, texts: readonly string[]): Promise<string[]> {
  return (await linkBlocks(db, texts.join(SEPARATOR))).split(SEPARATOR)
}
