import ipaddr from 'ipaddr.js'

const PRIVATE = 'The address belongs to a private network'

/** Serves Azure credentials from public address space. */
const AZURE_HOST_AGENT = '168.63.129.16'

/** The only IPv6 space that is routed (RFC 4291 §2.4). */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3')

/** Ends with the IPv4 destination (RFC 6052 §2.1). */
const NAT64: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * RFC 6890. NAT64 and IPv4-mapped addresses count as IPv4; 6to4 and Teredo are refused.
 *
 * @param address canonical
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

export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`
}

/**
 * Null if the URL may be fetched. Resolved addresses must also pass `isPublicAddress`. The WHATWG parser has normalised
 * IPv4 notations.
 */
export function blockedReason(url: URL, allowedPrivateHosts: ReadonlySet<string>): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return 'Only addresses that begin with http or https can be fetched'
  }
  if (url.username || url.password) return 'The address contains a user name or a password'
  if (allowedPrivateHosts.has(hostAndPort(url))) return null

  const host = url.hostname.replace(/(?<!\.)\.+$/, '').replace(/^\[(.*)\]$/, '$1')
  if (host === '' || host === 'localhost' || host.endsWith('.localhost')) return PRIVATE
  if (ipaddr.isValid(host) && !isPublicAddress(host)) return PRIVATE
  return null
}
