import { isWebUrl } from '#kernel/web-address.ts'

/** These identify the referrer. */
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
  if (url === null || !isWebUrl(url)) return null
  const query = [...url.searchParams]
    .filter(([name, value]) => !TRACKING.test(name) && !DELIVERY.test(value))
    .map((parameter) => parameter.map(encodeURIComponent).join('='))
    .sort()
    .join('&')
  return `${hostOf(url)}${url.pathname.replace(/(?<!\/)\/+$/, '')}${query && `?${query}`}`
}

/** Links of Google Alerts and Bing News lead to these pages. */
const REDIRECT_PAGE = /^(?:google\.[a-z.]+\/url|bing\.com\/news\/apiclick\.aspx)$/i

/** Returns the publisher's address in the link of a search engine, or else the link. */
export function redirectTarget(link: string): string {
  const url = URL.parse(link)
  if (url === null || !REDIRECT_PAGE.test(`${hostOf(url)}${url.pathname}`)) return link
  const target = URL.parse(url.searchParams.get('url') ?? url.searchParams.get('q') ?? '')
  return target !== null && isWebUrl(target) ? target.href : link
}

export function hostOf(url: URL): string {
  return url.host.replace(/^www\./, '')
}
