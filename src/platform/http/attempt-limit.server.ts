import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

export type AttemptLimit = {
  /**
   * @param address empty if unknown
   * @returns null, or the seconds until the next attempt may succeed
   */
  take(address: string): Promise<number | null>
}

const TOTAL_KEY = 'everybody'

/** Limits attempts per address and in total, in memory. An IPv6 address counts as its /64 (RFC 6177). */
export function createAttemptLimit(options: {
  perAddress: number
  together: number
  seconds: number
}): AttemptLimit {
  const each = new RateLimiterMemory({ points: options.perAddress, duration: options.seconds })
  const all = new RateLimiterMemory({ points: options.together, duration: options.seconds })
  return {
    async take(address) {
      // Rejected attempts must not add addresses to memory.
      const before = await all.get(TOTAL_KEY)
      if (before && before.consumedPoints >= options.together) return waitOf(before)
      try {
        await each.consume(blockOf(address))
        await all.consume(TOTAL_KEY)
        return null
      } catch (refusal) {
        if (refusal instanceof Error) throw refusal
        return waitOf(refusal as RateLimiterRes)
      }
    },
  }
}

function waitOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000))
}

/**
 * Unknown addresses share one limit.
 *
 * @param ipv6PrefixLength in bits
 */
export function blockOf(address: string, ipv6PrefixLength = 64): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/${ipv6PrefixLength}`).toString()
}
