/**
 * Whether another site's page sent a request, by Sec-Fetch-Site (W3C Fetch Metadata) or else Origin. Only browsers send
 * these.
 *
 * @param origin the site's own; the requested host is not cross-site either
 */
export function isCrossSite(headers: Headers, origin: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const sender = headers.get('origin')
  if (!sender || sender === origin) return false
  return URL.parse(sender)?.host !== (headers.get('host') ?? '')
}
