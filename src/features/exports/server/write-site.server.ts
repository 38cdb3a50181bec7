import { asc, gt } from 'drizzle-orm'
import { articlePath, permanentArticlePath } from '#kernel/article-path.ts'
import { categoryName } from '#kernel/category.ts'
import { collectionPath } from '#kernel/collection-path.ts'
import type { ExportProgress } from '#kernel/export-states.ts'
import { truncateText } from '#kernel/text/text.ts'
import { formatShortDay } from '#kernel/time/dates.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { ZipWriter } from '#platform/files/zip-writer.server.ts'
import { redirects } from '#schema/redirects.ts'
import {
  listStyleFiles,
  toStaticPage,
  toStaticTarget,
  withoutScripting,
  writeRedirectPage,
} from '../rules/static-page.ts'
import {
  addSearchScript,
  SEARCH_FOLDER,
  SEARCH_SHARD_SIZE,
  type SearchEntry,
  searchScript,
  shardName,
} from '../rules/static-search.ts'
import { readArticleHeads, readPeople, readTopics } from './read-articles.server.ts'

/** The paths at which the crawl starts. */
const STARTS =
  '/ /search /robots.txt /llms.txt /ads.txt /feed.xml /atom.xml /feed.json /sitemap.xml /news-sitemap.xml /favicon.ico'.split(
    ' ',
  )
const MISSING = '/a-page-that-does-not-exist'
const MAX_SUMMARY = 200
const PERMANENT_PATH = /^\/article\/[^/]+$/
const REDIRECTS_PER_QUERY = 500

/** The running site could not render a page, so the export would be incomplete. */
export class SiteNotRenderedError extends Error {}

type Options = {
  /** The public address of the site. */
  origin: string
  /** The address at which this process reaches the running site. */
  address: string
  progress: ExportProgress
}

/**
 * Writes a static site: the responses of the running site, without scripts, and a search that needs no server. Crawls the links of
 * the home page and the sitemaps, so it is not a snapshot.
 *
 * @throws SiteNotRenderedError
 */
export async function writeSite(
  db: Db,
  zip: ZipWriter,
  { origin, address, progress }: Options,
): Promise<void> {
  /** Files that are written or queued. */
  const files = new Set<string>()
  const queue: string[] = []
  const add = (path: string) => {
    const target = toStaticTarget(path)
    if (!target || files.has(target.file)) return
    files.add(target.file)
    queue.push(target.source)
  }
  for (const path of STARTS) add(path)
  /** The addresses of published articles by the permanent ones. */
  const articles = new Map<string, string>()
  await writeSearch(db, zip, (id, path) => {
    articles.set(permanentArticlePath(id), path)
    add(path)
  })
  const articlePaths = new Set(articles.values())
  progress.totalArticles = articlePaths.size
  for await (const { slug } of readPeople(db)) add(collectionPath({ kind: 'author', slug }))
  for await (const { slug } of readTopics(db)) add(collectionPath({ kind: 'topic', slug }))

  // Grows during the loop.
  for (const path of queue) {
    const file = toStaticTarget(path)?.file ?? ''
    const response = await request(address, path)
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location) {
      const to = location.startsWith(`${origin}/`) ? location.slice(origin.length) : location
      add(to)
      await zip.addText(file, writeRedirectPage(to))
    } else if (response.status === 200) await writeResponse(path, file, response)
    else await response.body?.cancel()
    progress.files += 1
    progress.totalFiles = queue.length
    if (articlePaths.has(path)) progress.articles += 1
  }
  const missing = await request(address, MISSING)
  const page = toStaticPage(await missing.text(), origin)
  await zip.addText('404.html', page.html)
  await writeRedirects(db, zip, files, articles)

  async function writeResponse(path: string, file: string, response: Response): Promise<void> {
    const type = response.headers.get('content-type') ?? ''
    if (type.startsWith('text/html')) {
      const { html, paths } = toStaticPage(await response.text(), origin)
      for (const each of paths) add(each)
      return zip.addText(file, file === `${SEARCH_FOLDER}/index.html` ? addSearchScript(html) : html)
    }
    if (type.startsWith('text/css')) {
      const css = await response.text()
      for (const each of listStyleFiles(css, path)) add(each)
      return zip.addText(file, withoutScripting(css))
    }
    if (/^(?:text|application\/(?:xml|json|rss|atom|feed))/.test(type)) {
      const text = await response.text()
      for (const [, each = ''] of text.matchAll(/<loc>([^<]*)<\/loc>/g))
        if (each.startsWith(`${origin}/`)) add(each.slice(origin.length))
      return zip.addText(file, text)
    }
    if (response.body) await zip.addFile(file, response.body)
  }
}

/** Writes the search index, and queues the pages of all articles. */
async function writeSearch(db: Db, zip: ZipWriter, add: (id: string, path: string) => void): Promise<void> {
  let entries: SearchEntry[] = []
  const names: string[] = []
  const write = async () => {
    const name = shardName(names.length + 1)
    names.unshift(name)
    await zip.addText(`${SEARCH_FOLDER}/${name}`, JSON.stringify(entries.reverse()))
    entries = []
  }
  for await (const { id, title, slug, summary, category, publishedAt } of readArticleHeads(db)) {
    const path = articlePath({ id, title, slug })
    add(id, path)
    const day = formatShortDay(publishedAt)
    entries.push([`${path}/`, title, truncateText(summary, MAX_SUMMARY), day, categoryName(category)])
    if (entries.length === SEARCH_SHARD_SIZE) await write()
  }
  if (entries.length > 0) await write()
  await zip.addText(`${SEARCH_FOLDER}/index.json`, JSON.stringify(names))
  await zip.addText(`${SEARCH_FOLDER}/search.js`, searchScript())
}

/**
 * Writes redirects as pages. Those from addresses with a query are left out, since web servers ignore it for files, and
 * those to articles that are not published.
 */
async function writeRedirects(
  db: Db,
  zip: ZipWriter,
  files: Set<string>,
  articles: ReadonlyMap<string, string>,
): Promise<void> {
  let last = ''
  for (;;) {
    const rows = await db
      .select({ from: redirects.fromPath, to: redirects.target })
      .from(redirects)
      .where(gt(redirects.fromPath, last))
      .orderBy(asc(redirects.fromPath))
      .limit(REDIRECTS_PER_QUERY)
    for (const { from, to } of rows) {
      const target = from.includes('?') ? null : toStaticTarget(encodeURI(from))
      if (!target || to === null || files.has(target.file)) continue
      const path = PERMANENT_PATH.test(to) ? articles.get(to) : to
      if (path === undefined) continue
      files.add(target.file)
      await zip.addText(target.file, writeRedirectPage(path))
    }
    last = rows.at(-1)?.from ?? ''
    if (rows.length < REDIRECTS_PER_QUERY) return
  }
}

async function request(address: string, path: string): Promise<Response> {
  let response: Response
  try {
    response = await fetch(address + path, { redirect: 'manual', headers: { accept: 'text/html' } })
  } catch (cause) {
    throw new SiteNotRenderedError(`The site does not respond at ${address}. Start it, and try again.`, {
      cause,
    })
  }
  if (response.status < 500 && response.status !== 429 && !response.headers.has('x-maintenance'))
    return response
  throw new SiteNotRenderedError(
    `The site responded with status ${response.status} to ${path}. Try again when it is open and not busy.`,
  )
}
