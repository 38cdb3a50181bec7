import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

export type AttemptLimit = {
  /** Counts an attempt from an IP address, empty where it is not known. @returns null, or after how many seconds the next one may succeed */
  take(address: string): Promise<number | null>
}

const EVERYBODY = 'everybody'

/**
 * Limits how often something is attempted, in this process and in memory only: for each address, and for all of them
 * together. An IPv6 address counts as its /64, which is the least that one household is given (RFC 6177).
 */
export function createAttemptLimit(options: {
  perAddress: number
  together: number
  seconds: number
}): AttemptLimit {
  const each = new RateLimiterMemory({ points: options.perAddress, duration: options.seconds })
  const all = new RateLimiterMemory({ points: options.together, duration: options.seconds })
  return {
    async take(address) {
      // Looked at first, so that no more addresses are remembered than attempts were let through.
      const before = await all.get(EVERYBODY)
      if (before && before.consumedPoints >= options.together) return waitOf(before)
      try {
        await each.consume(blockOf(address))
        await all.consume(EVERYBODY)
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

/** What an address is limited as. Those of unknown address share one limit. */
export function blockOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
}
