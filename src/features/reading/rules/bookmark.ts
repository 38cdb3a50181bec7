import { type BookmarkEntry, parseEntries } from './bookmark-entries.ts'

/**
 * An article as the reader's device keeps it (spec §3, Bookmark, the reduced shape). Whatever stands in it may have been
 * written by anybody: it is shown as text only.
 */
export type Bookmark = {
  /** Letters, digits, "-" and "_", so that it is one segment of an address whatever was stored. */
  id: string
  title: string
  /** HTML, as `ArticleCard.summary`; here nobody has sanitised it. */
  summary: string
  author: string
  category: string
  /**
   * The path of one variant of ours, `/media/{article id}/{key}/3x2-480.webp`; empty without an image. Anything else that
   * was stored is no address to ask.
   */
  imageUrl: string
  /** ISO 8601, or whatever was stored. */
  publishedAt: string
}

const ID = /^[\w-]+$/

/**
 * Reads the stored list, in the reduced shape or of whole articles, in snake_case or camelCase. A text that is no list is
 * an empty one; an entry that names no article is left out, as is a second one of the same article.
 */
export function parseBookmarks(stored: string): readonly Bookmark[] {
  const bookmarks = new Map<string, Bookmark>()
  for (const entry of parseEntries(stored)) {
    const bookmark = parseBookmark(entry)
    if (bookmark && !bookmarks.has(bookmark.id)) bookmarks.set(bookmark.id, bookmark)
  }
  return [...bookmarks.values()]
}

function parseBookmark(entry: BookmarkEntry): Bookmark | undefined {
  const text = (...names: string[]) =>
    names.map((name) => entry?.[name]).find((value) => typeof value === 'string') ?? ''
  const [id, title] = [text('id'), text('title')]
  if (!ID.test(id) || !title) return undefined
  return {
    id,
    title,
    summary: text('summary'),
    author: text('author'),
    category: text('category'),
    imageUrl: text('imageUrl', 'image_url'),
    publishedAt: text('publishedAt', 'published_at'),
  }
}
