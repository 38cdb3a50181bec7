import { QueryClient } from '@tanstack/react-query'
import { createRouter, isNotFound } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import type { QueryTags } from '#kernel/cache-tags.ts'
import { parseParameters, writeParameters } from '#kernel/parameters.ts'
import { decodePath, isOfficePath } from '#kernel/paths.ts'
import { routeTree as readersRouteTree } from '#readers-route-tree'

const RETRIES = 3

/** Spec §9, data-fetch defaults: 3 retries in the browser from 1 s doubling to 30 s, dropped 5 minutes after last use. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => typeof window !== 'undefined' && failures < RETRIES && !isNotFound(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        gcTime: 5 * 60_000,
        // The live stream invalidates what changed.
        staleTime: Number.POSITIVE_INFINITY,
      },
    },
  })
}

/** A router with a query client of its own for each request on the server, and one for the browser. */
export async function getRouter() {
  const isOffice = !import.meta.env.SSR && isOfficePath(decodePath(location.pathname))
  // The route tree of readers' browsers has no office routes (`readersRouteTree`).
  const routeTree = isOffice ? (await import('./routeTree.gen')).routeTree : readersRouteTree
  const queryClient = createQueryClient()
  const router = createRouter({
    routeTree,
    context: { queryClient },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    parseSearch: parseParameters,
    stringifySearch: writeParameters,
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  return router
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryTags
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: Awaited<ReturnType<typeof getRouter>>
  }
}
