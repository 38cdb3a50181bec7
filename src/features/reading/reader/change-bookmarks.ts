import { trackEngagement } from '#features/analytics/reader/track-page-views.ts'
import { mediaPath } from '#features/media/rules/variant.ts'
import type { ArticleCard } from '#kernel/article.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { ToastMessage } from '#ui/render-toast.tsx'
import { showToast } from '#ui/toast.ts'
import { type Bookmark, SAVED_IMAGE } from '../rules/bookmark.ts'
import { type BookmarkEntry, parseEntries, restoreEntries } from '../rules/bookmark-entries.ts'
import { refreshEntries, type SavedCheck } from '../rules/refresh-entries.ts'
import { BOOKMARKS_KEY, isBookmarked, readStored } from './stored-bookmarks.ts'

const articleBookmarked = (): ToastMessage => ({
  title: phrase('Article bookmarked'),
  text: phrase('Added to your reading list'),
  link: { label: phrase('Reading List'), href: '/bookmarks' },
})

/** Spec §4, Bookmark */
export function toggleBookmark(article: ArticleCard): void {
  const others = without(article.id)
  if (isBookmarked(article.id))
    change(others, { title: phrase('Bookmark removed'), text: phrase('Article removed from your bookmarks') })
  else if (change([bookmarkOf(article), ...others], articleBookmarked())) trackEngagement('bookmark')
}

/** Offers Undo. @returns whether it succeeded */
export function removeFromList(id: string): boolean {
  return removeEntries(without(id), {
    title: phrase('Bookmark removed'),
    text: phrase('Article removed from your reading list'),
  })
}

/** Offers Undo. */
export function clearBookmarks(): boolean {
  return removeEntries([], {
    title: phrase('All bookmarks cleared'),
    text: phrase('Your reading list is now empty'),
  })
}

/** Quietly: a list that cannot be stored stays as it is. */
export function refreshBookmarks(check: SavedCheck): void {
  const entries = parseEntries(readStored())
  const refreshed = refreshEntries(entries, check)
  if (refreshed !== entries) write(refreshed)
}

function removeEntries(remaining: readonly BookmarkEntry[], message: ToastMessage): boolean {
  const before = parseEntries(readStored())
  const removed = before.filter((entry) => !remaining.some((other) => other?.id === entry?.id))
  const undo = () =>
    change(restoreEntries(parseEntries(readStored()), before, removed), {
      title: phrase('Bookmarks restored'),
    })
  return change(remaining, {
    ...message,
    action: { label: phrase('Undo'), run: undo },
  })
}

function change(list: readonly BookmarkEntry[], message: ToastMessage): boolean {
  const isStored = write(list)
  void showToast(
    isStored
      ? message
      : {
          title: phrase('Error'),
          text: phrase('Your reading list could not be saved on this device.'),
          isError: true,
        },
  )
  return isStored
}

function write(list: readonly BookmarkEntry[]): boolean {
  try {
    localStorage.setItem(BOOKMARKS_KEY, JSON.stringify(list))
  } catch {
    return false
  }
  // Browsers send this event to other tabs only.
  dispatchEvent(new StorageEvent('storage', { key: BOOKMARKS_KEY }))
  return true
}

function without(id: string): BookmarkEntry[] {
  return parseEntries(readStored()).filter((entry) => entry?.id !== id)
}

function bookmarkOf({ id, title, summary, author, category, image, publishedAt }: ArticleCard): Bookmark {
  const imageUrl = image ? mediaPath({ articleId: id, imageKey: image.key, ...SAVED_IMAGE }) : ''
  return { id, title, summary, author, category, imageUrl, publishedAt }
}
