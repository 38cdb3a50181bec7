import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { toNodeHandler } from 'srvx/node'
import { type Area, areaOf, SERVER_FUNCTION_PREFIX } from '#kernel/paths.ts'
import type { Body, CachedPage } from '#platform/pages/cached-page.server.ts'
import type { PageCache } from '#platform/pages/page-cache.server.ts'
import type { Fetch } from '#platform/pages/page-renderer.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { chooseEncoding } from './accept-encoding.ts'
import { replaceForwardedFor } from './client-address.ts'
import type { HostDecision, HostGate } from './host-gate.server.ts'
import { createLowPriorityQueue } from './low-priority-queue.server.ts'
import type { MaintenanceGate } from './maintenance-gate.server.ts'
import { matchesEtag } from './matches-etag.ts'
import { rawHeader } from './raw-header.ts'
import { type RequestTarget, readRequestTarget } from './request-target.ts'
import { STRICT_TRANSPORT, secured } from './security-headers.server.ts'
import { strictPage } from './strict-page.server.ts'
import { sendText } from './text-response.server.ts'

/** A part of the site that answers some requests by itself: static files, images, health. False when not its own. */
export type RequestHandler = (
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<boolean>

export type HttpOptions = {
  cache: PageCache
  /** Renders a reader's page; the request carries nothing personal. */
  renderPage(request: Request): ReturnType<Parameters<PageCache['render']>[1]>
  /** Everything else: writes, server routes, and what is not the same for everybody. */
  fetch: Fetch
  /** Which hosts the site answers for. */
  hosts: HostGate
  /** Who may bring more than readers do; asked only for such a request. */
  mayUploadLargeBody(request: IncomingMessage): Promise<boolean>
  /** Who is let in while the site is under maintenance. */
  maintenance: MaintenanceGate
  /** Whether a proxy in front may say which address and scheme the reader used. */
  trustProxy: boolean
  /**
   * The query parameters that pages read, and whether a value of one means something on the page of that path. Any other
   * parameter or value would only make copies of the same page.
   */
  pageParameters: ReadonlyMap<string, (value: string, path: string) => boolean>
  /** Whether a form may be sent to the page of that path, for readers without JavaScript. */
  acceptsForm(path: string): boolean
  /** Asked first, whatever the host: who watches over a process asks its address. */
  probes: readonly RequestHandler[]
  /** Asked in order before a page is rendered, under maintenance as well. */
  handlers: readonly RequestHandler[]
  /** Whether the answer to a request of that path is one that nobody waits for. Pages go first. */
  isLowPriority?(path: string): boolean
  count(outcome: 'hit' | 'not-modified' | 'miss' | 'pass'): void
  onError(error: unknown): void
}

const CLOSE_GRACE_MS = 3_000
/** The longest URL that is looked at. */
const MAX_URL_LENGTH = 4096
/** The most bytes that a request may bring (RFC 9110 §15.5.14): readers' forms and calls are small. */
const MAX_BODY_BYTES = 65_536
/** The same for who is let bring much: articles and images. */
const MAX_UPLOAD_BYTES = 12 * 1024 * 1024
/** Areas whose responses depend on the requester, or are no pages. */
const NEVER_CACHED: ReadonlySet<Area> = new Set(['office', 'office-api', 'api', 'email-link'])

/** The listener: stored pages first, straight from memory to the socket, then everything else. */
export function createHttpServer(options: HttpOptions): Server {
  const { cache, count, hosts, maintenance, isLowPriority } = options
  const runLowPriority = createLowPriorityQueue()
  const answerWhole = (request: Request) => secured(() => options.fetch(request))
  const pass = toNodeHandler(answerWhole, { trustProxy: options.trustProxy }) as (
    request: IncomingMessage,
    response: ServerResponse,
  ) => unknown

  const acceptsForm = ({ method }: IncomingMessage, path: string) =>
    method === 'POST' && options.acceptsForm(path)

  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // What reads a body holds the whole of it in memory.
    if (request.headers['transfer-encoding'])
      return sendText(response, 411, 'The length of what is sent must be said.')
    const size = Number(request.headers['content-length'] ?? 0)
    if (size > MAX_UPLOAD_BYTES || (size > MAX_BODY_BYTES && !(await options.mayUploadLargeBody(request))))
      return sendText(response, 413, 'That is more than is taken here.')
    count('pass')
    replaceForwardedFor(request, options.trustProxy)
    await pass(request, response)
  }

  async function answer(
    url: string,
    verdict: HostDecision,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (url.length > MAX_URL_LENGTH) return sendText(response, 414, 'The address is too long.')
    const target = readRequestTarget(url)
    if (!target) return sendText(response, 400, 'The address is not right.')
    request.url = target.path + target.query
    for (const probe of options.probes) if (await probe(target.path, request, response)) return
    if (verdict.kind === 'refuse') return sendText(response, verdict.status, verdict.reason)
    if (verdict.kind === 'redirect') return redirect(response, verdict.origin + request.url)
    if (verdict.isStrict) response.setHeader(...STRICT_TRANSPORT)
    for (const handle of options.handlers) if (await handle(target.path, request, response)) return
    if (maintenance.isClosed(target.name)) {
      if (await maintenance.admits(request)) return passOn(request, response)
      return send(await maintenance.notice(target.name), request, response)
    }
    if (!reads(request) && isPage(target.name) && !acceptsForm(request, target.name)) {
      response.setHeader('allow', options.acceptsForm(target.name) ? 'GET, HEAD, POST' : 'GET, HEAD')
      return sendText(response, 405, 'There is nothing that this could do here.')
    }
    const key = reads(request) ? pageKey(target, request, options.pageParameters) : undefined
    if (!key) return passOn(request, response)
    const stored = cache.get(key)
    if (stored) return await send(stored, request, response, count)
    count('miss')
    const page = await cache.render(key, () => options.renderPage(pageRequest(key)))
    // Yesterday's page beats none while the database is away.
    await send((page.status === 503 && cache.getStale(key)) || page, request, response)
  }

  function fail(response: ServerResponse, error: unknown): void {
    // Who goes away in the middle of sending something is no fault of ours.
    if ((error as NodeJS.ErrnoException)?.code === 'ECONNRESET' && response.destroyed) return
    options.onError(error)
    if (response.headersSent) response.destroy()
    else sendText(response, 500, 'Something went wrong.')
  }

  function listenTo(url: string, request: IncomingMessage, response: ServerResponse): void {
    const verdict = hosts.judge(request)
    if (
      verdict.kind === 'serve' &&
      !maintenance.isOn &&
      reads(request) &&
      !url.startsWith(SERVER_FUNCTION_PREFIX)
    ) {
      const page = cache.get(url)
      if (page) {
        const sent = send(verdict.isStrict ? strictPage(page) : page, request, response, count)
        return void sent?.catch((error) => fail(response, error))
      }
    }
    answer(url, verdict, request, response).catch((error) => fail(response, error))
  }

  const server = createServer((request, response) => {
    const url = request.url ?? '/'
    if (isLowPriority?.(url)) runLowPriority(request.socket, () => listenTo(url, request, response))
    else listenTo(url, request, response)
  })
  server.keepAliveTimeout = 65_000
  server.requestTimeout = 60_000
  // Who does not read what was asked for gives the memory back.
  server.timeout = 120_000
  return server
}

/** Listens. @throws StartupError when the port is taken or not ours to take */
export async function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject).listen(port, host, listening.resolve)
  try {
    await listening.promise
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartupError(`Port ${port} is in use. Stop what uses it, or set PORT to another.`)
    if (code === 'EACCES')
      throw new StartupError(`Port ${port} may not be opened by this user. Set PORT to one above 1023.`)
    throw new StartupError(`Cannot listen at ${host ?? ''}:${port} (${message}). Check HOST and PORT.`)
  }
}

/** Takes no more requests, lets those under way finish for a moment, and then cuts them. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // A browser's connection is idle only once its answer is done.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

/** With the method and body as they are (RFC 9110 §15.4.9), and kept by nobody: the settings may change. */
function redirect(response: ServerResponse, location: string): void {
  response.setHeader('location', location)
  sendText(response, 308, `See ${location}`)
}

/** Sends a page at once; where its body in the wanted encoding has yet to be made, the promise is of that. */
function send(
  page: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
  count?: HttpOptions['count'],
): Promise<void> | undefined {
  if (page.status === 200 && matchesEtag(rawHeader(request, 'if-none-match'), page.etag)) {
    count?.('not-modified')
    response.writeHead(304, page.notModifiedHeaders).end()
    return undefined
  }
  count?.('hit')
  const encoding = chooseEncoding(rawHeader(request, 'accept-encoding'))
  const body = page.bodies[encoding]
  if (!body) return page.make(encoding).then((made) => write(page.status, made, request, response))
  write(page.status, body, request, response)
  return undefined
}

function write(status: number, body: Body, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(status, body.headers)
  if (request.method === 'HEAD') response.end()
  else response.end(body.bytes)
}

function reads({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Whether the path (decoded) is one of a reader's page, or of a feed or file that is stored like one. */
function isPage(name: string): boolean {
  const area = areaOf(name)
  return !NEVER_CACHED.has(area) && area !== 'server-function'
}

/** Under which key a page is stored, or undefined for what is not the same for everybody. */
function pageKey(
  { path, name, query }: RequestTarget,
  request: IncomingMessage,
  parameters: HttpOptions['pageParameters'],
): string | undefined {
  const area = areaOf(name)
  if (NEVER_CACHED.has(area)) return undefined
  const given = new URLSearchParams(query)
  if (area === 'server-function') {
    if (!isAnonymousCall(request)) return undefined
    const payload = given.get('payload')
    return payload === null ? path : `${path}?payload=${encodeURIComponent(payload)}`
  }
  const kept = [...parameters].flatMap(([parameter, isMeant]) => {
    const value = given.get(parameter)
    return value && isMeant(value, name) ? [`${parameter}=${encodeURIComponent(value)}`] : []
  })
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path
}

/** Whether a script of our own pages calls a server function for a reader who has not signed in. */
function isAnonymousCall({ headers }: IncomingMessage): boolean {
  const isOurs = headers['sec-fetch-site'] === 'same-origin' && headers['x-tsr-serverfn'] === 'true'
  return isOurs && !headers.cookie && !headers.authorization
}

/** The request that a page is rendered for: nothing in it comes from the one who happened to ask first. */
function pageRequest(key: string): Request {
  const headers: HeadersInit = key.startsWith(SERVER_FUNCTION_PREFIX)
    ? { accept: 'application/json', 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' }
    : { accept: 'text/html' }
  return new Request(siteOrigin() + key, { headers })
}
