import { withdrawnPage } from '#features/articles/server/withdrawn-page.server.ts'
import { unavailableSearchForm } from '#features/search/rules/unavailable-search.ts'
import { ADMIN_LIVE_PATH, areaOf, decodePath, LIVE_PATH } from '#kernel/paths.ts'
import type { Env } from '#platform/process/env.server.ts'
import { logFailure } from '#platform/process/log.server.ts'
import { createPagePipeline, type Fetch } from '#platform/render/page-pipeline.server.ts'
import { respondUnavailable } from '#platform/render/respond-unavailable.server.ts'
import type { HttpOptions, RequestHandler } from '#platform/server/http.server.ts'
import { createAddressClassifier, type FindRoute } from './classify-address.ts'
import type { Site } from './site.server.ts'

/** `findRoute` prevents renders of unknown addresses. */
export type Application = { fetch: Fetch; findRoute: FindRoute }

/** @param serveFile for the client's files */
export function siteHttpOptions(
  env: Env,
  { fetch, findRoute }: Application,
  { cache, missingArticles, gate, routes }: Site,
  serveFile: RequestHandler,
): HttpOptions {
  const { handlers, timeResponse, ...options } = routes
  const { isDatabaseUnavailable, isCircuitOpen } = options
  return {
    ...options,
    cache,
    fetch: respondUnavailable(fetch, isDatabaseUnavailable),
    renderPage: createPagePipeline({
      fetch,
      classify: createAddressClassifier({
        findRoute,
        missingArticles,
        withdrawnPage: (reason) => withdrawnPage(gate.siteName, reason),
      }),
      cache,
      isDatabaseUnavailable,
      isCircuitOpen,
      findForm: unavailableSearchForm,
    }),
    hosts: gate.hosts,
    includeSubDomains: env.HSTS_INCLUDE_SUBDOMAINS,
    maintenance: gate.maintenance,
    trustedProxies: env.TRUST_PROXY,
    handlers: [...handlers, serveFile],
    timeRequest: (url, response) => timeResponse(response, () => routeLabel(findRoute, url)),
    onError: (error) => logFailure(error, 'A request failed'),
  }
}

/**
 * Names the route of a request in metrics: the pattern of a page, or the area of files and calls, of which there are
 * many. Undefined for streams, which end when the reader leaves.
 */
export function routeLabel(findRoute: FindRoute, url: string): string | undefined {
  const [path = ''] = decodePath(url).split('?')
  if (path === LIVE_PATH || path === ADMIN_LIVE_PATH) return undefined
  const area = areaOf(path)
  if (area === 'asset' || area === 'media' || area === 'server-function') return area
  // Segments with "_" in front are layouts, and those with "_" at the end leave them.
  const { id } = findRoute(path)
  return id === undefined ? 'other' : id.replaceAll(/\/_\w+|_(?=\/|$)/g, '') || '/'
}
