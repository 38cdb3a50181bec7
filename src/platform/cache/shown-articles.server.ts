import type { ReaderTag } from '#kernel/cache-tags.ts'
import { MANY_ARTICLES } from './page-cache.server.ts'

/** More than any page and feed shows; sitemaps list more. */
const MAX_SHOWN_ARTICLES = 200

const ADDRESS = /\/article\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/g
/** Data names articles by their id alone. */
const ID = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/g

/**
 * Returns the tags of the articles that a response links to or contains. Queries cannot tell: an article may have moved
 * to another category since the response was stored.
 */
export function shownArticleTags(body: string, isJson: boolean): ReadonlySet<ReaderTag> {
  const tags = new Set<ReaderTag>()
  for (const [, id] of body.matchAll(isJson ? ID : ADDRESS)) {
    tags.add(`article:${id}`)
    if (tags.size > MAX_SHOWN_ARTICLES) return new Set([MANY_ARTICLES])
  }
  return tags
}
