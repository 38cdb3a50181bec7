import ipaddr from 'ipaddr.js'
import { clientAddress, isTrustedProxy, type TrustedProxies } from '#platform/process/client-address.ts'
import type { RequestHandler } from './http.server.ts'

const FORWARDED_HEADERS = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']
/** Clients on the internet have none of these addresses, but may send the headers. */
const OWN_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

/**
 * Notices requests that a proxy in the own network has forwarded and that `TRUST_PROXY` does not cover: all visitors then
 * share the address of the proxy. Handles no request.
 *
 * @param options.onUntrusted called once, with the proxy's address
 */
export function createProxyNotice({
  trustedProxies,
  onUntrusted,
}: {
  trustedProxies: TrustedProxies
  onUntrusted: (address: string) => void
}): RequestHandler {
  let isReported = false
  return async (_path, request) => {
    if (isReported || !FORWARDED_HEADERS.some((name) => request.headers[name] !== undefined)) return false
    if (isTrustedProxy(request, trustedProxies)) return false
    const address = clientAddress(request, 0)
    if (address === '' || !OWN_RANGES.has(ipaddr.process(address).range())) return false
    isReported = true
    onUntrusted(address)
    return false
  }
}
