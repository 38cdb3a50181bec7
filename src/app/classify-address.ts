import type { MissingArticles } from '#features/articles/server/article-availability.server.ts'
import { decodePath } from '#kernel/paths.ts'
import type { Address } from '#platform/render/page-pipeline.server.ts'

/** The paths whose 404 pages are sent for all unknown addresses, and all articles that do not exist. */
const NOT_FOUND_PATH = '/404'
const ARTICLE_NOT_FOUND_PATH = '/article/404'

/** Browsers and the router write other characters differently, so the page of such a path names it. */
const PLAIN_PATH = /^(?:\/[\w.~-]+)+\/?$/

export type FindRoute = (path: string) => {
  id: string | undefined
  params: Record<string, string | undefined>
}

/** @param withdrawnPage the HTML of the page of a withdrawn article, with the public reason */
export function createAddressClassifier(options: {
  findRoute: FindRoute
  missingArticles: Pick<MissingArticles, 'find'>
  withdrawnPage(reason: string): string
}): (path: string) => Promise<Address> {
  return async (path) => {
    const { id, params } = options.findRoute(decodePath(path))
    const missing = (page: string): Address =>
      PLAIN_PATH.test(path) ? { kind: 'missing', page } : { kind: 'page' }
    if (id === undefined || id === '/_reader/$') return missing(NOT_FOUND_PATH)
    if (id !== '/_reader/article/$id') return { kind: 'page' }
    const article = await options.missingArticles.find(params.id ?? '')
    if (article.kind === 'missing') return missing(ARTICLE_NOT_FOUND_PATH)
    if (article.kind === 'withdrawn') return { kind: 'gone', html: options.withdrawnPage(article.reason) }
    return { kind: 'page' }
  }
}
