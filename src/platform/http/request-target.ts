/** `path` is encoded, `name` is decoded, `query` is empty or starts with "?". */
export type RequestTarget = { path: string; name: string; query: string }

/** Has no encoded characters or dot segments. */
const PLAIN = /^(?:\/[\w-]+)+$/

/**
 * Parses a request target (RFC 9112 §3.2). Ignores its host, resolves dot segments and merges leading slashes, since
 * "//host" in a link would be another site.
 *
 * @returns undefined for broken percent-encoding or a NUL, which PostgreSQL cannot store
 */
export function readRequestTarget(target: string): RequestTarget | undefined {
  // Faster than parsing a URL.
  if (PLAIN.test(target)) return { path: target, name: target, query: '' }
  const url = URL.parse(target.startsWith('/') ? `http://localhost${target}` : target)
  if (!url || !/^https?:$/.test(url.protocol) || target.includes('%00')) return undefined
  const path = url.pathname.replace(/^\/+/, '/')
  try {
    return { path, name: decodeURIComponent(path), query: url.search }
  } catch {
    return undefined
  }
}
