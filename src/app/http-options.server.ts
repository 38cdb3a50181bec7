import { withdrawnPage } from '#features/articles/server/withdrawn-page.server.ts'
import { findCollection } from '#features/collections/server/collections.server.ts'
import { unavailableSearchForm } from '#features/search/rules/unavailable-search.ts'
import { ADMIN_LIVE_PATH, areaOf, decodePath, LIVE_PATH } from '#kernel/paths.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { db } from '#platform/database/db.server.ts'
import { pageRequest } from '#platform/http/page-key.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { logFailure } from '#platform/process/log.server.ts'
import { noticePage } from '#platform/render/notice-page.ts'
import { createPagePipeline, type Fetch } from '#platform/render/page-pipeline.server.ts'
import { hasPage, setPageProbe } from '#platform/render/page-probe.server.ts'
import { setPreviewFetch } from '#platform/render/preview-page.server.ts'
import { respondUnavailable } from '#platform/render/respond-unavailable.server.ts'
import type { HttpOptions, RequestHandler } from '#platform/server/http.server.ts'
import {
  type ClassifierOptions,
  createAddressClassifier,
  createPageProbe,
  type FindRoute,
  findRedirectAddress,
} from './classify-address.ts'
import { createFormerAddressHandler } from './redirect-former-addresses.server.ts'
import type { Site } from './site.server.ts'

/** `findRoute` prevents renders of unknown addresses. */
export type Application = { fetch: Fetch; findRoute: FindRoute }

/** @param serveFile for the client's files */
export function siteHttpOptions(
  env: Env,
  { fetch, findRoute }: Application,
  { cache, missingArticles, redirectLookup, gate, routes }: Site,
  serveFile: RequestHandler,
): HttpOptions {
  const { handlers, timeResponse, ...options } = routes
  const { isDatabaseUnavailable, isCircuitOpen } = options
  setPreviewFetch(fetch)
  const removedPage = () =>
    noticePage({
      siteName: gate.siteName,
      title: phraseHtml('Page removed'),
      heading: phraseHtml('This page was removed'),
      text: phrase('It is no longer available.'),
    })
  const withoutRedirects: ClassifierOptions = {
    findRoute,
    missingArticles,
    withdrawnPage: (reason) => withdrawnPage(gate.siteName, reason),
  }
  const withRedirects = { ...withoutRedirects, redirects: { find: redirectLookup.find, removedPage } }
  const createPipeline = (addresses: ClassifierOptions) =>
    createPagePipeline({
      fetch,
      classify: createAddressClassifier(addresses),
      findRedirect: (path) => findRedirectAddress(path, addresses),
      cache,
      isDatabaseUnavailable,
      isCircuitOpen,
      findForm: unavailableSearchForm,
    })
  const redirectFormerAddress = createFormerAddressHandler({
    isClosed: gate.maintenance.isClosed,
    findRedirect: (key) => findRedirectAddress(key, withRedirects),
    hasPage,
  })
  const renderWithoutRedirects = createPipeline(withoutRedirects)
  setPageProbe(
    createPageProbe({
      findRoute,
      hasCollection: async (kind, slug) => (await findCollection(db(), kind, slug)) !== null,
      hasRenderedPage: async (path) => (await renderWithoutRedirects(pageRequest(path))).page.status === 200,
    }),
  )
  return {
    ...options,
    cache,
    fetch: respondUnavailable(fetch, isDatabaseUnavailable),
    renderPage: createPipeline(withRedirects),
    hosts: gate.hosts,
    includeSubDomains: env.HSTS_INCLUDE_SUBDOMAINS,
    maintenance: gate.maintenance,
    trustedProxies: env.TRUST_PROXY,
    handlers: [...handlers, serveFile, redirectFormerAddress],
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
  // Segments with "_" in front are layouts, and those with "_" at the end leave them. Optional ones have braces.
  const { id } = findRoute(path)
  return id === undefined ? 'other' : id.replaceAll(/\/_\w+|_(?=\/|$)|\/\{-\$\w+\}/g, '') || '/'
}
