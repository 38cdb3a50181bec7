/** `name` is the decoded path; `query` is empty or starts with "?". */
export type RequestTarget = { path: string; name: string; query: string }

const PLAIN = /^(?:\/[\w-]+)+$/

/**
 * Parses a request target (RFC 9112 §3.2), ignoring its host. Merges leading slashes, since "//host" in a link
 * would be another site.
 *
 * @returns undefined for broken percent-encoding or a NUL, which PostgreSQL cannot store
 */
export function readRequestTarget(target: string): RequestTarget | undefined {
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
