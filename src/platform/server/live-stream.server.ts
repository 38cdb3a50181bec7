import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LIVE_PATH } from '#kernel/paths.ts'
import { networkOf } from '#platform/http/attempt-limit.server.ts'
import { sendText } from '#platform/http/responses.server.ts'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'
import { clientAddress, type TrustedProxies } from '#platform/process/client-address.ts'
import type { RequestHandler } from './http.server.ts'
import { createRecentEvents, eventText } from './recent-events.ts'

/** Spec §9. */
const HEARTBEAT_MS = 25_000
const RETRY_MS = 2_000
/** Merges the changes of a transaction. */
const BATCH_MS = 25
const RECENT_EVENTS = 500
/** Above these, clients receive `reset`. */
const MAX_TAGS = 200
const MAX_MISSED_CHARACTERS = 16 * 1024
/** Excludes the system's buffers. */
const MAX_UNREAD_BYTES = 64 * 1024
const RETRY_AFTER_SECONDS = 60
/** A page's age excludes the time of its stream's request. */
const LATENCY_MS = 2_000

const HEADERS = {
  ...BASE_HEADERS,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Disables nginx's response buffering.
  'x-accel-buffering': 'no',
}

export type LiveStream = ReturnType<typeof createLiveStream>

/**
 * Server-Sent Events (HTML standard, 9.2): `data` is a JSON list of tags; after `reset`, anything may have changed.
 * Streams start after the event Last-Event-ID or `after`, or, if that is of another process, with the last `age`
 * milliseconds.
 *
 * @param options.isAuthorised also decides about the topic; default: everyone
 * @param options.topicOf default: none
 * @param options.maxDurationMs ends streams, so that clients are authorised again
 */
export function createLiveStream(options: {
  trustedProxies: TrustedProxies
  path?: string
  isAuthorised?: (request: IncomingMessage) => Promise<boolean>
  topicOf?: (request: IncomingMessage) => string | undefined
  maxDurationMs?: number
  maxStreams?: number
  maxPerAddress?: number
  heartbeatMs?: number
}) {
  const {
    path: ownPath = LIVE_PATH,
    isAuthorised,
    topicOf,
    maxDurationMs,
    maxStreams = 10_000,
    maxPerAddress = 200,
    heartbeatMs = HEARTBEAT_MS,
  } = options
  const now = () => performance.now()
  const recent = createRecentEvents({ run: randomUUID().slice(0, 8), capacity: RECENT_EVENTS, now })
  const streams = new Map<ServerResponse, IncomingMessage>()
  const byAddress = new Map<string, number>()
  const followers = new Map<string, Set<ServerResponse>>()
  const outcomes = { opened: 0, refused: 0, dropped: 0 }
  let waiting: { tags: Set<string>; at: number; timer: NodeJS.Timeout } | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let isClosed = false
  let rechecking: Promise<void> | undefined
  let isRecheckNeeded = false

  function send(stream: ServerResponse, text: string): void {
    stream.write(text)
    if (stream.writableLength <= MAX_UNREAD_BYTES) return
    outcomes.dropped += 1
    streams.delete(stream)
    stream.destroy()
  }

  function sendAll(text: string): void {
    for (const stream of streams.keys()) send(stream, text)
  }

  function flush(): void {
    if (!waiting) return
    clearTimeout(waiting.timer)
    const { tags, at } = waiting
    waiting = undefined
    sendAll(tags.size > MAX_TAGS ? recent.forget() : recent.add([...tags], at))
  }

  function open(
    address: string,
    request: IncomingMessage,
    response: ServerResponse,
    missed: string | undefined,
  ): void {
    // `close` would not fire again.
    if (response.destroyed) return
    outcomes.opened += 1
    streams.set(response, request)
    byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
    const unfollow = follow(topicOf?.(request), response)
    heartbeat ??= setInterval(sendAll, heartbeatMs, ':\n\n').unref()
    const end =
      maxDurationMs === undefined ? undefined : setTimeout(() => response.end(), maxDurationMs).unref()
    response.on('error', () => {})
    response.on('close', () => {
      clearTimeout(end)
      unfollow()
      streams.delete(response)
      const others = (byAddress.get(address) ?? 1) - 1
      if (others > 0) byAddress.set(address, others)
      else byAddress.delete(address)
      if (streams.size > 0) return
      clearInterval(heartbeat)
      heartbeat = undefined
    })
    response.writeHead(200, HEADERS)
    // Gives the client an ID to reconnect with.
    const beginning = missed === '' ? eventText({ id: recent.lastId, data: '[]' }) : missed
    send(response, `retry: ${RETRY_MS}\n\n${beginning ?? recent.reset()}`)
  }

  /** @returns a function that stops following */
  function follow(topic: string | undefined, response: ServerResponse): () => void {
    if (topic === undefined) return () => {}
    const others = followers.get(topic) ?? new Set()
    followers.set(topic, others.add(response))
    return () => {
      others.delete(response)
      if (others.size === 0 && followers.get(topic) === others) followers.delete(topic)
    }
  }

  async function recheck(open: Iterable<ServerResponse>): Promise<void> {
    await Promise.all(
      Array.from(open, async (stream) => {
        const request = streams.get(stream)
        if (!request || !isAuthorised || (await isAuthorised(request))) return
        flush()
        streams.delete(stream)
        stream.end()
      }),
    )
  }

  const handle: RequestHandler = async (path, request, response) => {
    if (path !== ownPath) return false
    const address = networkOf(clientAddress(request, options.trustedProxies))
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      sendText(response, 405, 'This URL supports only GET and HEAD.')
    } else if (request.headers['sec-fetch-site'] === 'cross-site') {
      // Visitors of other sites would use up the connections.
      sendText(response, 403, 'Only pages of this site may subscribe to changes.')
    } else if (isAuthorised && !(await isAuthorised(request))) {
      sendText(response, 401, 'Only people with access to the admin area may subscribe to these changes.')
    } else if (request.method === 'HEAD') {
      response.writeHead(200, HEADERS).end()
    } else if (isClosed) {
      // Browsers reconnect after RETRY_MS, but not after an error. Another process does not know this ID.
      response
        .writeHead(200, HEADERS)
        .end(`retry: ${RETRY_MS}\n\n${eventText({ id: recent.lastId, data: '[]' })}`)
    } else if (streams.size >= maxStreams || (byAddress.get(address) ?? 0) >= maxPerAddress) {
      outcomes.refused += 1
      response.setHeader('retry-after', RETRY_AFTER_SECONDS)
      sendText(response, 503, 'Too many open streams.')
    } else {
      open(address, request, response, missedEvents(request))
    }
    return true
  }

  function missedEvents({ headers, url = '' }: IncomingMessage): string | undefined {
    flush()
    const parameters = new URLSearchParams(url.slice(url.indexOf('?') + 1))
    // The header is newer than the parameters.
    const lastEventId = headers['last-event-id']?.toString()
    const age = lastEventId ? Number.NaN : Number(parameters.get('age') ?? Number.NaN)
    const after = recent.after(lastEventId || (parameters.get('after') ?? ''))
    const missed = (after ?? recent.within(age + LATENCY_MS))?.join('')
    return missed !== undefined && missed.length <= MAX_MISSED_CHARACTERS ? missed : undefined
  }

  return {
    handle,

    /** Invalidate cached pages first. */
    publish(tags: readonly string[]): void {
      if (isClosed || tags.length === 0) return
      waiting ??= { tags: new Set(), at: 0, timer: setTimeout(flush, BATCH_MS).unref() }
      waiting.at = now()
      for (const tag of tags) waiting.tags.add(tag)
    },

    /** Pages of this moment include the changes up to this event. */
    get lastEventId(): string {
      flush()
      return recent.lastId
    },

    /**
     * Sends an event without an ID, since it is not repeated to clients that missed it.
     *
     * @param data JSON, on one line
     */
    send(topic: string, event: string, data: string): void {
      for (const stream of followers.get(topic) ?? [])
        if (streams.has(stream)) send(stream, `event: ${event}\ndata: ${data}\n\n`)
    },

    reset(): void {
      clearTimeout(waiting?.timer)
      waiting = undefined
      sendAll(recent.forget())
    },

    recheckAuthorisation: () => recheck([...streams.keys()]),

    /** Calls during a check cause one more check. */
    recheckFollowers(): Promise<void> {
      isRecheckNeeded = true
      rechecking ??= (async () => {
        while (isRecheckNeeded) {
          isRecheckNeeded = false
          await recheck([...followers.values()].flatMap((responses) => [...responses]))
        }
      })().finally(() => {
        rechecking = undefined
      })
      return rechecking
    },

    close(): void {
      isClosed = true
      clearTimeout(waiting?.timer)
      clearInterval(heartbeat)
      for (const stream of streams.keys()) {
        if (stream.writableLength > 0) stream.destroy()
        else stream.end()
      }
      streams.clear()
    },

    get metrics() {
      const topics = followers.size
      return { open: streams.size, addresses: byAddress.size, topics, events: recent.size, ...outcomes }
    },
  }
}
