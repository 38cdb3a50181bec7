import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { createLowPriorityQueue } from '#platform/concurrency/low-priority-queue.server.ts'
import {
  createRequestQueue,
  OverloadedError,
  type QueueLimits,
} from '#platform/concurrency/request-queue.server.ts'
import { clientNetwork } from '#platform/http/attempt-limit.server.ts'
import { sendText } from '#platform/http/responses.server.ts'
import { addSecurityHeaders } from '#platform/http/security-headers.server.ts'
import { replaceForwarded, type TrustedProxies } from '#platform/process/client-address.ts'
import type { Fetch } from '#platform/render/page-pipeline.server.ts'
import { cachedUnavailablePage } from '#platform/render/unavailable-page.server.ts'
import { createLargeBodies, type LargeBody } from './large-bodies.server.ts'
import { sendPage } from './send-page.server.ts'

export type ApplicationOptions = {
  fetch: Fetch
  /** Signed by this site. */
  hasSession(request: IncomingMessage): Promise<boolean>
  /** Whether the account has access to the admin area; used for limits only. */
  hasStaffSession(request: IncomingMessage): Promise<boolean>
  /** The limits of a request with a session, called only above `MAX_BODY_BYTES`. Null if the body may not be larger. */
  findLargeBody(path: string, request: IncomingMessage): Promise<LargeBody | null>
  /** The application decides which request to the path is next. */
  hasOwnTurns(path: string): boolean
  /** They report the client's address, scheme and host. */
  trustedProxies: TrustedProxies
  /** The ID of the last event of the readers' live stream. */
  lastEventId(): string
}

const VISITOR_LIMITS: QueueLimits = {
  maxRunning: 32,
  maxWaiting: 64,
  maxRunningPerClient: 16,
  maxWaitMs: 2_000,
}
/** Fewer than the database has connections, which they share with the admin area. */
const ACCOUNT_LIMITS: QueueLimits = {
  maxRunning: 8,
  maxWaiting: 512,
  maxRunningPerClient: 4,
  maxWaitMs: 10_000,
}
/** People in an office share an address, and all their pages may load data at once. */
const STAFF_LIMITS: QueueLimits = { ...ACCOUNT_LIMITS, maxRunning: 32, maxRunningPerClient: 16 }
/** Exceeds the number of requests that the application allows to wait. */
const OWN_TURNS_LIMITS: QueueLimits = {
  maxRunning: 256,
  maxWaiting: 0,
  maxRunningPerClient: 64,
  maxWaitMs: 1_000,
}
/** RFC 9110 §15.5.14. */
const MAX_BODY_BYTES = 65_536
const BODY_TIMEOUT_MS = 60_000
const NO_BYTES = Buffer.alloc(0)

/** May take as long as `http.Server.requestTimeout`. */
const largeRequests = new WeakSet<IncomingMessage>()

/**
 * Limits concurrent requests. Visitors cannot take the places of people who are signed in, nor those the places and
 * turns of people with access to the admin area. Receiving a body and sending a response take no place. The application
 * starts once the body has arrived, so that it holds nothing that others wait for; a streamed body has limits of its own.
 */
export function createApplicationHandler(options: ApplicationOptions) {
  const visitors = createRequestQueue(VISITOR_LIMITS)
  const accounts = createRequestQueue(ACCOUNT_LIMITS)
  const staff = createRequestQueue(STAFF_LIMITS)
  const ownTurns = createRequestQueue(OWN_TURNS_LIMITS)
  const largeBodies = createLargeBodies()
  const startTurn = createLowPriorityQueue()
  const startStaffTurn = createLowPriorityQueue()
  const startRejection = createLowPriorityQueue()

  async function chooseQueue(path: string, request: IncomingMessage, hasSession: boolean) {
    if (options.hasOwnTurns(path) && request.method === 'POST') return ownTurns
    if (!hasSession) return visitors
    return (await options.hasStaffSession(request)) ? staff : accounts
  }

  return async function passToApplication(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
    isKnownSession?: boolean,
  ): Promise<void> {
    const { trustedProxies } = options
    if (request.headers['transfer-encoding']) return sendText(response, 411, 'Content-Length is required.')
    const hasSession = isKnownSession ?? (await options.hasSession(request))
    const queue = await chooseQueue(path, request, hasSession)
    const client = clientNetwork(request, trustedProxies)
    const enqueue = <T>(work: () => Promise<T>) => queue.run(client, work)
    const size = Number(request.headers['content-length'] ?? 0)
    const isLarge = size > MAX_BODY_BYTES
    replaceForwarded(request, trustedProxies)
    const received = new NodeRequest({ req: request, res: response, trustProxy: trustedProxies !== 0 })
    try {
      if (isLarge) {
        const body = hasSession ? await enqueue(() => options.findLargeBody(path, request)) : null
        if (!body || size > body.maxBytes) return sendText(response, 413, 'The request body is too large.')
        largeRequests.add(request)
        return await largeBodies.receive(request, body, () =>
          body.isStreamed ? send(() => options.fetch(received)) : receiveAndPass(),
        )
      }
      await receiveAndPass()
    } catch (error) {
      if (!(error instanceof OverloadedError)) throw error
      // Clients that repeat rejected requests at once would otherwise take all processor time.
      await new Promise<void>((resolve) => startRejection(request.socket, resolve))
      const page = await cachedUnavailablePage('overload', { reloads: request.method === 'GET' })
      await sendPage(page, request, response, {
        lastEventId: options.lastEventId(),
        // The response has it already.
        strictTransport: undefined,
      })
    }

    async function receiveAndPass(): Promise<void> {
      await readBody(request)
      await send(() =>
        enqueue(async () => {
          const start = queue === staff ? startStaffTurn : startTurn
          await new Promise<void>((resolve) => start(request.socket, resolve))
          return options.fetch(received)
        }),
      )
    }

    async function send(respond: () => Response | Promise<Response>): Promise<void> {
      await sendNodeResponse(response, await addSecurityHeaders(respond))
    }
  }
}

/** Closes connections of slow clients. */
export function limitBodyTime(request: IncomingMessage): void {
  if (!hasBody(request)) return
  const timer = setTimeout(
    () => request.complete || largeRequests.has(request) || request.destroy(),
    BODY_TIMEOUT_MS,
  )
  request.once('close', () => clearTimeout(timer))
}

/** srvx would read it only when the request has a place. */
async function readBody(request: IncomingMessage): Promise<void> {
  if (hasBody(request)) Object.assign(request, { rawBody: await buffer(request) })
  // srvx would consider the client disconnected.
  else Object.assign(request, { complete: true, rawBody: NO_BYTES })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}
