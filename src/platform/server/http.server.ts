import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as pollEvents } from 'node:timers/promises'
import { areaOf, SERVER_FUNCTION_PREFIX, withoutLastSlashes } from '#kernel/paths.ts'
import type { CachedPage } from '#platform/cache/cached-page.server.ts'
import type { PageCache } from '#platform/cache/page-cache.server.ts'
import { createLowPriorityQueue } from '#platform/concurrency/low-priority-queue.server.ts'
import { isConnectionLoss } from '#platform/errors/is-connection-loss.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { clientNetwork } from '#platform/http/attempt-limit.server.ts'
import { keepQuery } from '#platform/http/keep-query.ts'
import { isPage, type PageParameters, pageKey, pageRequest } from '#platform/http/page-key.server.ts'
import { readRequestTarget } from '#platform/http/request-headers.server.ts'
import { sendText } from '#platform/http/responses.server.ts'
import { strictTransport } from '#platform/http/security-headers.server.ts'
import { RETRY_AFTER } from '#platform/render/unavailable-page.server.ts'
import {
  type ApplicationOptions,
  createApplicationHandler,
  limitBodyTime,
} from './application-requests.server.ts'
import type { HostDecision, HostGate } from './host-gate.server.ts'
import type { MaintenanceGate } from './maintenance-gate.server.ts'
import { sendPage } from './send-page.server.ts'

/** @returns false if the request is not its own */
export type RequestHandler = (
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<boolean>

export type HttpOptions = ApplicationOptions & {
  cache: PageCache
  /** `client` is undefined if unknown. */
  renderPage(request: Request, client: string | undefined): ReturnType<Parameters<PageCache['render']>[1]>
  hosts: HostGate
  includeSubDomains: boolean
  maintenance: MaintenanceGate
  pageParameters: PageParameters
  /** Whether readers without JavaScript can submit a form to the path. */
  acceptsForm(path: string): boolean
  /** Run first, for any host. */
  probes: readonly RequestHandler[]
  /** Run before pages, even during maintenance. */
  handlers: readonly RequestHandler[]
  isLowPriority?(path: string): boolean
  count(outcome: 'hit' | 'not-modified' | 'miss' | 'pass'): void
  /** Called for requests that are not answered from memory, to measure their duration. */
  timeRequest?(path: string, response: ServerResponse): void
  onError(error: unknown): void
  /** Called after an error, to choose between 500 and 503. */
  isDatabaseUnavailable(): Promise<boolean>
  /** Clients should open new connections, to another server. */
  isDraining?(): boolean
  /** Whether this process knows of all changes. If not, a CDN must not store its responses. By default, it does. */
  isCurrent?(): boolean
}

const CLOSE_TIMEOUT_MS = 3_000
const SWEEP_INTERVAL_MS = 50
/** Clients open connections in advance, which Node.js does not count as idle. Their first request may be on its way. */
const UNUSED_CONNECTION_MS = 1_000
const SHORT_TURN_MS = 1
const MAX_ACCEPT_MS = 2_000
/** A longer turn counts as this long: a paused process has accepted no connection. */
const MAX_TURN_MS = 50
const MAX_URL_LENGTH = 4096
const UNAVAILABLE = 'The server cannot reach its database. Try again in a few seconds.'
/** Error codes of requests whose connection was closed. */
const CLOSED_CODES = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']
const HEADERS_TIMEOUT_MS = 60_000
/** 50 MB at 700 kbit/s. */
const REQUEST_TIMEOUT_MS = 600_000

/** Handles requests like `createHttpServer`, but without the timeouts of a server. */
export function createRequestListener(options: HttpOptions): RequestListener {
  const { cache, count, hosts, maintenance, isLowPriority } = options
  const runLowPriority = createLowPriorityQueue()
  const runUncached = createLowPriorityQueue()
  const handleByApplication = createApplicationHandler(options)
  const strictHeader = strictTransport(options.includeSubDomains)
  const isCurrent = options.isCurrent ?? (() => true)

  /** For documents only: pages that refresh their data expect the latest. */
  const renew = (key: string) => options.renderPage(pageRequest(key), undefined)
  const acceptsForm = ({ method }: IncomingMessage, path: string) =>
    method === 'POST' && options.acceptsForm(path)

  const passToApplication: typeof handleByApplication = (...received) => {
    count('pass')
    return handleByApplication(...received)
  }

  async function respond(
    url: string,
    decision: HostDecision,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const lastEventId = options.lastEventId()
    if (url.length > MAX_URL_LENGTH) return sendText(response, 414, 'The URL is too long.')
    const target = readRequestTarget(url)
    if (!target) return sendText(response, 400, 'The URL is invalid.')
    request.url = target.path + target.query
    for (const probe of options.probes) if (await probe(target.path, request, response)) return
    if (decision.kind === 'reject') return sendText(response, decision.status, decision.reason)
    const strictTransport = decision.isStrict ? strictHeader : undefined
    if (strictTransport) response.setHeader(...strictTransport)
    if (decision.kind === 'redirect') {
      // A redirect would hide that the request was not encrypted (OWASP ASVS 5.0, 4.1.2).
      const isUpgrade = decision.origin.startsWith('https:') && hosts.isPlainHttp(request)
      if (isUpgrade && isApiPath(target.name))
        return sendText(response, 403, `Use https: send the request to ${decision.origin}`)
      return redirect(response, decision.origin + request.url)
    }
    for (const handle of options.handlers) if (await handle(target.path, request, response)) return
    // The client's router would replace such an address during hydration.
    if (url.startsWith('//') && isRead(request)) return redirect(response, request.url)
    if (maintenance.isClosed(target.name)) {
      if (await maintenance.admits(request)) return passToApplication(target.path, request, response)
      const notice = await maintenance.notice(target.name)
      return sendPage(notice, request, response, { lastEventId, strictTransport })
    }
    // The router's own redirect loses the query: pages are rendered without most parameters.
    if (isRead(request) && isPage(target.name) && target.path.length > 1 && target.path.endsWith('/'))
      return redirect(response, withoutLastSlashes(target.path) + target.query)
    if (!isRead(request) && isPage(target.name) && !acceptsForm(request, target.name)) {
      response.setHeader('allow', options.acceptsForm(target.name) ? 'GET, HEAD, POST' : 'GET, HEAD')
      return sendText(response, 405, 'Method not allowed.')
    }
    const hasSession = isCall(target.name) ? await options.hasSession(request) : undefined
    const key = isRead(request) && !hasSession ? pageKey(target, request, options.pageParameters) : undefined
    if (!key) return passToApplication(target.path, request, response, hasSession)
    if (!cache.get(key)) await new Promise<void>((resolve) => runUncached(request.socket, resolve))
    if (request.socket.destroyed) return
    const stored = cache.get(key)
    if (stored && !redirectWithQuery(stored, target.query, response))
      return await sendPage(stored, request, response, { lastEventId, strictTransport, isCurrent, count })
    if (stored) return count('hit')
    count('miss')
    const client = clientNetwork(request, options.trustedProxies)
    const page = await cache.render(key, () => options.renderPage(pageRequest(key), client))
    const stale = page.status === 503 ? cache.getStale(key) : undefined
    if (stale) response.setHeader('cache-status', staleStatus(stale.staleMs))
    if (redirectWithQuery(stale?.page ?? page, target.query, response)) return
    await sendPage(stale?.page ?? page, request, response, { lastEventId, strictTransport, isCurrent })
  }

  async function fail(response: ServerResponse, error: unknown): Promise<void> {
    // The client disconnected, or was too slow; the application gets an AbortError.
    const { code, name } = error as NodeJS.ErrnoException
    const isClosed = response.destroyed || response.req.destroyed
    if (isClosed && (CLOSED_CODES.includes(code ?? '') || name === 'AbortError')) return
    options.onError(error)
    if (response.headersSent) return void response.destroy()
    // The database may respond again by now.
    const isUnavailable = isConnectionLoss(error) || (await options.isDatabaseUnavailable())
    if (!isUnavailable) return sendText(response, 500, 'Something went wrong.')
    response.setHeader('retry-after', RETRY_AFTER)
    sendText(response, 503, UNAVAILABLE)
  }

  function handleRequest(url: string, request: IncomingMessage, response: ServerResponse): void {
    const decision = hosts.decide(request)
    if (
      decision.kind === 'serve' &&
      !maintenance.isOn &&
      isRead(request) &&
      !url.startsWith(SERVER_FUNCTION_PREFIX)
    ) {
      const page = cache.get(url, renew)
      if (page) {
        const strictTransport = decision.isStrict ? strictHeader : undefined
        const lastEventId = options.lastEventId()
        const sent = sendPage(page, request, response, { lastEventId, strictTransport, isCurrent, count })
        return void sent?.catch((error) => fail(response, error))
      }
    }
    options.timeRequest?.(url, response)
    respond(url, decision, request, response).catch((error) => fail(response, error))
  }

  return (request, response) => {
    const url = request.url ?? '/'
    limitBodyTime(request)
    if (isLowPriority?.(url)) runLowPriority(request.socket, () => handleRequest(url, request, response))
    else handleRequest(url, request, response)
  }
}

export function createHttpServer(options: HttpOptions): Server {
  const handle = createRequestListener(options)
  // Events of empty bodies would take a tenth of the time of sending a cached page.
  const server = createServer({ optimizeEmptyRequests: true }, (request, response) => {
    if (shouldCloseConnection(server, options.isDraining?.())) response.setHeader('connection', 'close')
    handle(request, response)
  })
  const connections = new Map<Socket, number>()
  connectionsOf.set(server, connections)
  server.on('connection', (socket) => {
    connections.set(socket, performance.now())
    socket.once('close', () => connections.delete(socket))
  })
  // Earlier errors are reported by `listen`.
  server.on('error', (error) => server.listening && options.onError(error))
  server.keepAliveTimeout = 65_000
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  // For clients that do not read responses.
  server.timeout = 120_000
  return server
}

/**
 * Checks that `listen` will succeed, for a start that does much before it listens.
 *
 * @throws StartupError when the port is in use or not permitted
 */
export async function requireFreePort(port: number, host: string | undefined): Promise<void> {
  const server = createServer()
  await listen(server, port, host)
  server.close()
  await once(server, 'close')
}

/** @throws StartupError when the port is in use or not permitted */
export async function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject).listen(port, host, listening.resolve)
  try {
    await listening.promise
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartupError(
        `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
      )
    if (code === 'EACCES')
      throw new StartupError(`Port ${port} needs administrator privileges. Set PORT to a port above 1023.`)
    throw new StartupError(`Cannot listen at ${host ?? ''}:${port} (${message}). Check HOST and PORT.`)
  }
}

/**
 * @param options.timeoutMs for pending requests
 * @param options.idleMs for idle connections: a proxy may send a request before it notices the shutdown
 */
export async function closeServer(
  server: Server,
  { timeoutMs = CLOSE_TIMEOUT_MS, idleMs = 0 }: { timeoutMs?: number; idleMs?: number } = {},
): Promise<void> {
  await acceptPendingConnections(server)
  const closed = new Promise<true>((resolve) => server.once('close', () => resolve(true)))
  // http.Server's own method also closes idle connections.
  NetServer.prototype.close.call(server)
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs)
  let nextSweepMs = idleMs
  while (!(await Promise.race([closed, delay(nextSweepMs, false)]))) {
    // Otherwise an unread request is lost.
    await pollEvents()
    server.closeIdleConnections()
    closeUnusedConnections(server)
    nextSweepMs = SWEEP_INTERVAL_MS
  }
  clearTimeout(cut)
}

/** The open connections of a server, and when each was opened. */
const connectionsOf = new WeakMap<Server, Map<Socket, number>>()

function closeUnusedConnections(server: Server): void {
  const newest = performance.now() - UNUSED_CONNECTION_MS
  for (const [socket, at] of connectionsOf.get(server) ?? [])
    if (socket.bytesRead === 0 && at < newest) socket.destroy()
}

const acceptingLast = new WeakSet<Server>()

function shouldCloseConnection(server: Server, isDraining = false): boolean {
  return !server.listening || (isDraining && !acceptingLast.has(server))
}

/**
 * Closing the listener resets connections that wait to be accepted. Resolves right after a short turn of the event loop
 * in which none was waiting, so that hardly any can have arrived since.
 *
 * Until then, responses keep connections open: Node.js accepts one per turn, so there would always be new ones waiting.
 */
async function acceptPendingConnections(server: Server): Promise<void> {
  let isPending = false
  const onConnection = () => {
    isPending = true
  }
  server.on('connection', onConnection)
  acceptingLast.add(server)
  let elapsedMs = 0
  let turnMs: number
  do {
    isPending = false
    const started = performance.now()
    await pollEvents()
    turnMs = performance.now() - started
    elapsedMs += Math.min(turnMs, MAX_TURN_MS)
  } while ((isPending || turnMs > SHORT_TURN_MS) && elapsedMs < MAX_ACCEPT_MS)
  acceptingLast.delete(server)
  server.off('connection', onConnection)
}

/** Paths that programs request, not people. */
function isApiPath(path: string): boolean {
  return ['api', 'admin-api', 'server-function'].includes(areaOf(path))
}

function isCall(path: string): boolean {
  return areaOf(path) === 'server-function'
}

/** 308 preserves method and body (RFC 9110 §15.4.9). */
function redirect(response: ServerResponse, location: string, status = 308): void {
  response.setHeader('location', location)
  sendText(response, status, `See ${location}`)
}

/** Pages are rendered without most parameters. @returns false if it is not a redirect, or there is no query to keep */
function redirectWithQuery(
  { status, headers }: CachedPage,
  query: string,
  response: ServerResponse,
): boolean {
  if (!query || status < 300 || status > 399) return false
  const location = headers[headers.indexOf('location') + 1] ?? ''
  redirect(response, keepQuery(location, query), status)
  return true
}

/** RFC 9211: a negative ttl is how long the page has been stale. */
function staleStatus(staleMs: number): string {
  return `Masthead; hit; ttl=-${Math.ceil(staleMs / 1_000)}; detail=unavailable`
}

export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}
