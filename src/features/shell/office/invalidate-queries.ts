import type { Query, QueryClient } from '@tanstack/react-query'

/** A refetch cancels a running fetch, so a query that loads its next page is refetched afterwards. */
export function invalidateQueries(queryClient: QueryClient, isAffected: (query: Query) => boolean): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate: isLoadingMore })) {
    if (!isAffected(query)) continue
    const refetch = () =>
      void queryClient.invalidateQueries({ predicate: ({ queryHash }) => queryHash === query.queryHash })
    query.promise?.then(refetch, refetch)
  }
  void queryClient.invalidateQueries({ predicate: (query) => !isLoadingMore(query) && isAffected(query) })
}

function isLoadingMore({ state }: Query): boolean {
  return state.fetchStatus !== 'idle' && state.fetchMeta?.fetchMore !== undefined
}
