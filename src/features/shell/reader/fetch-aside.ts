import type { InfiniteData, Query, QueryClient, QueryFunction } from '@tanstack/react-query'
import { isNotFound } from '@tanstack/react-router'

/** What a query would hold if it were fetched now; `gone` is what the router calls not found. */
export type Fetched = { kind: 'fetched'; data: unknown } | { kind: 'gone' } | { kind: 'failed' }

type PagedOptions = {
  queryFn: QueryFunction<unknown, readonly unknown[], unknown>
  initialPageParam: unknown
  getNextPageParam: (last: unknown, all: unknown[]) => unknown
}

/** How many pages a query of a list has loaded; none where it has no pages. */
export function pagesOf({ state }: Query): number {
  return (state.data as Partial<InfiniteData<unknown>> | undefined)?.pages?.length ?? 0
}

/** Fetches what `query` fetches, with as many pages as it has, and leaves the query as it is. */
export async function fetchAside(queryClient: QueryClient, query: Query): Promise<Fetched> {
  // One that came with the page knows its function only where it is shown.
  const options = (query.observers[0]?.options ?? query.options) as unknown as PagedOptions
  const { queryFn, initialPageParam, getNextPageParam } = options
  const pages = pagesOf(query)
  const aside = {
    queryKey: ['live', ...query.queryKey],
    queryFn,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  }
  try {
    const data = await (pages > 0
      ? queryClient.infiniteQuery({ ...aside, initialPageParam, getNextPageParam, pages })
      : queryClient.query(aside))
    return { kind: 'fetched', data }
  } catch (error) {
    return { kind: isNotFound(error) ? 'gone' : 'failed' }
  }
}
