import type { SavedTitle } from './saved-section.ts'

/** The page that stands for those that cannot be had; kept in all browsers. */
export const OFFLINE_PAGE = '/offline'
export const READING_LIST = '/bookmarks'

/** The offline page. */
const OFFLINE = 'masthead-offline'
/** The Reading List: its own page, its articles' pages, images and data. */
const SAVED = 'masthead-saved'
/** The files that pages are made of, a cache for each build. */
const FILES = 'masthead-files-'
/** Under this key stands what is kept for whom (`Index`). No page has this address. */
const INDEX = '/offline/index'

/** `build` is the one whose files the pages are made of, once all of them were fetched from it. */
type Index = { build?: string; articles: SavedTitle[] }

export const pageKey = (articleId: string) => `/article/${articleId}`
/** One image serves all places of an article's image: they crop it to their own shape. */
export const imageKey = (articleId: string) => `/media/${articleId}`

export const openOffline = () => caches.open(OFFLINE)
export const openSaved = () => caches.open(SAVED)
export const openFiles = (build: string) => caches.open(FILES + build)

/** The copy that is kept under `key`. Encodings are the network's matter, so that a Vary says nothing here. */
export function savedCopy(key: string): Promise<Response | undefined> {
  return caches.match(key, { ignoreVary: true })
}

/** What was last kept. */
export async function readIndex(): Promise<Index> {
  const index = await caches.match(INDEX, { cacheName: SAVED })
  return index ? index.json() : { articles: [] }
}

export async function writeIndex(index: Index): Promise<void> {
  const saved = await openSaved()
  await saved.put(INDEX, Response.json(index))
}

/** The articles of the Reading List that can be read now, newest first. */
export async function savedTitles(): Promise<SavedTitle[]> {
  const { articles } = await readIndex()
  const pages = await Promise.all(articles.map(({ id }) => savedCopy(pageKey(id))))
  return articles.filter((_, index) => pages[index])
}

/** Deletes what is kept of the Reading List under any other key than `keys`. */
export async function dropAllBut(keys: ReadonlySet<string>): Promise<void> {
  const saved = await openSaved()
  for (const { url } of await saved.keys()) {
    const { pathname, search } = new URL(url)
    if (!keys.has(pathname + search) && pathname !== INDEX) await saved.delete(url)
  }
}

/** Deletes the whole Reading List with the files that its pages are made of. */
export async function dropAll(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name === SAVED || name.startsWith(FILES)) await caches.delete(name)
  }
}

/** Deletes the files of old builds; the one before the last stays for the pages that are still open. */
export async function dropOldFiles(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(FILES))
  for (const name of names.slice(0, -2)) await caches.delete(name)
}
