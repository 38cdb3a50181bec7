import type { Category } from './category.ts'

/**
 * A tag of what reader pages show: any article, the breaking ones, those of a category, one article, the settings. SQL
 * triggers announce changes (app/change-announcements.server.ts); cached pages, client queries and both live streams use these tags.
 */
export type ReaderTag = 'articles' | 'breaking' | 'settings' | `category:${string}` | `article:${string}`

/** A tag of what only the back office shows. Readers' streams never carry it. */
export type OfficeTag = `admin:${'users' | 'feeds' | 'subscribers' | 'campaigns' | 'audit'}`

export type CacheTag = ReaderTag | OfficeTag

/**
 * The `meta` of a client query. It is sent with the page, so it is plain data.
 *
 * - `tags`: a change of any of these invalidates the query; none where nothing announced does
 * - `hasCategory`: so does a change in the category that its data names
 */
export type QueryTags = { tags: readonly CacheTag[]; hasCategory?: true }

/** Whether reader pages may depend on a tag. */
export function isReaderTag(tag: CacheTag): tag is ReaderTag {
  return !tag.startsWith('admin:')
}

/** The tag of a category's list. News lists the articles of all categories. */
export function categoryListTag(category: Category): ReaderTag {
  return category === 'News' ? 'articles' : `category:${category}`
}
