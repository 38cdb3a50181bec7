import { isWebUrl } from '#kernel/web-address.ts'

/** The limit of the database index. */
const MAX_KEY_LENGTH = 600
/** Leaves space for the feed. */
const MAX_ITEM_ID_LENGTH = 550

/** `date` is raw. */
export type Identifiable = {
  guid: string | null
  link: string | null
  title: string
  date: string | null
}

export type ItemIdentity = {
  /** Identifies the item within its feed: the key of a guid that is an address, else the guid. Null without a guid that distinguishes it. */
  itemId: string | null
  /** Identify the item among all feeds, strongest first; at least one. */
  keys: string[]
}

/** `page`: the standard page, if `link` is another form of it. */
type Marks = { page: string | null; link: string | null; guid: string | null; title: string }

/**
 * Skips links and guids that different items share; falls back to title and date.
 *
 * @param homes addresses of site and feed, which identify no article
 */
export function identifyItems(items: readonly Identifiable[], homes: readonly string[]): ItemIdentity[] {
  const host = firstHost(homes)
  // Parts of one page.
  const numbered = findShared(items.map(({ link }) => [link && editedAddress(link), link ?? '']))
  const marks = items.map((item): Marks => {
    const link = item.link && linkKey(item.link)
    const page = item.link && pageKey(item.link)
    return {
      page: page === link ? null : page,
      link,
      guid: item.guid && guidOf(item.guid, item.link, numbered),
      title: item.title,
    }
  })
  const homeKeys = new Set(
    homes.flatMap((home) => [linkKey(home), linkKey(URL.parse('/', home)?.href ?? home)]),
  )
  const sharedLinks = findShared(marks.map(({ link, guid, title }) => [link, guid ?? title]))
  const sharedPages = findShared(marks.map(({ page, link, title }) => [page ?? link, title]))
  const sharedGuids = findShared(marks.map(({ link, guid, title }) => [guid, link ?? title]))

  const isIdentifying = (key: string | null): key is string =>
    key !== null && key.length <= MAX_KEY_LENGTH && !homeKeys.has(key)
  return items.map((item, index) => {
    const { page = null, link = null, guid = null } = marks[index] ?? {}
    const itemId =
      isIdentifying(guid) && guid.length <= MAX_ITEM_ID_LENGTH && !sharedGuids.has(guid) ? guid : null
    const addresses = [
      ...(itemId !== null && isLinkKey(itemId) ? [itemId] : []),
      ...(isIdentifying(page) && !sharedPages.has(page) ? [page] : []),
      ...(isIdentifying(link) && !sharedLinks.has(link) ? [link] : []),
    ]
    const named =
      itemId !== null && !isLinkKey(itemId)
        ? [`guid:${firstHost([item.link ?? '', ...homes])}:${itemId}`].filter(isIdentifying)
        : []
    const found = addresses.length > 0 ? addresses : named
    return { itemId, keys: found.length > 0 ? [...new Set(found)] : [textKey(item, host)] }
  })
}

/** The key of an item within its feed. */
export function feedKey(feedId: string, itemId: string): string {
  return `${feedKeyPrefix(feedId)}${itemId}`
}

export function feedKeyPrefix(feedId: string): string {
  return `feed:${feedId}:`
}

export function isLinkKey(key: string): boolean {
  return key.startsWith('link:')
}

/** The key of an address. */
export function linkKey(link: string): string | null {
  const canonical = canonicaliseLink(link)
  return canonical === null ? null : `link:${canonical}${partOf(link)}`
}

function pageKey(link: string): string | null {
  const page = standardPage(link)
  return page === null ? null : `link:${page}${partOf(link)}`
}

/** Null if the canonical address is on another site, not that of an article, or too long. */
export function canonicalKey(canonical: string, pageUrl: string): string | null {
  const page = standardPage(canonical)
  const declaring = standardPage(pageUrl)
  if (page === null || declaring === null || !page.includes('/')) return null
  const [host = '', ownHost = ''] = [page, declaring].map((address) => address.split('/')[0])
  const isSameSite = host === ownHost || host.endsWith(`.${ownHost}`) || ownHost.endsWith(`.${host}`)
  const key = `link:${page}${partOf(pageUrl)}`
  return isSameSite && key.length <= MAX_KEY_LENGTH ? key : null
}

/** @param numbered addresses whose "#" and number identify the item */
function guidOf(guid: string, link: string | null, numbered: ReadonlySet<string>): string {
  const address = editedAddress(guid)
  if (address === null || numbered.has(address)) return guid
  const isPart = guid.length > address.length + 1 && URL.parse(guid)?.hash === URL.parse(link ?? '')?.hash
  return isPart ? guid : (linkKey(address) ?? guid)
}

/** Removes "#" and the edit count that the BBC appends to an address. Null for other guids. */
function editedAddress(guid: string): string | null {
  return /^https?:\/\/[^#]*(?=(?:#\d{0,3})?$)/i.exec(guid)?.[0] ?? null
}

function textKey({ title, date }: Identifiable, host: string): string {
  const text = `${title} ${date ?? ''}`.toLowerCase().replace(/\s+/g, ' ').trim()
  return `text:${host}:${text}`.slice(0, MAX_KEY_LENGTH).toWellFormed()
}

/** Returns the host of a key, which selects its lock: equal keys have equal hosts. */
export function hostOfKey(key: string): string {
  return /^(?:link|guid|text):([^:/?]*)/.exec(key)?.[1] ?? ''
}

/** Returns the path in the key of an address. Empty for other keys. */
export function pathOfKey(key: string): string {
  return isLinkKey(key) && key.includes('/') ? key.slice(key.indexOf('/')) : ''
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

function firstHost(addresses: readonly string[]): string {
  const url = addresses.map((address) => URL.parse(address)).find((url) => url?.host)
  return url ? hostOf(url) : ''
}

const TRACKING =
  /^(?:(?:utm|at|ns|wt|mc|hsa|pk|mtm)[_.].*|xtor|fbclid|gclid|dclid|msclkid|yclid|igshid|twclid|_g[al]|ref|ref_?src|referr?er|rss|cmp|cmpid|ocid|ito|smid|ftag|traffic_source)$/i

/** "partner=rss", "mod=rss_markets_main" */
const DELIVERY = /(?:^|[^a-z])rss(?:$|[^a-z])/i

/** These identify an article. */
const CONTENT = /^(?:id|slug|name|title|page|article|story|post|path|key|[pqst])$/i

/** "redir.example/online/*https://www.example/story" */
const REDIRECT = /\/\*(?=https?:\/\/)/i

/**
 * Reduces an address, or its redirect target, to "host/path?query" without `www.`, trailing slash and tracking parameters,
 * and with normal percent-encoding. Null unless http(s).
 */
export function canonicaliseLink(link: string): string | null {
  const url = URL.parse(link.split(REDIRECT).at(-1) ?? link)
  if (url === null || !isWebUrl(url)) return null
  const query = [...url.searchParams]
    .filter(([name, value]) => !isTracking(name, value))
    .map((parameter) => parameter.map(encodeURIComponent).join('='))
    .sort()
    .join('&')
  return `${hostOf(url)}${normaliseEscapes(url.pathname).replace(/(?<!\/)\/+$/, '')}${query && `?${query}`}`
}

/** RFC 3986 §6.2.2: "%c3" is "%C3", and "%7E" is "~". */
function normaliseEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase()
  })
}

function isTracking(name: string, value: string): boolean {
  // `ref` may be an article's number.
  if (TRACKING.test(name)) return !/^ref$/i.test(name) || !/^\d+$/.test(value)
  return DELIVERY.test(value) && !CONTENT.test(name)
}

/** Sections that pages of articles have, text to highlight, and names that feeds add. */
const PAGE_SECTION = /^(?:comments?|respond|more(?:-\d+)?|top|content|main|rss|atom|feed|:~:.*|[!/].*)$/i

/** Returns the fragment that names a part of a page, such as a post of a live blog, with "#". Empty for others. */
export function partOf(link: string): string {
  const fragment = URL.parse(link)?.hash.slice(1) ?? ''
  if (fragment === '' || PAGE_SECTION.test(fragment) || DELIVERY.test(fragment)) return ''
  // "xtor=RSS-3208", "Echobox=1700000000", "ref=rss"
  const isContent = !fragment.includes('=') || CONTENT.test(fragment.slice(0, fragment.indexOf('=')))
  return isContent ? `#${normaliseEscapes(fragment)}` : ''
}

/** Google Alerts and Bing News. */
const REDIRECT_PAGE = /^(?:google\.[a-z.]+\/url|bing\.com\/news\/apiclick\.aspx)$/i

/** Returns the publisher's address in a search engine's link, else the link. */
export function redirectTarget(link: string): string {
  const url = URL.parse(link)
  if (url === null || !REDIRECT_PAGE.test(`${hostOf(url)}${url.pathname}`)) return link
  const target = URL.parse(url.searchParams.get('url') ?? url.searchParams.get('q') ?? '')
  return target !== null && isWebUrl(target) ? target.href : link
}

export function hostOf(url: URL): string {
  return url.host.replace(/^www\./, '')
}

/** The publisher's address follows. */
const AMP_CACHE = /^(?:google\.[a-z.]+\/amp\/|[\w-]+\.cdn\.ampproject\.org\/[a-z]\/)(?:s\/)?/

const ALTERNATE_HOSTS: ReadonlySet<string> = new Set(['m', 'mobile', 'amp', 'touch'])

const PATH = /\/(?:amp|print)(?:\.html)?$|(?<=\.(?:html?|php|stm))\.amp$|(?<=[^/])\.amp(?=(?:\.html)?$)/

const PATH_PREFIX = /^\/amp(?=\/[^/])/

/** Selects another form of the page. */
const PARAMETER =
  /^(?:(?:amp|m|mobile|print|printable)=(?:|1|true|yes|y)|(?:outputtype|output|format|view|mode|layout)=(?:amp|print|printable|mobile))$/i

/** Bounds the work for "/amp/amp/amp/…". */
const MAX_STEPS = 10

/** Reduces the address of a mobile, AMP or print page to the article's, and canonicalises others. Null if it is not an article's. */
export function standardPage(link: string): string | null {
  let page = canonicaliseLink(link)
  for (let step = 0; step < MAX_STEPS && page !== null; step += 1) {
    const shorter = reduce(page)
    if (shorter === page) return page
    page = shorter
  }
  return null
}

export function isAlternatePage(link: string): boolean {
  const page = standardPage(link)
  return page !== null && page !== canonicaliseLink(link)
}

function reduce(canonical: string): string | null {
  const cached = canonical.replace(AMP_CACHE, '')
  if (cached !== canonical) return canonicaliseLink(`https://${cached}`)
  const { host, pathname, search } = new URL(`https://${canonical}`)
  const path = pathname.replace(/^\/$/, '')
  const shortPath = path.replace(PATH_PREFIX, '').replace(PATH, '')
  const parameters = search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !PARAMETER.test(parameter))
  // Only the home page remains.
  if (shortPath === '' && parameters.length === 0 && (path !== '' || search !== '')) return null
  const shortQuery = parameters.length > 0 ? `?${parameters.join('&')}` : ''
  return canonicaliseLink(`https://${reduceHost(host)}${shortPath}${shortQuery}`)
}

/** "m.paper.example" and "en.m.paper.example" */
function reduceHost(host: string): string {
  const [first = '', second, ...others] = host.split('.')
  if (second !== undefined && others.length > 0 && ALTERNATE_HOSTS.has(first))
    return [second, ...others].join('.')
  return second === 'm' && others.length > 1 ? [first, ...others].join('.') : host
}
