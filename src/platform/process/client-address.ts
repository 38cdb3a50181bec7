import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The number of reverse proxies in front of the server (0 trusts none), or their networks. */
export type TrustedProxies = number | BlockList

const MAX_PROXIES = 10
const HEADERS = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'] as const
type ForwardedHeader = (typeof HEADERS)[number]

/**
 * Parses `off`, `on` (one proxy), a number of proxies, or networks ("10.0.0.0/8, fd00::/8").
 *
 * @returns undefined if invalid
 */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'off') return 0
  if (text === 'on') return 1
  if (/^\d{1,3}$/.test(text)) return Number(text) <= MAX_PROXIES ? Number(text) : undefined
  const networks = new BlockList()
  for (const network of text.split(/[\s,]+/).filter(Boolean)) {
    const [address = '', prefix, ...rest] = network.split('/')
    const family = isIP(address)
    const length = prefix === undefined ? (family === 4 ? 32 : 128) : Number(prefix)
    const isLength = prefix === undefined || /^\d{1,3}$/.test(prefix)
    if (family === 0 || !isLength || length > (family === 4 ? 32 : 128) || rest.length > 0) return undefined
    networks.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6')
  }
  return networks.rules.length > 0 ? networks : undefined
}

/** The canonical IP address, or empty if disconnected. */
export function clientAddress(request: IncomingMessage, trustedProxies: TrustedProxies): string {
  return traceClient(request, trustedProxies).address
}

export function isTrustedProxy(request: IncomingMessage, trustedProxies: TrustedProxies): boolean {
  return traceClient(request, trustedProxies).proxies > 0
}

/**
 * Returns the entry of the first trusted proxy. Proxies append or overwrite, so clients can forge only the start of the
 * list.
 */
export function forwardedValue(
  request: IncomingMessage,
  name: ForwardedHeader,
  trustedProxies: TrustedProxies,
): string | undefined {
  if (trustedProxies === 0) return undefined
  const list = forwardedList(request, name)
  if (list.length === 0) return undefined
  const { proxies } = traceClient(request, trustedProxies)
  return proxies === 0 ? undefined : list.at(-Math.min(proxies, list.length)) || undefined
}

/** Leaves one trusted value per header, for code that reads the first. */
export function replaceForwarded(request: IncomingMessage, trustedProxies: TrustedProxies): void {
  const values = HEADERS.map(
    (name) =>
      [
        name,
        name === 'x-forwarded-for'
          ? clientAddress(request, trustedProxies)
          : forwardedValue(request, name, trustedProxies),
      ] as const,
  )
  const { rawHeaders } = request
  request.rawHeaders = rawHeaders.filter(
    (_, index) => !HEADERS.some((name) => rawHeaders[index - (index % 2)]?.toLowerCase() === name),
  )
  for (const [name, value] of values) {
    if (value === undefined) delete request.headers[name]
    else {
      request.rawHeaders.push(name, value)
      request.headers[name] = value
    }
  }
}

function traceClient(request: IncomingMessage, trustedProxies: TrustedProxies) {
  let address = canonicalAddress(request.socket.remoteAddress)
  let proxies = 0
  if (trustedProxies === 0) return { address, proxies }
  const hops = forwardedList(request, 'x-forwarded-for')
  while (isProxy(address, proxies, trustedProxies)) {
    proxies += 1
    // Entries before an invalid one may be forged.
    const next = canonicalAddress(hops.at(-proxies))
    if (next === '') break
    address = next
  }
  return { address, proxies }
}

function isProxy(address: string, distance: number, trustedProxies: TrustedProxies): boolean {
  if (typeof trustedProxies === 'number') return distance < trustedProxies
  return address !== '' && trustedProxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/** Joins repeated headers (RFC 9110 §5.3). */
function forwardedList({ rawHeaders }: IncomingMessage, name: ForwardedHeader): string[] {
  const list: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index]
    if (given?.length === name.length && given.toLowerCase() === name)
      list.push(...(rawHeaders[index + 1] ?? '').split(',').map((value) => value.trim()))
  }
  return list
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function canonicalAddress(address = ''): string {
  // Parsing takes ten times as long.
  if (isIPv4(address)) return address
  const bare = address.trim().replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
  return isIP(bare) === 0 ? '' : ipaddr.process(bare).toString()
}
