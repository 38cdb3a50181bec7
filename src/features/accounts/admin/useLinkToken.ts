import { useEffect, useState } from 'react'

/** The token of a link, from the address's fragment: undefined until the page stands, null where there is none. */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>()
  useEffect(() => setToken(location.hash.slice(1) || null), [])
  return token
}
