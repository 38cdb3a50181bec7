import { useSyncExternalStore } from 'react'
import { type Bookmark, parseBookmarks } from '../rules/bookmark.ts'
import { readStored, subscribeToBookmarks } from './stored-bookmarks.ts'

let stored = ''
let bookmarks: readonly Bookmark[] = []

/** Newest first; the same array until something changes. */
export function readBookmarks(): readonly Bookmark[] {
  const now = readStored()
  if (now !== stored) {
    stored = now
    bookmarks = parseBookmarks(now)
  }
  return bookmarks
}

/** Undefined until hydration. */
export function useBookmarks(): readonly Bookmark[] | undefined {
  return useSyncExternalStore<readonly Bookmark[] | undefined>(
    subscribeToBookmarks,
    readBookmarks,
    () => undefined,
  )
}
