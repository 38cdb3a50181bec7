import type { SavedArticle } from '../rules/saved-article.ts'
import { isKeepable } from './keepable.ts'
import {
  dropAll,
  dropAllBut,
  dropOldFiles,
  imageKey,
  OFFLINE_PAGE,
  openFiles,
  openOffline,
  openSaved,
  pageKey,
  READING_LIST,
  readIndex,
  savedCopy,
  writeIndex,
} from './saved-copies.ts'
import type { Build } from './worker-scope.ts'

/** The newest so many articles of a Reading List are kept, and as many of them as fit into so many bytes. */
const MOST_ARTICLES = 50
const MOST_BYTES = 30_000_000
/** A copy is fetched again when it is older than this and the reader comes by. */
const FRESH_MS = 3_600_000
const LONGEST_FETCH_MS = 20_000

const AS_DATA = { accept: 'application/json', 'x-tsr-serverfn': 'true' }

/** Fetches the offline page for when it is needed. @throws when it cannot be had */
export async function keepOfflinePage(): Promise<void> {
  const offline = await openOffline()
  if (!(await refresh(offline, OFFLINE_PAGE))) throw new Error('The offline page cannot be had')
}

/**
 * Makes what is kept that of a Reading List, newest first: deletes what is no longer on it, and fetches what is missing
 * or old.
 *
 * @throws when the network or the room fails: what was kept stays, and the next call goes on
 */
export async function keepSaved(list: readonly SavedArticle[], build: Build): Promise<void> {
  const articles = list.slice(0, MOST_ARTICLES)
  if (articles.length === 0) return dropAll()
  const before = await readIndex()
  await writeIndex({ build: before.build, articles: articles.map(({ id, title }) => ({ id, title })) })
  await dropAllBut(new Set([READING_LIST, ...articles.flatMap(keysOf)]))

  const isOfThisBuild = before.build === build.version
  await keepFiles(build)
  const saved = await openSaved()
  await refresh(saved, READING_LIST, isOfThisBuild)
  let bytes = 0
  for (const article of articles) {
    if (bytes < MOST_BYTES) bytes += await keepArticle(saved, article, isOfThisBuild)
    if (bytes >= MOST_BYTES) for (const key of keysOf(article)) await saved.delete(key)
  }
  await writeIndex({ ...(await readIndex()), build: build.version })
  await dropOldFiles()
}

const keysOf = ({ id, data }: SavedArticle) => [pageKey(id), imageKey(id), data]

async function keepFiles({ version, files }: Build): Promise<void> {
  const cache = await openFiles(version)
  for (const file of files) {
    if (await cache.match(file)) continue
    // Most files are the same in the next build.
    const response = (await savedCopy(file)) ?? (await fetch(file, { credentials: 'omit' }))
    if (isKeepable(response)) await cache.put(file, response)
  }
}

/** One article's page with its image and its data. @returns the bytes that they take */
async function keepArticle(
  saved: Cache,
  { id, data }: SavedArticle,
  isOfThisBuild: boolean,
): Promise<number> {
  const page = await refresh(saved, pageKey(id), isOfThisBuild)
  if (!page) return 0
  const html = await page.text()
  const others = [
    await refresh(saved, data, isOfThisBuild, { headers: AS_DATA }),
    await keepImage(saved, id, html),
  ]
  const sizes = others.map(async (response) => (response ? (await response.blob()).size : 0))
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, html.length)
}

/** Keeps one size of the image that the page of an article shows. */
async function keepImage(saved: Cache, id: string, html: string): Promise<Response | undefined> {
  const [folder] = new RegExp(`/media/${id}/[0-9a-f]+/`).exec(html) ?? []
  if (!folder) return undefined
  const address = `${folder}16x9-960.webp`
  const kept = await saved.match(imageKey(id))
  if (kept?.headers.get('x-address') === address) return kept
  const image = await fetchPlainly(address)
  if (!isKeepable(image)) return undefined
  const headers = { 'content-type': 'image/webp', 'x-address': address }
  const copy = new Response(await image.blob(), { headers })
  await saved.put(imageKey(id), copy.clone())
  return copy
}

/**
 * The copy under the key that its address is, fetched anew unless it is young enough. Where the answer is one that may
 * not be kept, such as that the article is gone, the copy goes as well.
 *
 * @param mayBeKept false when the copy has to be fetched anew whatever its age
 * @throws when the network or the server fails, or there is no room; the copy then stays
 */
async function refresh(
  cache: Cache,
  address: string,
  mayBeKept = true,
  init: RequestInit = {},
): Promise<Response | undefined> {
  const copy = await cache.match(address, { ignoreVary: true })
  if (copy && mayBeKept && isFresh(copy)) return copy
  const response = await fetchPlainly(address, init)
  if (response.status >= 500) throw new Error(`${address}: ${response.status}`)
  if (isKeepable(response)) {
    await cache.put(address, response.clone())
    return response
  }
  await cache.delete(address, { ignoreVary: true })
  return undefined
}

function isFresh({ headers }: Response): boolean {
  return Date.now() - Date.parse(headers.get('date') ?? '') < FRESH_MS
}

/** Fetches as nobody in particular. */
function fetchPlainly(address: string, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(LONGEST_FETCH_MS)
  return fetch(address, { ...init, credentials: 'omit', cache: 'no-cache', redirect: 'manual', signal })
}
