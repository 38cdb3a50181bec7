import { isWebUrl } from '#kernel/web-address.ts'

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
