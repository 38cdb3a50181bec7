import { type Area, areaOf, decodePath } from '#kernel/paths.ts'
import { isUuid } from '#kernel/uuid.ts'
import { imageKey, OFFLINE_PAGE, savedCopy, savedTitles } from './saved-copies.ts'
import { withSavedArticles } from './saved-section.ts'
import type { FetchEvent } from './worker-scope.ts'

/** How long the network may take where a copy is at hand. */
const PATIENCE_MS = 3_000

/** Areas whose requests always go to the network. */
const NOT_ANSWERED: ReadonlySet<Area> = new Set(['office', 'office-api', 'api', 'probe'])

/** What a request is to the worker; everything else, and all that is personal, goes its way as if there were none. */
type Kind = { kind: 'page' | 'file' | 'image' | 'data'; key: string }

/**
 * Whether the worker answers a request, and by which key a copy of the answer would be kept. Never for other hosts,
 * writes, parts of files, the back office, calls, the live stream and the site's own figures.
 */
export function kindOf(request: Request, origin: string): Kind | undefined {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin || request.headers.has('range')) return undefined
  const path = url.pathname
  const area = areaOf(decodePath(path))
  if (NOT_ANSWERED.has(area)) return undefined
  if (request.mode === 'navigate') return { kind: 'page', key: path }
  if (area === 'asset') return { kind: 'file', key: path }
  if (area === 'server-function') return { kind: 'data', key: path + url.search }
  const [, article = ''] = /^\/media\/([^/]+)\//.exec(path) ?? []
  return isUuid(article) ? { kind: 'image', key: imageKey(article) } : undefined
}

/** Files by name never change: the copy first. Everything else: the network first, then the copy, then the offline page. */
export async function answerRequest(event: FetchEvent, { kind, key }: Kind): Promise<Response> {
  const copy = await savedCopy(key)
  if (kind === 'file') return copy ?? fetch(event.request)
  const network = fromNetwork(event)
  // When the copy was faster, nobody waits for the network any more.
  network.catch(() => {})
  try {
    return await (copy ? Promise.race([network, after(PATIENCE_MS)]) : network)
  } catch (error) {
    if (copy) return copy
    if (kind === 'page') return offlinePage(error)
    throw error
  }
}

async function fromNetwork(event: FetchEvent): Promise<Response> {
  const preload = event.preloadResponse
  event.waitUntil(Promise.resolve(preload).catch(() => {}))
  return (await preload) ?? fetch(event.request)
}

async function after(ms: number): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  throw new Error('The network took too long')
}

/** The stored offline page with the articles that can be read. @throws `error` where even that was not stored */
async function offlinePage(error: unknown): Promise<Response> {
  const page = await savedCopy(OFFLINE_PAGE)
  if (!page) throw error
  // The page's own policy stays with it; what describes the transfer does not fit the new text.
  const headers = new Headers()
  for (const name of ['content-type', 'content-security-policy']) {
    const value = page.headers.get(name)
    if (value) headers.set(name, value)
  }
  return new Response(withSavedArticles(await page.text(), await savedTitles()), { headers })
}
