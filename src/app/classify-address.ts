import type { MissingArticles } from '#features/articles/server/article-availability.server.ts'
import type { CollectionKind } from '#features/collections/server/collections.server.ts'
import type { FoundRedirect } from '#features/redirects/server/redirect-lookup.server.ts'
import { permanentArticlePath } from '#kernel/article-path.ts'
import { decodePath } from '#kernel/paths.ts'
import type { Address, WithoutRender } from '#platform/render/page-pipeline.server.ts'
import type { PageProbe } from '#platform/render/page-probe.server.ts'

/** Unknown addresses share one 404 page, and articles that do not exist share another. */
const NOT_FOUND_PATH = '/404'
const ARTICLE_NOT_FOUND_PATH = '/article/404'

/**
 * A 404 page contains its path. Browsers and the router encode other characters differently, so that paths with such
 * characters cannot share one page.
 */
const PLAIN_PATH = /^(?:\/[\w.~-]+)+\/?$/

/**
 * Finds the redirect of a path that has no page; undefined if there is none. The page cache does not store it, so that each hit
 * is counted.
 */
export async function findRedirectAddress(
  path: string,
  { redirects, missingArticles, withdrawnPage }: Omit<ClassifierOptions, 'findRoute'>,
): Promise<WithoutRender | undefined> {
  const found = await redirects?.find(path)
  if (!redirects || !found) return undefined
  if (found.target === null) return { kind: 'gone', html: redirects.removedPage() }
  const status = found.status === 302 ? 302 : 301
  const redirect = { kind: 'redirect', status, location: found.target, tags: [] } as const
  const id = ARTICLE_TARGET.exec(found.target)?.[1]
  if (id === undefined) return redirect
  // Imports store the permanent address: readers are redirected once, whatever the headline is by now.
  const article = await missingArticles.find(id)
  if (article.kind === 'published') return { ...redirect, location: article.path ?? found.target }
  return article.kind === 'withdrawn' ? { kind: 'gone', html: withdrawnPage(article.reason) } : undefined
}

const ARTICLE_TARGET = /^\/article\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** Prevents an endless redirect behind a proxy that writes encoded bytes in lower case. */
function isSamePath(path: string, encoded: string): boolean {
  return path.replace(/%[\da-f]{2}/gi, (byte) => byte.toUpperCase()) === encoded
}

export type FindRoute = (path: string) => {
  id: string | undefined
  params: Record<string, string | undefined>
}

type Redirects = {
  find(path: string): Promise<FoundRedirect | null>
  removedPage(): string
}

export type ClassifierOptions = {
  findRoute: FindRoute
  missingArticles: Pick<MissingArticles, 'find'>
  /** Returns the HTML for a withdrawn article; `reason` is public. */
  withdrawnPage(reason: string): string
  /** Looked up only where there is no page. */
  redirects?: Redirects | undefined
}

export function createAddressClassifier(options: ClassifierOptions): (path: string) => Promise<Address> {
  return async (path) => {
    const { id, params } = options.findRoute(decodePath(path))
    const missing = (page: string): Address =>
      PLAIN_PATH.test(path) ? { kind: 'missing', page } : { kind: 'page' }
    if (id === undefined || id === '/_reader/$')
      return (await findRedirectAddress(path, options)) ?? missing(NOT_FOUND_PATH)
    if (id !== '/_reader/article/$id/{-$slug}') return { kind: 'page' }
    const articleId = params.id?.toLowerCase() ?? ''
    const article = await options.missingArticles.find(articleId)
    if (article.kind === 'missing') return missing(ARTICLE_NOT_FOUND_PATH)
    if (article.kind === 'withdrawn') return { kind: 'gone', html: options.withdrawnPage(article.reason) }
    if (article.path === undefined || isSamePath(path, article.path)) return { kind: 'page' }
    // Only the redirect of the permanent address is cached, since anybody can invent others.
    const isStored = path === permanentArticlePath(articleId)
    return {
      kind: 'redirect',
      status: 301,
      location: article.path,
      tags: isStored ? [`article:${articleId}`] : [],
    }
  }
}

/** The page and the feeds of a person or a topic. */
const COLLECTION_ROUTE = /^(?:\/_reader)?\/(author|topic)\/\$slug(?:\/|$)/

/**
 * Finds out whether a path has a page. People and topics are looked up instead of rendered: an import of redirects asks for
 * thousands of their former addresses.
 */
export function createPageProbe(options: {
  findRoute: FindRoute
  hasCollection(kind: CollectionKind, slug: string): Promise<boolean>
  hasRenderedPage: PageProbe
}): PageProbe {
  return async (path) => {
    const { id = '', params } = options.findRoute(decodePath(path))
    const [, kind] = COLLECTION_ROUTE.exec(id) ?? []
    if (kind === 'author' || kind === 'topic') return options.hasCollection(kind, params.slug ?? '')
    return options.hasRenderedPage(path)
  }
}
