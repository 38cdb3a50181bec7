/**
 * Adds the query of a request to the address that it is redirected to, if that is a path without a query: campaigns are measured
 * by theirs, while other sites should not get it.
 *
 * @param query empty or with "?" in front, encoded
 */
export function keepQuery(location: string, query: string): string {
  if (!query || !location.startsWith('/') || location.includes('?')) return location
  const [path, fragment] = location.split('#', 2)
  return path + query + (fragment === undefined ? '' : `#${fragment}`)
}
