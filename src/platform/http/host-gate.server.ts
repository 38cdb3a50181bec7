import type { IncomingMessage } from 'node:http'
import { rawHeader } from './raw-header.ts'

/** The scheme of a reader's request; `unknown` where a proxy does not reveal it. */
export type Scheme = 'http' | 'https' | 'unknown'

/**
 * - serve: as it is; `isStrict` adds Strict-Transport-Security (RFC 6797)
 * - redirect: to the same path and query at `origin`, which never comes from an unknown Host
 * - refuse: with a one-line reason for the operator of the site
 */
export type HostDecision =
  | { kind: 'serve'; isStrict: boolean }
  | { kind: 'redirect'; origin: string }
  | { kind: 'refuse'; status: number; reason: string }

export type HostGate = ReturnType<typeof createHostGate>

/** Who asks under names of their own making must not fill memory. */
const MAX_REMEMBERED = 1000
/** RFC 1035 §2.3.4, and a port. */
const MAX_HOST_LENGTH = 260

/**
 * Judges requests by the host that they name. A verdict is remembered by the header as it came, since this stands on the
 * path of every stored page.
 *
 * @param options.decide pure: the verdict for a Host header (undefined where there is none, or more than one)
 * @param options.trustProxy whether X-Forwarded-Host and X-Forwarded-Proto are believed
 */
export function createHostGate(options: {
  decide(host: string | undefined, scheme: Scheme): HostDecision
  trustProxy: boolean
}) {
  const { decide, trustProxy } = options
  const remembered = new Map<string, Record<Scheme, HostDecision>>()

  function verdictsOf(host: string | undefined): Record<Scheme, HostDecision> {
    const known = remembered.get(host ?? '')
    if (known) return known
    const verdicts = {
      http: decide(host, 'http'),
      https: decide(host, 'https'),
      unknown: decide(host, 'unknown'),
    }
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    if ((host ?? '').length <= MAX_HOST_LENGTH) remembered.set(host ?? '', verdicts)
    return verdicts
  }

  return {
    judge(request: IncomingMessage): HostDecision {
      return verdictsOf(hostOf(request, trustProxy))[schemeOf(request, trustProxy)]
    },

    /** To be called when what `decide` says may have changed. */
    forget(): void {
      remembered.clear()
    },
  }
}

/** The host that a request names: undefined where it is none, or more than one (RFC 9112 §3.2). */
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
 * How the reader's request came. Nobody but a trusted proxy can vouch for https. But plain http is only what nothing
 * speaks against: where a proxy in front ends TLS and is not trusted, or says nothing, a redirect to https would come
 * back here as http, for ever. So `X-Forwarded-Proto: https`, and Sec-Fetch-Site, which browsers send to https addresses
 * only (Fetch Metadata §2), make it `unknown`. Who forges them spares only themselves a redirect.
 */
function schemeOf(request: IncomingMessage, trustProxy: boolean): Scheme {
  const forwarded = rawHeader(request, 'x-forwarded-proto')
  if (forwarded && first(forwarded).toLowerCase() === 'https') return trustProxy ? 'https' : 'unknown'
  return rawHeader(request, 'sec-fetch-site') === undefined ? 'http' : 'unknown'
}

/** Each proxy appends what it saw to such a list; the first entry is the reader's. */
function first(list: string): string {
  return list.split(',', 1)[0]?.trim() ?? ''
}
