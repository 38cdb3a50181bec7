import type { LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { createSemaphore, type Semaphore } from '#platform/concurrency/semaphore.ts'
import { blockedReason, hostAndPort } from './address-guard.ts'
import { FetchError, failureReason } from './fetch-error.ts'
import { BlockedAddressError, createGuardedConnector } from './guarded-connector.server.ts'
import { ACCEPTED_ENCODINGS, readBody } from './read-body.server.ts'

const MAX_REDIRECTS = 5
const MAX_PER_HOST = 2
const DEFAULT_TIMEOUTS = { connect: 10_000, total: 30_000 }

/** Drains smaller bodies, so that their connection can be reused. */
const MAX_DRAINED_BYTES = 64 * 1024

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const PERMANENT_REDIRECTS: ReadonlySet<number> = new Set([301, 308])

interface CacheHeaders {
  etag: string | null
  lastModified: string | null
  cacheControl: string | null
  expires: string | null
  date: string | null
  retryAfter: string | null
}

type Failed = {
  kind: 'failed'
  /** A text for editors. */
  reason: string
  /** Stopped by the caller or by `close`. */
  stopped?: true
  isUnknownHost?: true
}

/** `movedTo`: target of leading permanent redirects (RFC 9110 §15.4.2, §15.4.9). */
type Redirected = { url: string; movedTo: string | null }

export type OutboundOutcome =
  | ({
      kind: 'ok'
      status: 200 | 203
      bytes: Uint8Array
      contentType: string | null
      /** RFC 8288. */
      link: string | null
    } & Redirected &
      CacheHeaders)
  | ({ kind: 'not-modified' } & Redirected & CacheHeaders)
  | { kind: 'http-error'; status: number; url: string; retryAfter: string | null }
  | { kind: 'refused'; reason: string }
  | Failed

type HopOutcome = OutboundOutcome | { kind: 'redirect'; to: URL; isPermanent: boolean }

interface FetchState {
  options: OutboundRequest
  signal: AbortSignal
  remainingMs: number
}

export interface OutboundRequest {
  /** Validators of the stored copy (RFC 9110 §13.1). */
  etag?: string | null
  lastModified?: string | null
  accept: string
  /** The page that shows an image. */
  referer?: string
  /** Limits the decoded body. */
  maxBytes: number
  /** Discards the body: `bytes` is empty. */
  skipBody?: boolean
  signal?: AbortSignal
}

export interface Outbound {
  /** Never rejects. */
  get(address: string, options: OutboundRequest): Promise<OutboundOutcome>
  close(): Promise<void>
}

export interface OutboundOptions {
  /** Entries of `host:port` in lower case. */
  allowedPrivateHosts: ReadonlySet<string>
  userAgent: string
  /** Milliseconds. `total` includes redirects, but not time in a host's queue. */
  timeouts?: { connect: number; total: number }
  lookup?: LookupFunction
}

/**
 * Creates an HTTP client for untrusted addresses. Checks every redirect (at most 5) and DNS result (SSRF), limits
 * decoded bytes and time, ignores cookies, and sends at most two concurrent requests per host.
 */
export function createOutbound(setup: OutboundOptions): Outbound {
  const { allowedPrivateHosts, userAgent, lookup, timeouts = DEFAULT_TIMEOUTS } = setup
  const connect = createGuardedConnector({ allowedPrivateHosts, lookup, connectTimeout: timeouts.connect })
  const agent = new Agent({ connect, allowH2: false, headersTimeout: 0, bodyTimeout: 0 })
  const closing = new AbortController()
  const queues = new Map<string, Semaphore>()

  async function get(address: string, options: OutboundRequest): Promise<OutboundOutcome> {
    const signal = options.signal ? AbortSignal.any([closing.signal, options.signal]) : closing.signal
    const state: FetchState = { options, signal, remainingMs: timeouts.total }
    const visited = new Set<string>()
    let url = URL.parse(address)
    let movedTo: string | null = null
    let isPermanent = true
    if (!url) return { kind: 'refused', reason: 'This is not a valid URL' }

    while (visited.size <= MAX_REDIRECTS) {
      url.hash = ''
      const reason = blockedReason(url, allowedPrivateHosts)
      if (reason) return { kind: 'refused', reason }
      if (visited.has(url.href)) return failed('The server redirects in a loop')
      visited.add(url.href)

      const outcome = await hop(url, state)
      if (outcome.kind === 'ok' || outcome.kind === 'not-modified') return { ...outcome, movedTo }
      if (outcome.kind !== 'redirect') return outcome
      url = outcome.to
      isPermanent &&= outcome.isPermanent
      if (isPermanent) movedTo = url.href
    }
    return failed(`The server redirected more than ${MAX_REDIRECTS} times`)
  }

  async function hop(url: URL, state: FetchState): Promise<HopOutcome> {
    try {
      return await withHostLimit(url, state.signal, () =>
        withDeadline(state, (signal) => exchange(url, state.options, signal)),
      )
    } catch (error) {
      if (state.signal.aborted) return { kind: 'failed', reason: 'The fetch was stopped', stopped: true }
      if (error instanceof BlockedAddressError) return { kind: 'refused', reason: error.message }
      const isUnknownHost = error instanceof Error && 'code' in error && error.code === 'ENOTFOUND'
      return { ...failed(failureReason(error)), ...(isUnknownHost && { isUnknownHost }) }
    }
  }

  async function withHostLimit<T>(url: URL, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const host = hostAndPort(url)
    const queue = queues.get(host) ?? createSemaphore(MAX_PER_HOST)
    queues.set(host, queue)
    try {
      return await queue.run(work, signal)
    } finally {
      if (queue.idle && queues.get(host) === queue) queues.delete(host)
    }
  }

  async function withDeadline<T>(state: FetchState, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const deadline = AbortSignal.timeout(Math.max(0, Math.ceil(state.remainingMs)))
    try {
      return await work(AbortSignal.any([state.signal, deadline]))
    } catch (error) {
      if (!deadline.aborted) throw error
      throw new FetchError(`The server did not respond within ${timeouts.total / 1000} seconds`)
    } finally {
      state.remainingMs -= performance.now() - startedAt
    }
  }

  async function exchange(url: URL, options: OutboundRequest, signal: AbortSignal): Promise<HopOutcome> {
    const { etag, lastModified, accept, referer, maxBytes, skipBody } = options
    const response = await request(url, {
      dispatcher: agent,
      signal,
      headers: {
        'user-agent': userAgent,
        accept,
        ...(referer && { referer }),
        'accept-encoding': ACCEPTED_ENCODINGS,
        ...(etag && { 'if-none-match': etag }),
        ...(lastModified && { 'if-modified-since': lastModified }),
      },
    })
    const { statusCode: status, body } = response
    const header = (name: string) => [response.headers[name] ?? []].flat()[0] ?? null
    const cacheHeaders: CacheHeaders = {
      etag: header('etag'),
      lastModified: header('last-modified'),
      cacheControl: header('cache-control'),
      expires: header('expires'),
      date: header('date'),
      retryAfter: header('retry-after'),
    }

    // A proxy has changed the content (RFC 9110 §15.3.4).
    if (status === 200 || status === 203) {
      if (skipBody) await body.dump({ limit: MAX_DRAINED_BYTES })
      const bytes = skipBody
        ? new Uint8Array()
        : await readBody(body, { contentEncoding: header('content-encoding'), maxBytes })
      return {
        kind: 'ok',
        status,
        url: url.href,
        bytes,
        contentType: header('content-type'),
        link: [response.headers.link ?? []].flat().join(', ') || null,
        movedTo: null,
        ...cacheHeaders,
      }
    }
    await body.dump({ limit: MAX_DRAINED_BYTES })
    if (status === 304 && (etag || lastModified))
      return { kind: 'not-modified', url: url.href, movedTo: null, ...cacheHeaders }
    const location = header('location')
    if (REDIRECTS.has(status) && location) return redirect(location, url, PERMANENT_REDIRECTS.has(status))
    return { kind: 'http-error', status, url: url.href, retryAfter: cacheHeaders.retryAfter }
  }

  return {
    get,
    async close() {
      closing.abort()
      await agent.destroy()
    },
  }
}

/** Location is sent in UTF-8, but Node.js reads headers as Latin-1. */
function redirect(location: string, from: URL, isPermanent: boolean): HopOutcome {
  const to = URL.parse(Buffer.from(location, 'latin1').toString('utf8'), from)
  return to ? { kind: 'redirect', to, isPermanent } : failed('The server redirects to an invalid URL')
}

function failed(reason: string): Failed {
  return { kind: 'failed', reason }
}
