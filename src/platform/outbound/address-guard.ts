import ipaddr from 'ipaddr.js'

const PRIVATE = 'The address belongs to a private network'

/** Azure's host agent: it hands a machine its secrets, yet stands in public address space. */
const AZURE_HOST_AGENT = '168.63.129.16'

/** Global unicast, the only IPv6 space that is routed (RFC 4291 §2.4). */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3')

/** NAT64's well-known prefix: the last 32 bits are the IPv4 address that is reached (RFC 6052 §2.1). */
const NAT64: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether an IP address, in its canonical spelling, is one that the public internet routes to a single host. Loopback,
 * private, link-local, shared, multicast and reserved ranges are not (RFC 6890), nor are the IPv6 forms that carry an
 * IPv4 address, unless it is NAT64 or IPv4-mapped and what it carries is public. 6to4 and Teredo are dead and refused.
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

/** `host:port` as the list of allowed private hosts spells it, with the port of the scheme when the URL names none. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`
}

/**
 * Why a URL must not be fetched, as a sentence, or null when it may be. It judges what the URL itself says; whatever
 * DNS answers for a name must be put to `isPublicAddress` as well. The WHATWG parser has already turned every odd
 * spelling of an IPv4 address (octal, hexadecimal, decimal, short, full-width) into four decimal parts.
 */
export function refusalOf(url: URL, allowedPrivateHosts: ReadonlySet<string>): string | null {
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
