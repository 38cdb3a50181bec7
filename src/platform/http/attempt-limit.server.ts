import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { isPublicAddress } from '#platform/outbound/address-guard.ts'
import { clientAddress, type TrustedProxies } from '#platform/process/client-address.ts'

export type AttemptLimit = {
  /**
   * @param address empty if unknown
   * @returns null, or the seconds until the next attempt
   */
  take(address: string): Promise<number | null>
}

const TOTAL_KEY = 'total'

/** Limits attempts in memory, per address and in total. An IPv6 address counts as its /64 (RFC 6177). */
export function createAttemptLimit(options: {
  perAddress: number
  inTotal: number
  seconds: number
}): AttemptLimit {
  const perNetwork = new RateLimiterMemory({ points: options.perAddress, duration: options.seconds })
  const total = new RateLimiterMemory({ points: options.inTotal, duration: options.seconds })
  return {
    async take(address) {
      // Rejected attempts must not add addresses to memory.
      const before = await total.get(TOTAL_KEY)
      if (before && before.consumedPoints >= options.inTotal) return retryAfterSeconds(before)
      try {
        await perNetwork.consume(networkOf(address))
        await total.consume(TOTAL_KEY)
        return null
      } catch (rejection) {
        if (rejection instanceof Error) throw rejection
        return retryAfterSeconds(rejection as RateLimiterRes)
      }
    },
  }
}

function retryAfterSeconds({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000))
}

/**
 * Unknown addresses share one limit.
 *
 * @param ipv6PrefixLength in bits
 */
export function networkOf(address: string, ipv6PrefixLength = 64): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/${ipv6PrefixLength}`).toString()
}

/** An IPv4 /24 or IPv6 /48: few attackers have several. */
export function wideNetworkOf(address: string): string {
  if (!ipaddr.IPv4.isValid(address)) return networkOf(address, 48)
  return ipaddr.IPv4.networkAddressFromCIDR(`${address}/24`).toString()
}

/** Undefined for private addresses, which may be a proxy in front of all readers. */
export function clientNetwork(request: IncomingMessage, trustedProxies: TrustedProxies): string | undefined {
  const address = clientAddress(request, trustedProxies)
  return isPublicAddress(address) ? networkOf(address) : undefined
}
