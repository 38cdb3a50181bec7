import { escapeHtml } from '#kernel/text/text.ts'
import { directionOf } from '#kernel/text/text-direction.ts'

export const OFFLINE_PAGE = '/offline'
export const READING_LIST = '/bookmarks'

const OFFLINE_CACHE = 'masthead-offline'
/** The list, with its articles' pages, images and data. */
const READING_LIST_CACHE = 'masthead-saved'
/** One per build, for scripts, styles and fonts. */
const FILE_CACHE_PREFIX = 'masthead-files-'
/** No page has this path. */
const INDEX = '/offline/index'

/** `build` is set once its files are cached. */
type Index = { build?: string; articles: SavedTitle[] }

/** The permanent address, which redirects to the one with words. */
export const pageKey = (articleId: string) => `/article/${articleId}`
/** One size per article, since pages crop it. */
export const imageKey = (articleId: string) => `/media/${articleId}`

export const openOfflineCache = () => caches.open(OFFLINE_CACHE)
export const openReadingListCache = () => caches.open(READING_LIST_CACHE)
export const openFileCache = (build: string) => caches.open(FILE_CACHE_PREFIX + build)

/** Searches all caches. Vary concerns encodings only. */
export function findCopy(key: string): Promise<Response | undefined> {
  return caches.match(key, { ignoreVary: true })
}

export async function readIndex(): Promise<Index> {
  const index = await caches.match(INDEX, { cacheName: READING_LIST_CACHE })
  return index ? index.json() : { articles: [] }
}

export async function writeIndex(index: Index): Promise<void> {
  const cache = await openReadingListCache()
  await cache.put(INDEX, Response.json(index))
}

/** Newest first. */
export async function listSavedTitles(): Promise<SavedTitle[]> {
  const { articles } = await readIndex()
  const pages = await Promise.all(articles.map(({ id }) => findCopy(pageKey(id))))
  return articles.filter((_, index) => pages[index])
}

export async function deleteAllExcept(keys: ReadonlySet<string>): Promise<void> {
  const cache = await openReadingListCache()
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url)
    if (!keys.has(pathname + search) && pathname !== INDEX) await cache.delete(url)
  }
}

/** Each key contains the article's id. */
export async function deleteCopies(articleId: string): Promise<void> {
  const cache = await openReadingListCache()
  for (const { url } of await cache.keys()) if (url.includes(articleId)) await cache.delete(url)
}

export async function deleteReadingList(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name === READING_LIST_CACHE || name.startsWith(FILE_CACHE_PREFIX)) await caches.delete(name)
  }
}

/** Open pages may use the older one of two builds. */
export async function deleteOldFiles(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(FILE_CACHE_PREFIX))
  for (const name of names.slice(0, -2)) await caches.delete(name)
}

const START = '<!--saved-->'
const END = '<!--/saved-->'
const TEXTS = '<!--texts'

type SavedTitle = { id: string; title: string }

export function renderSavedArticles(html: string, articles: readonly SavedTitle[]): string {
  if (articles.length === 0) return html
  const links = articles.map(
    ({ id, title }) =>
      `<li><a dir="${directionOf(title)}" href="/article/${id}">${escapeHtml(title)}</a></li>`,
  )
  const { saved } = textsOf(html)
  const section = `<h2 id="saved">${saved.title}</h2>
<ul>${links.join('')}</ul>
<p><a href="/bookmarks">${saved.link}</a></p>`
  const [before = '', rest = ''] = html.split(START)
  return before + section + rest.slice(rest.indexOf(END) + END.length)
}

/** Changes the message of the offline page: the server does not respond, but there is a network. */
export function renderUnavailable(html: string): string {
  const { title, heading, text } = textsOf(html).unavailable
  return html
    .replace(/<title>[^<|]*/, () => `<title>${title} `)
    .replace(/<h1>[^<]*<\/h1>\n<p>[^<]*<\/p>/, () => `<h1>${heading}</h1>\n<p>${text}</p>`)
}

type Texts = {
  saved: { title: string; link: string }
  unavailable: { title: string; heading: string; text: string }
}

/** Reads the texts in HTML that the page has for the service worker (`offlinePage`). */
function textsOf(html: string): Texts {
  const start = html.indexOf(TEXTS) + TEXTS.length
  return JSON.parse(html.slice(start, html.indexOf('-->', start)))
}
