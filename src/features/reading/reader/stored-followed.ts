import { useSyncExternalStore } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { showToast } from '#ui/toast.ts'
import { type Followed, type FollowedKey, isSameKey, MAX_FOLLOWED, parseFollowed } from '../rules/followed.ts'
import { readStored, subscribeToBookmarks } from './stored-bookmarks.ts'

const FOLLOWED_KEY = 'followed'

let storedText = ''
let storedList: readonly Followed[] = []

/** Returns the same array until a change. */
function readFollowed(): readonly Followed[] {
  const text = readStored(FOLLOWED_KEY)
  if (text !== storedText) {
    storedText = text
    storedList = parseFollowed(text)
  }
  return storedList
}

/** Undefined until hydration. */
export function useFollowed(): readonly Followed[] | undefined {
  return useSyncExternalStore<readonly Followed[] | undefined>(
    subscribeToBookmarks,
    readFollowed,
    () => undefined,
  )
}

/** Follows a page, or stops following it, and says so in a toast. */
export function toggleFollowed(entry: Followed): void {
  const list = readFollowed()
  const others = list.filter((other) => !isSameKey(other, entry))
  if (others.length < list.length) change(others, phrase('You no longer follow {name}', { name: entry.name }))
  else if (list.length < MAX_FOLLOWED)
    change([...list, entry], phrase('You now follow {name}', { name: entry.name }))
  else
    showError(
      phrase('You can follow {count} topics, authors and sections at most. Unfollow one first.', {
        count: MAX_FOLLOWED,
      }),
    )
}

function showError(text: string): void {
  void showToast({ title: phrase('Error'), text, isError: true })
}

export function isFollowed(list: readonly Followed[], key: FollowedKey): boolean {
  return list.some((entry) => isSameKey(entry, key))
}

function change(list: readonly Followed[], title: string): void {
  try {
    localStorage.setItem(FOLLOWED_KEY, JSON.stringify(list))
  } catch {
    showError(phrase('What you follow could not be saved on this device.'))
    return
  }
  // Browsers send this event to other tabs only.
  dispatchEvent(new StorageEvent('storage', { key: FOLLOWED_KEY }))
  void showToast({ title, link: { label: phrase('Following'), href: '/following' } })
}
