import type { SavedArticle } from '../rules/saved-article.ts'
import {
  deleteAllExcept,
  deleteOldFiles,
  deleteReadingList,
  findCopy,
  imageKey,
  OFFLINE_PAGE,
  openFileCache,
  openOfflineCache,
  openReadingListCache,
  pageKey,
  READING_LIST,
  readIndex,
  writeIndex,
} from './offline-cache.ts'
import type { Build } from './worker-scope.ts'

/** Both limits apply. */
const MAX_ARTICLES = 50
const MAX_BYTES = 30_000_000
/** Older copies are refreshed. */
const MAX_AGE_MS = 3_600_000
const FETCH_TIMEOUT_MS = 20_000

const SERVER_FUNCTION_HEADERS = { accept: 'application/json', 'x-tsr-serverfn': 'true' }

/** @throws when the page cannot be fetched */
export async function cacheOfflinePage(): Promise<void> {
  const offline = await openOfflineCache()
  if (!(await refresh(offline, OFFLINE_PAGE))) throw new Error('The offline page could not be fetched')
}

/** Loads files into the browser's HTTP cache, since readers may first need them offline. */
export async function loadFiles(files: readonly string[]): Promise<void> {
  await Promise.allSettled(files.map(async (file) => (await fetch(file)).arrayBuffer()))
}

/**
 * Newest first.
 *
 * @throws when the network or storage fails; completed copies stay, and the next call continues
 */
export async function cacheReadingList(saved: readonly SavedArticle[], build: Build): Promise<void> {
  const articles = saved.slice(0, MAX_ARTICLES)
  if (articles.length === 0) return deleteReadingList()
  const before = await readIndex()
  await writeIndex({ build: before.build, articles: articles.map(({ id, title }) => ({ id, title })) })
  await deleteAllExcept(new Set([READING_LIST, ...articles.flatMap(keysOf)]))

  const isCurrentBuild = before.build === build.version
  await cacheFiles(build)
  const cache = await openReadingListCache()
  const list = await refresh(cache, READING_LIST, isCurrentBuild)
  if (list) await cachePhrases(build, await list.text())
  let bytes = 0
  for (const article of articles) {
    if (bytes < MAX_BYTES) bytes += await cacheArticle(cache, article, build, isCurrentBuild)
    if (bytes >= MAX_BYTES) for (const key of keysOf(article)) await cache.delete(key)
  }
  await writeIndex({ ...(await readIndex()), build: build.version })
  await deleteOldFiles()
}

/** Excludes incomplete, cross-origin, private and uncacheable responses. */
export function isCacheable(
  { status, type, redirected, headers }: Response,
  { mayBeRedirected = false } = {},
): boolean {
  const cacheControl = headers.get('cache-control') ?? ''
  // Set-Cookie is hidden, but always comes with no-store (page-pipeline.server.ts).
  return (
    status === 200 &&
    type === 'basic' &&
    (mayBeRedirected || !redirected) &&
    !/no-store|private/i.test(cacheControl)
  )
}

const keysOf = ({ id, data }: SavedArticle) => [pageKey(id), imageKey(id), data]

async function cacheFiles({ version, files }: Build): Promise<void> {
  const cache = await openFileCache(version)
  for (const file of files) {
    if (await cache.match(file)) continue
    // Builds share most files.
    const response = (await findCopy(file)) ?? (await fetch(file, { credentials: 'omit' }))
    if (isCacheable(response)) await cache.put(file, response)
  }
}

/**
 * Stores the data before the page, so that links to a cached page always work.
 *
 * @returns bytes of page, image and data
 */
async function cacheArticle(
  cache: Cache,
  { id, data }: SavedArticle,
  build: Build,
  isCurrentBuild: boolean,
): Promise<number> {
  const dataCopy = await refresh(cache, data, isCurrentBuild, { headers: SERVER_FUNCTION_HEADERS })
  const page = await refresh(cache, pageKey(id), isCurrentBuild, { redirect: 'follow' })
  if (!page) return 0
  const html = await page.text()
  await cachePhrases(build, html)
  const others = [dataCopy, await cacheImage(cache, id, html)]
  const sizes = others.map(async (response) => (response ? (await response.blob()).size : 0))
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, html.length)
}

/** Without its phrases, a page that is not in English could not start. */
async function cachePhrases({ version }: Build, html: string): Promise<void> {
  const [, path] = /\sdata-phrases="([^"<>]+)"/.exec(html.slice(0, html.indexOf('<head'))) ?? []
  const cache = await openFileCache(version)
  if (!path || (await cache.match(path))) return
  const response = (await findCopy(path)) ?? (await fetchAnonymously(path))
  if (isCacheable(response)) await cache.put(path, response)
}

async function cacheImage(cache: Cache, id: string, html: string): Promise<Response | undefined> {
  const start = html.indexOf(`/media/${id}/`)
  const [folder] =
    start === -1 ? [] : (/^\/media\/[0-9a-f-]{36}\/[0-9a-f]+\//.exec(html.slice(start, start + 100)) ?? [])
  if (!folder) return undefined
  const path = `${folder}16x9-960.webp`
  const known = await cache.match(imageKey(id))
  if (known?.headers.get('x-address') === path) return known
  const image = await fetchAnonymously(path)
  if (!isCacheable(image)) return undefined
  const headers = { 'content-type': 'image/webp', 'x-address': path }
  const copy = new Response(await image.blob(), { headers })
  await cache.put(imageKey(id), copy.clone())
  return copy
}

/**
 * An uncacheable response, such as 404, deletes the copy.
 *
 * @param mayReuse false always fetches
 * @throws when the network, server or storage fails; the copy then stays
 */
async function refresh(
  cache: Cache,
  path: string,
  mayReuse = true,
  init: RequestInit = {},
): Promise<Response | undefined> {
  const copy = await cache.match(path, { ignoreVary: true })
  if (copy && mayReuse && isFresh(copy)) return copy
  const response = await fetchAnonymously(path, init)
  if (response.status >= 500) throw new Error(`${path}: ${response.status}`)
  // From the permanent address of an article to the one with words.
  const isMoved = response.redirected && new URL(response.url).pathname.startsWith(`${path}/`)
  if (isCacheable(response, { mayBeRedirected: isMoved })) {
    const copy = isMoved ? withoutRedirect(response) : response
    await cache.put(path, copy.clone())
    return copy
  }
  await cache.delete(path, { ignoreVary: true })
  return undefined
}

/** Browsers refuse a redirected response to a navigation. `x-address` is the address of the page. */
function withoutRedirect({ body, url, headers: received }: Response): Response {
  const headers = new Headers(received)
  headers.set('x-address', new URL(url).pathname)
  // The body is decoded.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(body, { headers })
}

function isFresh({ headers }: Response): boolean {
  return Date.now() - Date.parse(headers.get('date') ?? '') < MAX_AGE_MS
}

function fetchAnonymously(path: string, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS)
  return fetch(path, { redirect: 'manual', ...init, credentials: 'omit', cache: 'no-cache', signal })
}
