import { useSyncExternalStore } from 'react'

/** The fragment: undefined on the server, null if empty. */
export function useLinkToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(
    subscribe,
    () => location.hash.slice(1) || null,
    () => undefined,
  )
}

/** Links to the open page change only the fragment. */
function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
