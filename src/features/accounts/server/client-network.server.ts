import { networkOf } from '#platform/http/attempt-limit.server.ts'

/** The smallest block that providers assign (RFC 6177 §2). */
export const IPV6_PREFIX_LENGTH = 56

/** Set by our HTTP listener (platform/http/client-address.ts). */
export function clientAddressOf({ headers }: Request): string {
  return headers.get('x-forwarded-for') ?? ''
}

/** The network that limits count as one client: an IPv4 address or an IPv6 /56. */
export function clientNetworkOf(request: Request): string {
  return networkOf(clientAddressOf(request), IPV6_PREFIX_LENGTH)
}
