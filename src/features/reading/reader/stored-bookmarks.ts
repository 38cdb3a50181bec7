import { useSyncExternalStore } from 'react'
import { parseEntries } from '../rules/bookmark-entries.ts'

/** Spec §7: where the list is kept in local storage, the newest first. */
export const BOOKMARKS_KEY = 'bookmarked-articles'

/** The list as it is stored; empty where there is none, and where storage is blocked. */
export function readStored(): string {
  try {
    return localStorage.getItem(BOOKMARKS_KEY) ?? ''
  } catch {
    return ''
  }
}

/** Calls `listener` whenever the list may have changed, in this tab or another. @returns ends it */
export function subscribeToBookmarks(listener: () => void): () => void {
  // A page that the browser had laid aside, and now shows again, has heard of nothing.
  const events = ['storage', 'pageshow']
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}

/** Whether an article is on the list. */
export function isBookmarked(id: string): boolean {
  return parseEntries(readStored()).some((entry) => entry?.id === id && entry.title)
}

/** The same, kept in step; undefined on the server and until the page is hydrated. */
export function useIsBookmarked(id: string): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(
    subscribeToBookmarks,
    () => isBookmarked(id),
    () => undefined,
  )
}
