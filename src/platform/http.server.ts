import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { toNodeHandler } from 'srvx/node'
import { chooseEncoding } from './accept-encoding.ts'
import type { PageCache } from './page-cache.server.ts'
import type { Fetch } from './page-renderer.server.ts'
import { siteOrigin } from './site-origin.server.ts'
import { StartupError } from './startup-error.ts'
import type { StoredPage } from './stored-page.server.ts'

/** A part of the site that answers some requests by itself: static files, pictures, health. False when not its own. */
export type RequestHandler = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>

export type HttpOptions = {
  cache: PageCache
  /** Renders a reader's page; the request carries nothing personal. */
  renderPage(request: Request): ReturnType<Parameters<PageCache['render']>[1]>
  /** Everything else: writes, server routes, and what is not the same for everybody. */
  fetch: Fetch
  /** Asked in order before a page is rendered. */
  handlers: readonly RequestHandler[]
  count(outcome: 'hit' | 'not-modified' | 'miss' | 'pass'): void
  onError(error: unknown): void
}

const CLOSE_GRACE_MS = 3_000
/** The longest URL that is looked at. */
const LONGEST_URL = 4096
/** Query parameters that pages read. Any other would only make copies of the same page. */
const PAGE_PARAMETERS = ['before']
/** Their answers depend on who asks, or are not pages. */
const NOT_PAGES = /^\/(api|functions|admin)(\/|$)/

/** The listener: stored pages first, straight from memory to the socket, then everything else. */
export function createHttpServer(options: HttpOptions): Server {
  const { cache, count } = options
  const pass = toNodeHandler(options.fetch)

  async function answer(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = url.split('?', 1)[0] ?? url
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (url.length > LONGEST_URL) return plain(response, 414, 'The address is too long.')
    for (const handle of options.handlers) if (await handle(path, request, response)) return
    const key = reads ? pageKey(path, url, request) : undefined
    if (!key) {
      count('pass')
      return void (await pass(request as Parameters<typeof pass>[0], response as Parameters<typeof pass>[1]))
    }
    const stored = key === url ? undefined : cache.get(key)
    if (stored) return send(stored, request, response, count)
    count('miss')
    const page = await cache.render(key, () => options.renderPage(pageRequest(siteOrigin() + key, request)))
    send(page, request, response)
  }

  const server = createServer((request, response) => {
    const url = request.url ?? '/'
    if (request.method === 'GET' || request.method === 'HEAD') {
      const page = cache.get(url)
      if (page) return send(page, request, response, count)
    }
    answer(url, request, response).catch((error) => {
      options.onError(error)
      if (response.headersSent) response.destroy()
      else plain(response, 500, 'Something went wrong.')
    })
  })
  server.keepAliveTimeout = 65_000
  server.requestTimeout = 60_000
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
    if (code === 'EADDRINUSE') throw new StartupError(`Port ${port} is in use. Stop what uses it, or set PORT to another.`)
    if (code === 'EACCES') throw new StartupError(`Port ${port} may not be opened by this user. Set PORT to one above 1023.`)
    throw new StartupError(`Cannot listen at ${host ?? ''}:${port} (${message}). Check HOST and PORT.`)
  }
}

/** Takes no more requests, lets those under way finish for a moment, and then cuts them. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
  await closed
  clearTimeout(cut)
}

function send(
  page: StoredPage,
  request: IncomingMessage,
  response: ServerResponse,
  count?: HttpOptions['count'],
): void {
  const validator = request.headers['if-none-match']
  if (validator !== undefined && page.status === 200 && matches(validator, page.etag)) {
    count?.('not-modified')
    response.writeHead(304, page.notModifiedHeaders).end()
    return
  }
  count?.('hit')
  const body = page.bodies[chooseEncoding(request.headers['accept-encoding'])]
  response.writeHead(page.status, body.headers)
  if (request.method === 'HEAD') response.end()
  else response.end(body.bytes)
}

/** If-None-Match compares weakly (RFC 9110 §13.1.2). */
function matches(validator: string, etag: string): boolean {
  if (validator === '*') return true
  const wanted = etag.replace('W/', '')
  return validator.split(',').some((one) => one.trim().replace('W/', '') === wanted)
}

/** Under which key a page is stored, or undefined for what is not the same for everybody. */
function pageKey(path: string, url: string, request: IncomingMessage): string | undefined {
  if (NOT_PAGES.test(path)) return undefined
  // What the browser loads when it navigates by itself; with a cookie it may be somebody's own.
  if (path.startsWith('/_serverFn/')) return request.headers.cookie ? undefined : url
  const query = new URLSearchParams(url.slice(path.length))
  const kept = PAGE_PARAMETERS.flatMap((name) => {
    const value = query.get(name)
    return value ? [`${name}=${encodeURIComponent(value)}`] : []
  })
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path
}

/** The request that a page is rendered for: no cookie and no Host of the one who happened to ask first. */
function pageRequest(url: string, request: IncomingMessage): Request {
  const forwarded = ['accept', 'x-tsr-serverfn', 'sec-fetch-site', 'origin', 'referer'] as const
  const headers = new Headers()
  for (const name of url.includes('/_serverFn/') ? forwarded : []) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  if (!headers.has('accept')) headers.set('accept', 'text/html')
  return new Request(url, { headers })
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text)
}
