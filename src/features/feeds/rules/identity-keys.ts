import { isWeb } from '#kernel/web-address.ts'

/** Limit of a database index. */
const MAX_KEY_LENGTH = 600

/** `date` is raw. */
export type Identifiable = {
  guid: string | null
  link: string | null
  title: string
  date: string | null
}

type Marks = { link: string | null; guid: string | null; title: string }

/**
 * Returns each item's keys, at least one, strongest first. Skips links and guids shared by different items; title and
 * date are the fallback.
 *
 * @param homes addresses of the site and the feed, which do not identify an article
 */
export function identityKeys(items: readonly Identifiable[], homes: readonly string[]): string[][] {
  const publisher = publisherOf(homes)
  const marks = items.map((item): Marks => {
    const link = item.link && linkKey(item.link)
    return {
      link,
      guid: item.guid && guidKey(item.guid, publisherOf([item.link ?? '', ...homes])),
      title: item.title,
    }
  })
  const homeKeys = new Set(
    homes.flatMap((home) => [linkKey(home), linkKey(URL.parse('/', home)?.href ?? home)]),
  )
  const sharedLinks = findShared(marks.map(({ link, guid, title }) => [link, guid ?? title]))
  const sharedGuids = findShared(marks.map(({ link, guid, title }) => [guid, link ?? title]))

  const isIdentifying = (key: string | null): key is string =>
    key !== null && key.length <= MAX_KEY_LENGTH && !homeKeys.has(key)
  return items.map((item, index) => {
    const { link = null, guid = null } = marks[index] ?? {}
    const keys = [
      ...(isIdentifying(link) && !sharedLinks.has(link) ? [link] : []),
      ...(isIdentifying(guid) && !sharedGuids.has(guid) ? [guid] : []),
    ]
    return keys.length > 0 ? [...new Set(keys)] : [textKey(item, publisher)]
  })
}

function linkKey(link: string): string | null {
  const canonical = canonicaliseLink(link)
  return canonical === null ? null : `link:${canonical}`
}

/** The BBC appends "#" and an edit count. */
function guidKey(guid: string, publisher: string): string | null {
  const isAddress = /^https?:\/\/[^#]*(?:#\d*)?$/i.test(guid)
  return isAddress ? linkKey(guid) : `guid:${publisher}:${guid}`
}

function textKey({ title, date }: Identifiable, publisher: string): string {
  const text = `${title} ${date ?? ''}`.toLowerCase().replace(/\s+/g, ' ').trim()
  return `text:${publisher}:${text}`.slice(0, MAX_KEY_LENGTH).toWellFormed()
}

/** Returns the host of a key. Equal keys have equal publishers. */
export function publisherOfKey(key: string): string {
  return /^(?:link|guid|text):([^:/?]*)/.exec(key)?.[1] ?? ''
}

function findShared(pairs: [key: string | null, mark: string][]): Set<string> {
  const seen = new Map<string, string>()
  const shared = new Set<string>()
  for (const [key, mark] of pairs) {
    if (key === null) continue
    if (seen.has(key) && seen.get(key) !== mark) shared.add(key)
    seen.set(key, mark)
  }
  return shared
}

function publisherOf(addresses: readonly string[]): string {
  const url = addresses.map((address) => URL.parse(address)).find((url) => url?.host)
  return url ? hostOf(url) : ''
}

/** Parameters that identify the referrer. */
const TRACKING =
  /^(?:(?:utm|at|ns|wt|mc|hsa|pk|mtm)[_.].*|xtor|fbclid|gclid|dclid|msclkid|yclid|igshid|twclid|_g[al]|ref|ref_?src|referr?er|rss|cmp|cmpid|ocid|ito|smid|ftag|traffic_source)$/i

/** "partner=rss", "mod=rss_markets_main" */
const DELIVERY = /(?:^|[^a-z])rss(?:$|[^a-z])/i

/** "redir.example/online/*https://www.example/story" */
const REDIRECT = /\/\*(?=https?:\/\/)/i

/**
 * Reduces an address, or its redirect target, to "host/path?query" without `www.`, trailing slash and tracking
 * parameters. Null unless http(s).
 */
export function canonicaliseLink(link: string): string | null {
  const url = URL.parse(link.split(REDIRECT).at(-1) ?? link)
  if (url === null || !isWeb(url)) return null
  const query = [...url.searchParams]
    .filter(([name, value]) => !TRACKING.test(name) && !DELIVERY.test(value))
    .map((parameter) => parameter.map(encodeURIComponent).join('='))
    .sort()
    .join('&')
  return `${hostOf(url)}${url.pathname.replace(/(?<!\/)\/+$/, '')}${query && `?${query}`}`
}

export function hostOf(url: URL): string {
  return url.host.replace(/^www\./, '')
}
