/** In UTF-16 units. Entries of the unique index on feed URLs are limited in size. */
export const MAX_URL_LENGTH = 2_048

/** Parses a link; null unless it is http(s), so that an untrusted link cannot run scripts. */
export function webAddress(link: string | null | undefined, base?: string | null): string | null {
  if (link == null) return null
  const url = URL.parse(link.replace(/^\s*(?=www\.)/i, 'https://'), base ?? undefined)
  if (url === null || !isWebUrl(url)) return null
  // A publisher's mistake, which nobody else should see.
  url.username = ''
  url.password = ''
  return url.href
}

export function isWebUrl(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:'
}
