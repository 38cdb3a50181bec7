import { trackEngagement } from '#features/analytics/reader/track-page-views.ts'
import { mediaPath } from '#features/media/rules/variant.ts'
import type { ArticleCard } from '#kernel/article.ts'
import { showToast } from '#ui/toast.ts'
import type { Bookmark } from '../rules/bookmark.ts'
import { type BookmarkEntry, parseEntries } from '../rules/bookmark-entries.ts'
import { BOOKMARKS_KEY, isBookmarked, readStored } from './stored-bookmarks.ts'

/** Spec §4, Bookmark */
export function toggleBookmark(article: ArticleCard): void {
  const others = without(article.id)
  if (isBookmarked(article.id)) change(others, 'Bookmark removed', 'Article removed from your bookmarks')
  else if (change([bookmarkOf(article), ...others], 'Article bookmarked', 'Added to your reading list'))
    trackEngagement('bookmark')
}

/** @returns whether it succeeded */
export function removeFromList(id: string): boolean {
  return change(without(id), 'Bookmark removed', 'Article removed from your reading list')
}

/** @returns whether it succeeded */
export function clearBookmarks(): boolean {
  return change([], 'All bookmarks cleared', 'Your reading list is now empty')
}

function change(list: readonly BookmarkEntry[], title: string, text: string): boolean {
  const isStored = write(list)
  void showToast(
    isStored
      ? { title, text }
      : { title: 'Error', text: 'Your reading list could not be saved on this device.', isError: true },
  )
  return isStored
}

function write(list: readonly BookmarkEntry[]): boolean {
  try {
    localStorage.setItem(BOOKMARKS_KEY, JSON.stringify(list))
  } catch {
    return false
  }
  // The browser sends this event to other tabs only.
  dispatchEvent(new StorageEvent('storage', { key: BOOKMARKS_KEY }))
  return true
}

function without(id: string): BookmarkEntry[] {
  return parseEntries(readStored()).filter((entry) => entry?.id !== id)
}

function bookmarkOf({ id, title, summary, author, category, image, publishedAt }: ArticleCard): Bookmark {
  const imageUrl = image
    ? mediaPath({ articleId: id, imageKey: image.key, ratio: '3:2', width: 480, format: 'webp' })
    : ''
  return { id, title, summary, author, category, imageUrl, publishedAt }
}
