/** In UTF-16 units. Entries of the unique index on feed URLs are limited in size. */
export const MAX_URL_LENGTH = 2_048

/** The schemes that links in texts may have. */
export const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel']

/** Parses a link; null unless it is http(s), so that an untrusted link cannot run scripts. */
export function webAddress(link: string | null | undefined, base?: string | null): string | null {
  if (link == null) return null
  const url = URL.parse(link.replace(/^\s*(?=www\.)/i, 'https://'), base ?? undefined)
  if (url === null || !isWebUrl(url)) return null
  url.username = ''
  url.password = ''
  return url.href
}

const CREDENTIALS = /(https?:\/\/)[^\s/\\?#<>"']+@/gi

/** Removes user names and passwords from the addresses in a text or HTML: a publisher's mistake, which nobody else should see. */
export function removeCredentials(text: string): string {
  return text.includes('@') ? text.replace(CREDENTIALS, '$1') : text
}

export function isWebUrl(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:'
}
