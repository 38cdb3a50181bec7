import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { logFault } from '../show-failure.ts'
import { ErrorState } from './ErrorState.tsx'

/** A TanStack Query. */
export type LoadQuery = {
  data: unknown
  isPlaceholderData: boolean
  error: Error | null
  failureReason: Error | null
  isFetchingNextPage?: boolean
  isFetchNextPageError?: boolean
  fetchNextPage?: () => unknown
}

type Props = {
  query: LoadQuery
  /** The message when loading fails (spec §8). */
  text: string
}

/** The error state of a query; nothing while there is none. */
export function LoadError({ query, text }: Props) {
  const queryClient = useQueryClient()
  const error = loadError(query)
  useEffect(() => logFault(error), [error])
  if (!error) return null
  const retry = () => (isNextPage(query) ? query.fetchNextPage?.() : retryFailedLoads(queryClient))
  return <ErrorState text={failureText(error, text)} onRetry={() => void retry()} />
}

/** Without the requested data, the first failed attempt is an error already: the retries take seconds. */
export function loadError(query: LoadQuery): Error | null {
  const isMissing = query.data === undefined || query.isPlaceholderData || isNextPage(query)
  return query.error ?? (isMissing ? query.failureReason : null)
}

/** Whether the query loads another page, or has failed to. */
export function isNextPage({ isFetchingNextPage, isFetchNextPageError }: LoadQuery): boolean {
  return Boolean(isFetchingNextPage || isFetchNextPageError)
}

/** Loads the failed queries of the screen again, without waiting for their next retry. */
async function retryFailedLoads(queryClient: QueryClient): Promise<void> {
  const failed = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.fetchFailureReason !== null })
  await Promise.all(failed.map((query) => query.cancel({ revert: true })))
  for (const query of failed) query.fetch().catch(() => {})
}
