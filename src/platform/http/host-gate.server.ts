import type { IncomingMessage } from 'node:http'
import { rawHeader } from './request-headers.server.ts'

/** `unknown` if no trusted proxy reveals it. */
export type Scheme = 'http' | 'https' | 'unknown'

/**
 * - serve: `isStrict` adds Strict-Transport-Security (RFC 6797)
 * - redirect: to the same path and query
 * - refuse: the reason is for the site's operator
 */
export type HostDecision =
  | { kind: 'serve'; isStrict: boolean }
  | { kind: 'redirect'; origin: string }
  | { kind: 'refuse'; status: number; reason: string }

export type HostGate = ReturnType<typeof createHostGate>

/** Limits memory use by forged hosts. */
const MAX_REMEMBERED = 1000
/** RFC 1035 §2.3.4, and a port. */
const MAX_HOST_LENGTH = 260

/**
 * Decides by the Host header whether to serve, redirect or refuse a request.
 *
 * @param options.decide pure; `host` is undefined if missing or ambiguous
 * @param options.trustProxy whether to trust X-Forwarded-Host and X-Forwarded-Proto
 */
export function createHostGate(options: {
  decide(host: string | undefined, scheme: Scheme): HostDecision
  trustProxy: boolean
}) {
  const { decide, trustProxy } = options
  const remembered = new Map<string, Record<Scheme, HostDecision>>()

  function decisionsFor(host: string | undefined): Record<Scheme, HostDecision> {
    const known = remembered.get(host ?? '')
    if (known) return known
    const decisions = {
      http: decide(host, 'http'),
      https: decide(host, 'https'),
      unknown: decide(host, 'unknown'),
    }
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    if ((host ?? '').length <= MAX_HOST_LENGTH) remembered.set(host ?? '', decisions)
    return decisions
  }

  return {
    decide(request: IncomingMessage): HostDecision {
      return decisionsFor(hostOf(request, trustProxy))[schemeOf(request, trustProxy)]
    },

    /** Call this when the results of `decide` may change. */
    forget(): void {
      remembered.clear()
    },
  }
}

/** Undefined if there is none or more than one (RFC 9112 §3.2). */
function hostOf(request: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? rawHeader(request, 'x-forwarded-host') : undefined
  if (forwarded) return first(forwarded)
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
 * An untrusted `X-Forwarded-Proto: https`, or Sec-Fetch-Site, which browsers send to https only (Fetch Metadata §2),
 * means `unknown`: a redirect to https could loop behind a proxy that ends TLS.
 */
function schemeOf(request: IncomingMessage, trustProxy: boolean): Scheme {
  const forwarded = rawHeader(request, 'x-forwarded-proto')
  if (forwarded && first(forwarded).toLowerCase() === 'https') return trustProxy ? 'https' : 'unknown'
  return rawHeader(request, 'sec-fetch-site') === undefined ? 'http' : 'unknown'
}

/** Proxies append, so the first entry is the reader's. */
function first(list: string): string {
  return list.split(',', 1)[0]?.trim() ?? ''
}
