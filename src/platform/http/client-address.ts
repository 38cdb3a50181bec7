import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isPublicAddress } from '#platform/outbound/address-guard.ts'

const HEADER = 'x-forwarded-for'

/**
 * The IP address of who asks, in its canonical spelling: of the connection's other end, or, behind a proxy that is trusted,
 * the last public one in X-Forwarded-For. A proxy appends where a request came from, so what stands at the right are our
 * own further proxies, and what stands further left the client may have written.
 *
 * @returns nothing where the connection is gone
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? [headers[HEADER]].flat().join(',') : ''
  const hops = forwarded.split(',').map(canonical)
  if (hops.length === 1) return hops[0] || canonical(socket.remoteAddress)
  // What stands before something that is no address is not believed.
  const known = hops.slice(hops.lastIndexOf('') + 1)
  return known.findLast(isPublicAddress) ?? known.at(-1) ?? canonical(socket.remoteAddress)
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. Nothing for what is no address. */
function canonical(address = ''): string {
  // Most are, and are canonical as they stand; parsing takes ten times as long.
  if (isIPv4(address)) return address
  const bare = address.trim().replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : ''
}

/** Leaves in X-Forwarded-For nothing but the address of who asks, for whatever limits by it further on. */
export function replaceForwardedFor(request: IncomingMessage, trustProxy: boolean): void {
  const address = clientAddress(request, trustProxy)
  const { rawHeaders } = request
  const others = rawHeaders.filter((_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== HEADER)
  // Who reads them reads the one or the other.
  request.rawHeaders = [...others, HEADER, address]
  request.headers[HEADER] = address
}
