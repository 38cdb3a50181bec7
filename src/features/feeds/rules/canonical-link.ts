import { isWeb } from '#kernel/web-address.ts'

/** Parameters that say where a reader came from, not what he reads. */
const TRACKING =
  /^(?:(?:utm|at|ns|wt|mc|hsa|pk|mtm)[_.].*|xtor|fbclid|gclid|dclid|msclkid|yclid|igshid|twclid|_g[al]|ref|ref_?src|referr?er|rss|cmp|cmpid|ocid|ito|smid|ftag|traffic_source)$/i

/** "partner=rss", "mod=rss_markets_main": parameters that say how the link was delivered. */
const DELIVERY = /(?:^|[^a-z])rss(?:$|[^a-z])/i

/** "redir.example/online/*https://www.example/story": a counter of clicks, with its target in the path. */
const REDIRECT = /\/\*(?=https?:\/\/)/i

/**
 * What two addresses of one page have in common, as "host/path?query": no scheme, no `www.`, no fragment, no trailing
 * slash, no tracking parameters, the other parameters sorted. A redirect that names its target is that target. Null for what
 * is no http(s) address.
 */
export function canonicalLink(link: string): string | null {
  const url = URL.parse(link.split(REDIRECT).at(-1) ?? link)
  if (url === null || !isWeb(url)) return null
  const query = [...url.searchParams]
    .filter(([name, value]) => !TRACKING.test(name) && !DELIVERY.test(value))
    .map((parameter) => parameter.map(encodeURIComponent).join('='))
    .sort()
    .join('&')
  return `${hostOf(url)}${url.pathname.replace(/\/+$/, '')}${query && `?${query}`}`
}

/** The publisher as addresses tell it: the host and port, lower-case, without `www.` */
export function hostOf(url: URL): string {
  return url.host.replace(/^www\./, '')
}
