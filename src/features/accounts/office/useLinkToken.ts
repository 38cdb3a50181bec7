import { useSyncExternalStore } from 'react'

/** The token in the URL's fragment: undefined on the server, null without one. */
export function useLinkToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(
    subscribe,
    () => location.hash.slice(1) || null,
    () => undefined,
  )
}

/** Opening a link in a tab that shows the same page changes the fragment only. */
function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
