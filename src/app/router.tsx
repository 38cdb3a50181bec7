import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type Query,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { type AnyRouter, createRouter, isNotFound, useRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { ReactNode } from 'react'
import { shellQuery } from '#features/site/settings.functions.ts'
import type { QueryTags } from '#kernel/cache-tags.ts'
import { setCategories } from '#kernel/category.ts'
import { parseParameters, writeParameters } from '#kernel/parameters.ts'
import { decodePath, isAdminPath } from '#kernel/paths.ts'
import { scriptNonce } from '#platform/http/render-context.server.ts'
import { routeTree as readersRouteTree } from '#readers-route-tree'
import { endServerPage } from '#ui/ServerHtml.tsx'

const RETRIES = 3

const currentNonce = createIsomorphicFn()
  .server(() => scriptNonce())
  .client(() => undefined)

/** Spec §9, data-fetch defaults. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          !import.meta.env.SSR && navigator.onLine && failures < RETRIES && !isNotFound(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        // Offline, requests fail at once.
        networkMode: 'always',
        refetchOnReconnect: true,
        // The live stream invalidates changed data.
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

const isSettled = ({ state }: Query) => state.status !== 'pending'

function QueriesProvider({ children }: { children: ReactNode }) {
  const { queryClient } = useRouter<AnyRouter>().options.context
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

export async function getRouter() {
  const isAdmin = !import.meta.env.SSR && isAdminPath(decodePath(location.pathname))
  const routeTree = isAdmin ? (await import('./routeTree.gen')).routeTree : readersRouteTree
  const queryClient = createQueryClient()
  return createRouter({
    routeTree,
    context: { queryClient },
    ssr: { nonce: currentNonce() },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    parseSearch: parseParameters,
    stringifySearch: writeParameters,
    // Loaders fetch all data before the render, so nothing has to be streamed.
    ...(import.meta.env.SSR
      ? { dehydrate: () => dehydrate(queryClient, { shouldDehydrateQuery: isSettled }) }
      : {
          hydrate(state: DehydratedState) {
            hydrate(queryClient, state)
            // Routes are matched afterwards.
            setCategories(queryClient.getQueryData(shellQuery.queryKey)?.categories ?? [])
            queryClient.getQueryCache().subscribe(({ type }) => type === 'updated' && endServerPage())
          },
        }),
    InnerWrap: QueriesProvider,
  })
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
