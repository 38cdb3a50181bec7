/**
 * Resolves `link` on a page at `base` to an absolute http(s) address; null for other schemes. Every untrusted link passes
 * here, so that none can run script.
 */
export function webAddress(link: string | null | undefined, base?: string | null): string | null {
  if (link == null) return null
  const url = URL.parse(link.replace(/^\s*(?=www\.)/i, 'https://'), base ?? undefined)
  return url !== null && isWeb(url) ? url.href : null
}

/** Whether the scheme is http or https. */
export function isWeb(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:'
}
