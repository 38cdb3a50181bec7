import type { IncomingMessage } from 'node:http'
import { rawHeader } from '#platform/http/request-headers.server.ts'
import { forwardedValue, type TrustedProxies } from '#platform/process/client-address.ts'

/** `unknown` if an untrusted proxy may terminate TLS. */
export type Scheme = 'http' | 'https' | 'unknown'

/**
 * `isStrict` adds Strict-Transport-Security (RFC 6797). Redirects keep path and query. `reason` is for the operator.
 */
export type HostDecision =
  | { kind: 'serve'; isStrict: boolean }
  | { kind: 'redirect'; origin: string; isStrict: boolean }
  | { kind: 'reject'; status: number; reason: string }

export type HostGate = ReturnType<typeof createHostGate>

/** Limits memory use by forged hosts. */
const MAX_CACHED_HOSTS = 1000
/** RFC 1035 §2.3.4, and a port. */
const MAX_HOST_LENGTH = 260

/** @param options.decide pure; `host` is undefined if missing or ambiguous */
export function createHostGate(options: {
  decide(host: string | undefined, scheme: Scheme): HostDecision
  trustedProxies: TrustedProxies
}) {
  const { decide, trustedProxies } = options
  // For every request: faster than an LRU cache. Only forged hosts fill it.
  const cache = new Map<string, Record<Scheme, HostDecision>>()

  function decisionsFor(host: string | undefined): Record<Scheme, HostDecision> {
    const cached = cache.get(host ?? '')
    if (cached) return cached
    const decisions = {
      http: decide(host, 'http'),
      https: decide(host, 'https'),
      unknown: decide(host, 'unknown'),
    }
    if (cache.size >= MAX_CACHED_HOSTS) cache.clear()
    if ((host ?? '').length <= MAX_HOST_LENGTH) cache.set(host ?? '', decisions)
    return decisions
  }

  return {
    decide(request: IncomingMessage): HostDecision {
      return decisionsFor(hostOf(request, trustedProxies))[schemeOf(request, trustedProxies)]
    },

    /** No proxy can have received the request by https. */
    isPlainHttp(request: IncomingMessage): boolean {
      return schemeOf(request, trustedProxies) === 'http'
    },

    clearCache(): void {
      cache.clear()
    },
  }
}

/** Undefined unless there is exactly one (RFC 9112 §3.2). */
function hostOf(request: IncomingMessage, trustedProxies: TrustedProxies): string | undefined {
  const forwarded = forwardedValue(request, 'x-forwarded-host', trustedProxies)
  if (forwarded) return forwarded
  const { rawHeaders } = request
  let host: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue
    if (host !== undefined) return undefined
    host = rawHeaders[index + 1]
  }
  return host
}

/**
 * An untrusted `X-Forwarded-Proto: https`, or Sec-Fetch-Site, which browsers send by https only (Fetch Metadata §2),
 * means `unknown`: behind a proxy that terminates TLS, a redirect to https could loop.
 */
function schemeOf(request: IncomingMessage, trustedProxies: TrustedProxies): Scheme {
  const forwarded = forwardedValue(request, 'x-forwarded-proto', trustedProxies)
  if (forwarded?.toLowerCase() === 'https') return 'https'
  const isClaimed = forwarded === undefined && /^https\b/i.test(rawHeader(request, 'x-forwarded-proto') ?? '')
  return isClaimed || rawHeader(request, 'sec-fetch-site') !== undefined ? 'unknown' : 'http'
}
