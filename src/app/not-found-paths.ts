import type { MissingArticles } from '#features/articles/server/article-availability.server.ts'
import { decodePath } from '#kernel/paths.ts'

/** The path whose 404 page is sent for all unknown addresses of a kind. */
const NOT_FOUND_PATH = '/404'
const ARTICLE_NOT_FOUND_PATH = '/article/404'

const NOT_FOUND_PATHS: ReadonlySet<string> = new Set([NOT_FOUND_PATH, ARTICLE_NOT_FOUND_PATH])

/** Browsers and the router write other characters differently, which would cause another render. */
const PLAIN_PATH = /^(?:\/[\w.~-]+)+\/?$/

export type FindRoute = (path: string) => {
  id: string | undefined
  params: Record<string, string | undefined>
}

export function isNotFoundPath(path: string): boolean {
  return NOT_FOUND_PATHS.has(path)
}

export function findWithdrawalReason(findRoute: FindRoute, missing: Pick<MissingArticles, 'find'>) {
  return async (path: string): Promise<string | undefined> => {
    const { id, params } = findRoute(decodePath(path))
    if (id !== '/_reader/article/$id') return undefined
    const article = await missing.find(params.id ?? '')
    return article.kind === 'withdrawn' ? article.reason : undefined
  }
}

/** Undefined if the address may exist. */
export function findNotFoundPath(findRoute: FindRoute, missing: Pick<MissingArticles, 'find'>) {
  return async (path: string): Promise<string | undefined> => {
    if (!PLAIN_PATH.test(path)) return undefined
    const { id, params } = findRoute(decodePath(path))
    if (id === undefined || id === '/_reader/$') return NOT_FOUND_PATH
    if (id !== '/_reader/article/$id') return undefined
    const article = await missing.find(params.id ?? '')
    return article.kind === 'missing' ? ARTICLE_NOT_FOUND_PATH : undefined
  }
}
