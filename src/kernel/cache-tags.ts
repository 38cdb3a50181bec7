import type { Category } from './category.ts'

/**
 * A tag of data on reader pages. SQL triggers announce changes (app/change-announcements.server.ts); cached pages,
 * client queries and live streams use these tags.
 */
export type ReaderTag = 'articles' | 'breaking' | 'settings' | `category:${string}` | `article:${string}`

/** A tag of back-office data, never sent to readers' streams. */
export type OfficeTag = `admin:${'users' | 'feeds' | 'subscribers' | 'campaigns' | 'audit'}`

export type CacheTag = ReaderTag | OfficeTag

/**
 * The `meta` of a client query. It is sent with the page, so it is plain data.
 *
 * - `tags`: a change of any of these invalidates the query
 * - `hasCategory`: so does a change in the category that its data names
 */
export type QueryTags = { tags: readonly CacheTag[]; hasCategory?: true }

export function isReaderTag(tag: CacheTag): tag is ReaderTag {
  return !tag.startsWith('admin:')
}

/** Returns the tag of a category's list. News lists all categories. */
export function categoryListTag(category: Category): ReaderTag {
  return category === 'News' ? 'articles' : `category:${category}`
}
