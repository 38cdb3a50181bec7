import ipaddr from 'ipaddr.js'

const PRIVATE = 'The address belongs to a private network'

/** Azure's host agent serves a machine's credentials from public address space. */
const AZURE_HOST_AGENT = '168.63.129.16'

/** Global unicast, the only IPv6 space that is routed (RFC 4291 §2.4). */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3')

/** NAT64's well-known prefix: the last 32 bits are the IPv4 destination (RFC 6052 §2.1). */
const NAT64: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether an IP address in canonical form is a public unicast address. Loopback, private, link-local, shared, multicast
 * and reserved ranges are not (RFC 6890). NAT64 and IPv4-mapped addresses are judged by the IPv4 address they carry; 6to4
 * and Teredo are refused.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.parse(address)
  if (ip instanceof ipaddr.IPv4) return ip.range() === 'unicast' && ip.toString() !== AZURE_HOST_AGENT
  if (ip.isIPv4MappedAddress() || ip.match(NAT64)) return isPublicAddress(embeddedIPv4(ip))
  return ip.range() === 'unicast' && ip.match(GLOBAL_UNICAST)
}

function embeddedIPv4(ip: ipaddr.IPv6): string {
  return ip.toByteArray().slice(-4).join('.')
}

/** `host:port` with the scheme's default port, as in the list of allowed private hosts. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`
}

/**
 * The reason why a URL must not be fetched, as a sentence, or null. Judges the URL alone: resolved addresses have to pass
 * `isPublicAddress` too. The WHATWG parser has already normalised octal, hexadecimal, decimal, short and full-width forms
 * of IPv4 addresses.
 */
export function blockedReason(url: URL, allowedPrivateHosts: ReadonlySet<string>): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return 'Only addresses that begin with http or https can be fetched'
  }
  if (url.username || url.password) return 'The address contains a user name or a password'
  if (allowedPrivateHosts.has(hostAndPort(url))) return null

  const host = url.hostname.replace(/\.+$/, '').replace(/^\[(.*)\]$/, '$1')
  if (host === '' || host === 'localhost' || host.endsWith('.localhost')) return PRIVATE
  if (ipaddr.isValid(host) && !isPublicAddress(host)) return PRIVATE
  return null
}
