import type { MissingArticles } from '#features/articles/server/article-availability.server.ts'
import { decodePath } from '#kernel/paths.ts'
import type { Address } from '#platform/render/page-pipeline.server.ts'

/** Unknown addresses share one 404 page, and articles that do not exist share another. */
const NOT_FOUND_PATH = '/404'
const ARTICLE_NOT_FOUND_PATH = '/article/404'

/**
 * A 404 page contains its path. Browsers and the router encode other characters differently, so that paths with such
 * characters cannot share one page.
 */
const PLAIN_PATH = /^(?:\/[\w.~-]+)+\/?$/

export type FindRoute = (path: string) => {
  id: string | undefined
  params: Record<string, string | undefined>
}

/** @param options.withdrawnPage returns the HTML for a withdrawn article; `reason` is public */
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
