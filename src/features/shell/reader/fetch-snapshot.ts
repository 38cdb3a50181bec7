import type { InfiniteData, Query, QueryClient, QueryFunction } from '@tanstack/react-query'
import { isNotFound } from '@tanstack/react-router'

/** `gone` when the router reports not found. */
export type Fetched = { kind: 'fetched'; data: unknown } | { kind: 'gone' } | { kind: 'failed' }

type PagedOptions = {
  queryFn: QueryFunction<unknown, readonly unknown[], unknown>
  initialPageParam: unknown
  getNextPageParam?: (last: unknown, all: unknown[]) => unknown
}

export function pagesOf({ state }: Query): number {
  return (state.data as Partial<InfiniteData<unknown>> | undefined)?.pages?.length ?? 0
}

/** Fetches the loaded pages, or the first one, without changing the query. */
export async function fetchSnapshot(queryClient: QueryClient, query: Query): Promise<Fetched> {
  // Only the observer has the function of a query from the server.
  const options = (query.observers[0]?.options ?? query.options) as unknown as PagedOptions
  const { queryFn, initialPageParam, getNextPageParam } = options
  const detached = {
    queryKey: ['live', ...query.queryKey],
    queryFn,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  }
  try {
    const pages = pagesOf(query) || 1
    const data = await (getNextPageParam
      ? queryClient.infiniteQuery({ ...detached, initialPageParam, getNextPageParam, pages })
      : queryClient.query(detached))
    return { kind: 'fetched', data }
  } catch (error) {
    return { kind: isNotFound(error) ? 'gone' : 'failed' }
  }
}
