import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isPublicAddress } from '#platform/outbound/address-guard.ts'

const HEADER = 'x-forwarded-for'

/**
 * The client's canonical IP address, or an empty string if disconnected. Behind a trusted proxy, this is the last
 * public address in X-Forwarded-For: proxies append, and clients can forge the start.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? [headers[HEADER]].flat().join(',') : ''
  const hops = forwarded.split(',').map(canonical)
  if (hops.length === 1) return hops[0] || canonical(socket.remoteAddress)
  // Entries before an invalid one may be forged.
  const known = hops.slice(hops.lastIndexOf('') + 1)
  return known.findLast(isPublicAddress) ?? known.at(-1) ?? canonical(socket.remoteAddress)
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function canonical(address = ''): string {
  // Parsing takes ten times as long.
  if (isIPv4(address)) return address
  const bare = address.trim().replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : ''
}

/** Replaces X-Forwarded-For with the client's address alone. */
export function replaceForwardedFor(request: IncomingMessage, trustProxy: boolean): void {
  const address = clientAddress(request, trustProxy)
  const { rawHeaders } = request
  const others = rawHeaders.filter((_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== HEADER)
  request.rawHeaders = [...others, HEADER, address]
  request.headers[HEADER] = address
}
