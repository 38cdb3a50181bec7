import type { Query, QueryClient } from '@tanstack/react-query'

/** Refetches affected queries, and those whose running fetch is not cancelled after that fetch. */
export function invalidateQueries(queryClient: QueryClient, isAffected: (query: Query) => boolean): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate: isFetchKept })) {
    if (!isAffected(query)) continue
    const refetch = () =>
      void queryClient.invalidateQueries({ predicate: ({ queryHash }) => queryHash === query.queryHash })
    query.promise?.then(refetch, refetch)
  }
  void queryClient.invalidateQueries({ predicate: (query) => !isFetchKept(query) && isAffected(query) })
}

/** The next page of a list must not be lost, and TanStack Query reuses a running fetch that is the first. */
function isFetchKept({ state }: Query): boolean {
  const isFirst = state.data === undefined
  return state.fetchStatus !== 'idle' && (isFirst || state.fetchMeta?.fetchMore !== undefined)
}
