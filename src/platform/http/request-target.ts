/** `path` as it is sent, `name` the same decoded, `query` with its "?" or empty. */
export type RequestTarget = { path: string; name: string; query: string }

/** Nothing in it is encoded, or could be a dot segment. */
const PLAIN = /^(?:\/[\w-]+)+$/

/**
 * Reads the target of a request (RFC 9112 §3.2), in origin form or absolute form: its host is not believed, dot
 * segments are resolved, and slashes in front count as one, since "//host" would mean another site in a link.
 *
 * @returns undefined for what names nothing here: broken percent-encoding, or a NUL, which PostgreSQL cannot hold
 */
export function readRequestTarget(target: string): RequestTarget | undefined {
  // Most are, and stay as they stand; reading them as a URL takes longer.
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
