import type { LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { createSemaphore, type Semaphore } from '#platform/semaphore.ts'
import { hostAndPort, refusalOf } from './address-guard.ts'
import { FetchFailure, failureReason } from './fetch-failure.ts'
import { createGuardedConnector, RefusedError } from './guarded-connector.server.ts'
import { ACCEPTED_ENCODINGS, readBody } from './read-body.server.ts'

const MAX_REDIRECTS = 5
const MAX_PER_HOST = 2
const DEFAULT_TIMEOUTS = { connect: 10_000, total: 30_000 }

/** The most of an unwanted body that is read away so that its connection can be used again, in bytes. */
const MAX_DUMPED = 64 * 1024

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Caching headers of the answer, exactly as the server wrote them. */
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
  /** A short sentence that an editor can read. */
  reason: string
  /** Set when the caller's signal or `close` ended it, so that nothing is to be held against the server. */
  stopped?: true
}

export type OutboundOutcome =
  | ({ kind: 'ok'; status: 200; url: string; bytes: Uint8Array; contentType: string | null } & CacheHeaders)
  | ({ kind: 'not-modified'; url: string } & CacheHeaders)
  | { kind: 'http-error'; status: number; url: string; retryAfter: string | null }
  | { kind: 'refused'; reason: string }
  | Failed

type HopOutcome = OutboundOutcome | { kind: 'redirect'; to: URL }

/** One fetch with all its redirects. */
interface Trip {
  options: OutboundRequest
  signal: AbortSignal
  /** Milliseconds. Waiting for a turn does not count. */
  timeLeft: number
}

export interface OutboundRequest {
  /** Validators of the copy at hand, sent verbatim (RFC 9110 §13.1). */
  etag?: string | null
  lastModified?: string | null
  /** The Accept header. */
  accept: string
  /** How large the decoded body may be. */
  maxBytes: number
  signal?: AbortSignal
}

export interface Outbound {
  /** Fetches with GET. Every expected trouble is an outcome; it does not reject. */
  get(address: string, options: OutboundRequest): Promise<OutboundOutcome>
  /** Stops what is under way and closes every connection. */
  close(): Promise<void>
}

export interface OutboundOptions {
  /** `host:port` pairs, in lower case, that may be fetched although they are private. */
  allowedPrivateHosts: ReadonlySet<string>
  userAgent: string
  /** Milliseconds. `total` counts from a request's turn to its last byte, over all redirects. */
  timeouts?: { connect: number; total: number }
  /** Answers for DNS; the system's own unless given. */
  lookup?: LookupFunction
}

/**
 * The only way out: fetches what strangers' feeds name, without letting them reach into our network, fill our memory
 * or hold us up. Addresses are checked on every hop and on every DNS answer, at most 5 redirects are followed,
 * decoded bytes are counted, no cookie is kept, and a host is asked at most two things at once.
 */
export function createOutbound(setup: OutboundOptions): Outbound {
  const { allowedPrivateHosts, userAgent, lookup, timeouts = DEFAULT_TIMEOUTS } = setup
  const connect = createGuardedConnector({ allowedPrivateHosts, lookup, connectTimeout: timeouts.connect })
  const agent = new Agent({ connect, allowH2: false, headersTimeout: 0, bodyTimeout: 0 })
  const closing = new AbortController()
  const queues = new Map<string, Semaphore>()

  async function get(address: string, options: OutboundRequest): Promise<OutboundOutcome> {
    const signal = options.signal ? AbortSignal.any([closing.signal, options.signal]) : closing.signal
    const trip: Trip = { options, signal, timeLeft: timeouts.total }
    const visited = new Set<string>()
    let url = URL.parse(address)
    if (!url) return { kind: 'refused', reason: 'This is not a web address' }

    while (visited.size <= MAX_REDIRECTS) {
      url.hash = ''
      const refusal = refusalOf(url, allowedPrivateHosts)
      if (refusal) return { kind: 'refused', reason: refusal }
      if (visited.has(url.href)) return failed('The server redirects in a circle')
      visited.add(url.href)

      const outcome = await hop(url, trip)
      if (outcome.kind !== 'redirect') return outcome
      url = outcome.to
    }
    return failed(`The server redirected more than ${MAX_REDIRECTS} times`)
  }

  async function hop(url: URL, trip: Trip): Promise<HopOutcome> {
    try {
      return await inTurn(url, trip.signal, () =>
        inTime(trip, (signal) => exchange(url, trip.options, signal)),
      )
    } catch (error) {
      if (trip.signal.aborted) return { kind: 'failed', reason: 'The fetch was stopped', stopped: true }
      if (error instanceof RefusedError) return { kind: 'refused', reason: error.message }
      return failed(failureReason(error))
    }
  }

  /** Waits until fewer than two requests to the host are under way. */
  async function inTurn<T>(url: URL, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const host = hostAndPort(url)
    const queue = queues.get(host) ?? createSemaphore(MAX_PER_HOST)
    queues.set(host, queue)
    try {
      return await queue.run(work, signal)
    } finally {
      if (queue.idle && queues.get(host) === queue) queues.delete(host)
    }
  }

  /** Gives `work` what is left of the trip's time and takes from it what the work has used. */
  async function inTime<T>(trip: Trip, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const began = performance.now()
    const deadline = AbortSignal.timeout(Math.max(0, Math.ceil(trip.timeLeft)))
    try {
      return await work(AbortSignal.any([trip.signal, deadline]))
    } catch (error) {
      if (!deadline.aborted) throw error
      throw new FetchFailure(`The server did not answer within ${timeouts.total / 1000} seconds`)
    } finally {
      trip.timeLeft -= performance.now() - began
    }
  }

  async function exchange(url: URL, options: OutboundRequest, signal: AbortSignal): Promise<HopOutcome> {
    const { etag, lastModified, accept, maxBytes } = options
    const response = await request(url, {
      dispatcher: agent,
      signal,
      headers: {
        'user-agent': userAgent,
        accept,
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

    if (status === 200) {
      const bytes = await readBody(body, { contentEncoding: header('content-encoding'), maxBytes })
      return {
        kind: 'ok',
        status,
        url: url.href,
        bytes,
        contentType: header('content-type'),
        ...cacheHeaders,
      }
    }
    await body.dump({ limit: MAX_DUMPED })
    if (status === 304 && (etag || lastModified))
      return { kind: 'not-modified', url: url.href, ...cacheHeaders }
    const location = header('location')
    if (REDIRECTS.has(status) && location) return redirect(location, url)
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

/** Servers write Location in UTF-8, as browsers expect; HTTP headers are read as Latin-1. */
function redirect(location: string, from: URL): HopOutcome {
  const to = URL.parse(Buffer.from(location, 'latin1').toString('utf8'), from)
  return to ? { kind: 'redirect', to } : failed('The server redirects to something that is not a web address')
}

function failed(reason: string): Failed {
  return { kind: 'failed', reason }
}
