import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { accountQuery } from '#features/accounts/session.functions.ts'
import {
  currentTopicListener,
  listenForTopic,
  onTopicListenerChange,
} from '#features/collaboration/admin/topic-listener.ts'
import { ADMIN_LIVE_PATH } from '#kernel/paths.ts'
import { followChanges } from '../reader/follow-changes.ts'
import { isAffected } from '../rules/is-affected.ts'

const RETRY_MS = 15_000

/** Includes the draft or the front that is open. */
export function useLiveQueries(): void {
  const queryClient = useQueryClient()
  const listener = useSyncExternalStore(onTopicListenerChange, currentTopicListener, currentTopicListener)
  useEffect(
    () =>
      followChanges({
        path: `${ADMIN_LIVE_PATH}?${listener ? `${listener.topic}&` : ''}`,
        retryMs: RETRY_MS,
        onChange(tags) {
          const changed = tags && new Set(tags)
          invalidateQueries(queryClient, (query) => isAffected(query, changed))
        },
        // The session may have ended.
        onRejected: () => void queryClient.invalidateQueries(accountQuery),
        onConnect: (source) => listener && listenForTopic(source, listener),
      }),
    [queryClient, listener],
  )
}

/** Repeats running fetches that are not cancelled. */
export function invalidateQueries(queryClient: QueryClient, isAffected: (query: Query) => boolean): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate: isFetchKept })) {
    if (!isAffected(query)) continue
    const refetch = () =>
      void queryClient.invalidateQueries({ predicate: ({ queryHash }) => queryHash === query.queryHash })
    query.promise?.then(refetch, refetch)
  }
  void queryClient.invalidateQueries({ predicate: (query) => !isFetchKept(query) && isAffected(query) })
}

/** The next page of a list must not be lost, and TanStack Query reuses a running first fetch. */
function isFetchKept({ state }: Query): boolean {
  const isFirst = state.data === undefined
  return state.fetchStatus !== 'idle' && (isFirst || state.fetchMeta?.fetchMore !== undefined)
}
