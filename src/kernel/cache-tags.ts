import { type Category, GENERAL_CATEGORY } from './category.ts'

/** Data of reader pages. SQL triggers notify of changes. */
export type ReaderTag =
  | 'articles'
  | 'breaking'
  | 'most-read'
  | 'settings'
  // Every page depends on these three.
  | 'categories'
  | 'look'
  | 'phrases'
  /** The lists of all people and all topics with articles. */
  | 'authors'
  | 'topics'
  | `category:${string}`
  | `article:${string}`
  | `front:${string}`
  | `live:${string}`
  /** The posts of all live coverage. */
  | 'live-posts'
  /** By slug: the page of a person or topic with its articles. */
  | `author:${string}`
  | `topic:${string}`
  /** By id: the name and the address. */
  | `author-name:${string}`
  | `topic-name:${string}`

/** Never sent to readers' streams. */
export type AdminTag =
  `admin:${'users' | 'feeds' | 'subscribers' | 'campaigns' | 'audit' | 'drafts' | 'publications' | 'notes' | 'inbox' | 'topics' | 'people' | 'redirects' | 'imports' | 'exports' | 'media' | 'live' | 'views' | 'backups' | 'front' | 'cdn' | 'look'}`

export type CacheTag = ReaderTag | AdminTag

/** Sent with the page as plain data. `hasCategory` adds the category of its data to `tags`. */
export type QueryTags = { tags: readonly CacheTag[]; hasCategory?: true }

export function isReaderTag(tag: CacheTag): tag is ReaderTag {
  return !tag.startsWith('admin:')
}

/** The general category lists all articles. */
export function categoryListTag(category: Category): ReaderTag {
  return category === GENERAL_CATEGORY ? 'articles' : `category:${category}`
}

/**
 * Dispatched on the window when data of reader pages have changed, for scripts that show data without a query. `detail` is
 * the list of tags; null if anything may have changed.
 */
export const NEWS_CHANGED_EVENT = 'masthead:news-changed'
