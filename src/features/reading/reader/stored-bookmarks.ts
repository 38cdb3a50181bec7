import { useSyncExternalStore } from 'react'
import { parseEntries } from '../rules/bookmark-entries.ts'

/** The reading list (spec §7), newest first. */
export const BOOKMARKS_KEY = 'bookmarked-articles'

/** Where readers stopped reading (rules/reading-positions.ts). */
export const POSITIONS_KEY = 'reading-positions'

/** Empty if nothing is stored or storage is blocked. */
export function readStored(key = BOOKMARKS_KEY): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Calls `listener` when stored data changes, in this tab or another. @returns a function that unsubscribes */
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

/** Undefined until hydration. */
export function useIsBookmarked(id: string): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(
    subscribeToBookmarks,
    () => isBookmarked(id),
    () => undefined,
  )
}
