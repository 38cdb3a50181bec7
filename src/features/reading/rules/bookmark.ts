import { type BookmarkEntry, parseEntries } from './bookmark-entries.ts'

/** The reduced shape of spec §3, Bookmark. Untrusted: show it as text only. */
export type Bookmark = {
  /** Letters, digits, "-" and "_". */
  id: string
  title: string
  /** Unsanitised HTML. */
  summary: string
  author: string
  category: string
  /** `/media/{article id}/{key}/3x2-480.webp`; may be empty. */
  imageUrl: string
  /** ISO 8601, unchecked. */
  publishedAt: string
  /** Why readers may no longer see the article, whose texts are removed. */
  removed?: 'withdrawn' | 'deleted'
}

/** The image of a card in the Reading List. */
export const SAVED_IMAGE = { ratio: '3:2', width: 480, format: 'webp' } as const

const ID = /^[\w-]+$/

/** Accepts snake_case and camelCase. Skips duplicates and entries without id or title. */
export function parseBookmarks(stored: string): readonly Bookmark[] {
  const bookmarks = new Map<string, Bookmark>()
  for (const entry of parseEntries(stored)) {
    const bookmark = parseBookmark(entry)
    if (bookmark && !bookmarks.has(bookmark.id)) bookmarks.set(bookmark.id, bookmark)
  }
  return [...bookmarks.values()]
}

export function parseBookmark(entry: BookmarkEntry): Bookmark | undefined {
  const text = (...names: string[]) =>
    names.map((name) => entry?.[name]).find((value) => typeof value === 'string') ?? ''
  const [id, title] = [text('id'), text('title')]
  if (!ID.test(id) || !title) return undefined
  const removed = entry?.removed
  return {
    id,
    title,
    summary: text('summary'),
    author: text('author'),
    category: text('category'),
    imageUrl: text('imageUrl', 'image_url'),
    publishedAt: text('publishedAt', 'published_at'),
    ...((removed === 'withdrawn' || removed === 'deleted') && { removed }),
  }
}
