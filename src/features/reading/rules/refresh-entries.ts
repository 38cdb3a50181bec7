import { isUuid } from '#kernel/uuid.ts'
import { type Bookmark, parseBookmark } from './bookmark.ts'
import type { BookmarkEntry } from './bookmark-entries.ts'

/** Current fields of saved articles, and the ids of those that were removed. */
export type SavedCheck = { articles: Bookmark[]; withdrawn: string[]; deleted: string[] }

/** Older bookmarks are not checked. */
export const MAX_CHECKED = 200

export function checkedIds(bookmarks: readonly Bookmark[]): string[] {
  return bookmarks
    .map(({ id }) => id)
    .filter(isUuid)
    .slice(0, MAX_CHECKED)
}

/** Stored in place of the headline. */
const REMOVED_TITLES = {
  withdrawn: 'This article was withdrawn',
  deleted: 'This article is no longer available',
} as const

/**
 * Replaces the texts of changed articles, and removes those of removed ones.
 *
 * @returns the same array if nothing has changed
 */
export function refreshEntries(
  entries: readonly BookmarkEntry[],
  { articles, withdrawn, deleted }: SavedCheck,
): readonly BookmarkEntry[] {
  const current = new Map<unknown, Bookmark>(articles.map((article) => [article.id, article]))
  const refreshed = entries.map((entry) => {
    const saved = parseBookmark(entry)
    if (!saved) return entry
    const article = current.get(saved.id)
    if (article) return isSame(saved, article) ? entry : article
    if (withdrawn.includes(saved.id)) return withoutText(saved, 'withdrawn')
    return deleted.includes(saved.id) ? withoutText(saved, 'deleted') : entry
  })
  const isChanged = refreshed.some((entry, index) => {
    const [before, after] = [parseBookmark(entries[index]), parseBookmark(entry)]
    return before && after && !isSame(before, after)
  })
  return isChanged ? refreshed : entries
}

function withoutText(
  { id, category, publishedAt }: Bookmark,
  removed: keyof typeof REMOVED_TITLES,
): Bookmark {
  return {
    id,
    title: REMOVED_TITLES[removed],
    summary: '',
    author: '',
    category,
    imageUrl: '',
    publishedAt,
    removed,
  }
}

function isSame(one: Bookmark, other: Bookmark): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof Bookmark>
  return [...names].every((name) => one[name] === other[name])
}
