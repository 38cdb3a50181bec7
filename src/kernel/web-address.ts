/**
 * The absolute http(s) address that `link` means on a page at `base`; null for any other scheme, or none. What becomes
 * a link of ours passes here, so that none can run script.
 */
export function webAddress(link: string | null | undefined, base?: string | null): string | null {
  if (link == null) return null
  const url = URL.parse(link.replace(/^\s*(?=www\.)/i, 'https://'), base ?? undefined)
  return url !== null && isWeb(url) ? url.href : null
}

/** Whether `url` leads to the web: http or https. */
export function isWeb(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:'
}
