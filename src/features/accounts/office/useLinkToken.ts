import { useSyncExternalStore } from 'react'

/** The token of a link, from the address's fragment: undefined on the server, null where there is none. */
export function useLinkToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(
    follow,
    () => location.hash.slice(1) || null,
    () => undefined,
  )
}

/** A link that is opened in a tab where the page stands already loads nothing. */
function follow(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
