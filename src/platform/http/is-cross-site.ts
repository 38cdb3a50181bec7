/**
 * Whether a request was sent by a page of another site, which is how a stranger's page would act in a reader's name. Browsers
 * say so in Sec-Fetch-Site (W3C Fetch Metadata), and where they leave that out (older ones, and plain http) in Origin. What sends
 * neither is no browser, and acts in nobody's name.
 *
 * @param origin the site's own; a request to a host of that name is our own as well, since a site without SITE_URL is
 *   reached by any name of its machine
 */
export function isCrossSite(headers: Headers, origin: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const sender = headers.get('origin')
  if (!sender || sender === origin) return false
  return URL.parse(sender)?.host !== (headers.get('host') ?? '')
}
