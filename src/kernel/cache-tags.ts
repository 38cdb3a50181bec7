import type { Category } from './category.ts'

/** Data of reader pages. SQL triggers notify of changes. */
export type ReaderTag = 'articles' | 'breaking' | 'settings' | `category:${string}` | `article:${string}`

/** Never sent to readers' streams. */
export type AdminTag =
  `admin:${'users' | 'feeds' | 'subscribers' | 'campaigns' | 'audit' | 'drafts' | 'publications' | 'notes' | 'inbox' | 'topics' | 'media' | 'views' | 'backups'}`

export type CacheTag = ReaderTag | AdminTag

/** Sent with the page as plain data. `hasCategory` adds the category of its data to `tags`. */
export type QueryTags = { tags: readonly CacheTag[]; hasCategory?: true }

export function isReaderTag(tag: CacheTag): tag is ReaderTag {
  return !tag.startsWith('admin:')
}

/** News lists all categories. */
export function categoryListTag(category: Category): ReaderTag {
  return category === 'News' ? 'articles' : `category:${category}`
}
