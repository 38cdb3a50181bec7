import { redirectKey, redirectQueryKey, withoutIndexPhp } from '#features/redirects/rules/redirect-address.ts'
import { areaOf } from '#kernel/paths.ts'
import { isUuid } from '#kernel/uuid.ts'

/** `file` is set if the address is that of a feed of the page. */
export type FormerAddress = { key: string; file: '' | '/feed.xml' | '/atom.xml' }

/**
 * Returns the key of the redirect from a former address. Null for addresses of other sites, and for those that cannot be
 * redirected.
 *
 * @param siteUrl of the former site; null if it is not known, so that only paths are read
 */
export function readFormerAddress(address: string, siteUrl: string | null): FormerAddress | null {
  const base = siteUrl && URL.parse(siteUrl)
  const url = URL.parse(address, base || 'http://site.invalid')
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const host = base ? nameOf(base.hostname) : 'site.invalid'
  if (nameOf(url.hostname) !== host) return null
  const path = withoutIndexPhp(url.pathname)
  const key = redirectQueryKey(path, url.search) ?? redirectKey(path)
  if (key === undefined) return null
  const [page = ''] = key.split('?', 1)
  if (areaOf(page) !== 'reader' || isOwnArticle(page)) return null
  return { key, file: feedOf(key) }
}

/** A host with and without "www" is the same site. */
function nameOf(hostname: string): string {
  return hostname.toLowerCase().replace(/^www\./, '')
}

function isOwnArticle(key: string): boolean {
  const [, first, id = ''] = key.split('/')
  return first === 'article' && isUuid(id)
}

function feedOf(key: string): FormerAddress['file'] {
  const [, format] = /(?:\/feed|[?&]feed=)(?:\/?(rss|rss2|rdf|atom))?$/.exec(key) ?? []
  if (format === 'atom') return '/atom.xml'
  return format !== undefined || /\/(?:feed|rss|rss\.xml|feed\.xml)$/.test(key) ? '/feed.xml' : ''
}
