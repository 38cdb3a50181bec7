import { useSyncExternalStore } from 'react'
import { parseEntries } from '../rules/bookmark-entries.ts'

/** The key in local storage (spec §7). The list is newest first. */
export const BOOKMARKS_KEY = 'bookmarked-articles'

/** The stored text; empty where there is none or storage is blocked. */
export function readStored(): string {
  try {
    return localStorage.getItem(BOOKMARKS_KEY) ?? ''
  } catch {
    return ''
  }
}

/** Calls `listener` when the list may have changed, in this tab or another. @returns a function that unsubscribes */
export function subscribeToBookmarks(listener: () => void): () => void {
  // A page restored from the back/forward cache has missed the storage events.
  const events = ['storage', 'pageshow']
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}

export function isBookmarked(id: string): boolean {
  return parseEntries(readStored()).some((entry) => entry?.id === id && entry.title)
}

/** Whether an article is on the list; undefined until the page is hydrated. */
export function useIsBookmarked(id: string): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(
    subscribeToBookmarks,
    () => isBookmarked(id),
    () => undefined,
  )
}
