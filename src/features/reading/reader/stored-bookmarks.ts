import { useSyncExternalStore } from 'react'
import { parseEntries } from '../rules/bookmark-entries.ts'

/** Spec §7. The list is newest first. */
export const BOOKMARKS_KEY = 'bookmarked-articles'

/** Empty if nothing is stored or storage is blocked. */
export function readStored(): string {
  try {
    return localStorage.getItem(BOOKMARKS_KEY) ?? ''
  } catch {
    return ''
  }
}

/** Calls `listener` when the list may have changed, in any tab. @returns a function that unsubscribes */
export function subscribeToBookmarks(listener: () => void): () => void {
  // Pages in the back/forward cache miss storage events.
  const events = ['storage', 'pageshow']
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}

export function isBookmarked(id: string): boolean {
  return parseEntries(readStored()).some((entry) => entry?.id === id && entry.title)
}

/** Whether an article is on the list; undefined until hydration. */
export function useIsBookmarked(id: string): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(
    subscribeToBookmarks,
    () => isBookmarked(id),
    () => undefined,
  )
}
