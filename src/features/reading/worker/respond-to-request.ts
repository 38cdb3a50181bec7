import { type Area, areaOf, decodePath } from '#kernel/paths.ts'
import { isUuid } from '#kernel/uuid.ts'
import {
  deleteCopies,
  findCopy,
  imageKey,
  listSavedTitles,
  OFFLINE_PAGE,
  pageKey,
  renderSavedArticles,
  renderUnavailable,
} from './offline-cache.ts'
import type { FetchEvent } from './worker-scope.ts'

/** Afterwards, a cached copy is served. */
const NETWORK_TIMEOUT_MS = 3_000

const NETWORK_ONLY: ReadonlySet<Area> = new Set(['admin', 'admin-api', 'api', 'probe'])

type RequestClass = { kind: 'page' | 'file' | 'image' | 'data'; key: string }

/** Undefined for other hosts, writes, ranges and `NETWORK_ONLY`. */
export function classifyRequest(request: Request, origin: string): RequestClass | undefined {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin || request.headers.has('range')) return undefined
  const path = url.pathname
  const area = areaOf(decodePath(path))
  if (NETWORK_ONLY.has(area)) return undefined
  if (request.mode === 'navigate') return { kind: 'page', key: keyOfPath(path) }
  if (area === 'asset') return { kind: 'file', key: path }
  if (area === 'server-function') return { kind: 'data', key: path + url.search }
  const [, article = ''] = /^\/media\/([^/]+)\//.exec(path) ?? []
  return isUuid(article) ? { kind: 'image', key: imageKey(article) } : undefined
}

/** Copies of articles are found by id, whatever words their addresses have. */
function keyOfPath(path: string): string {
  const [, id = ''] = /^\/article\/([^/]+)\/[^/]+$/.exec(path) ?? []
  return isUuid(id) ? pageKey(id) : path
}

/**
 * Files first from the cache, since their names contain hashes; the rest from the network, the cache, or the
 * offline page.
 */
export async function respondToRequest(event: FetchEvent, { kind, key }: RequestClass): Promise<Response> {
  const found = await findCopy(key)
  const copy = found && kind === 'page' ? atItsAddress(found, event.request.url) : found
  if (kind === 'file') return copy ?? fetch(event.request)
  const network = fetch(event.request)
  // Also after a copy was returned because of a slow network.
  event.waitUntil(network.then((response) => deleteGone(response, kind, key)).catch(() => {}))
  try {
    const response = await (copy ? Promise.race([network, rejectAfter(NETWORK_TIMEOUT_MS)]) : network)
    if (copy && isUnavailable(response)) return copy
    return kind === 'page' && isOfProxy(response) ? await respondWithOfflinePage(response) : response
  } catch (error) {
    if (copy) return copy
    if (kind === 'page') return respondWithOfflinePage(error)
    throw error
  }
}

/** The client finds the page by the words of its address, so that others must redirect, as the server does. */
function atItsAddress(copy: Response, url: string): Response {
  const { pathname, search } = new URL(url)
  const address = copy.headers.get('x-address')
  return address && address !== pathname ? Response.redirect(new URL(address + search, url)) : copy
}

/** A proxy cannot reach the server, or the server its database. Maintenance has its own notice. */
function isUnavailable({ status, headers }: Response): boolean {
  return status >= 502 && status <= 504 && !headers.has('x-maintenance')
}

/** Whether a proxy responded in place of the server, whose own pages have a policy. */
function isOfProxy(response: Response): boolean {
  return isUnavailable(response) && !response.headers.has('content-security-policy')
}

/** Deletes the copies of withdrawn and deleted articles. */
async function deleteGone({ status }: Response, kind: RequestClass['kind'], key: string): Promise<void> {
  if (kind === 'image' || (status !== 404 && status !== 410)) return
  const [id] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(key) ?? []
  if (id) await deleteCopies(id)
}

async function rejectAfter(ms: number): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  throw new Error('The network took too long')
}

/**
 * Adds links to saved articles.
 *
 * @param failure a proxy's response, returned if the page is not cached; an error is thrown
 */
async function respondWithOfflinePage(failure: unknown): Promise<Response> {
  const page = await findCopy(OFFLINE_PAGE)
  const isFromProxy = failure instanceof Response
  if (!page && isFromProxy) return failure
  if (!page) throw failure
  // Headers such as content-length do not match the new text.
  const headers = new Headers()
  for (const name of ['content-type', 'content-security-policy']) {
    const value = page.headers.get(name)
    if (value) headers.set(name, value)
  }
  const html = renderSavedArticles(await page.text(), await listSavedTitles())
  if (!isFromProxy) return new Response(html, { headers })
  return new Response(renderUnavailable(html), { status: failure.status, headers })
}
